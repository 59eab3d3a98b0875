import { useId } from 'react';
import { limits } from '#contract/limits';
import type { PeopleReach } from '#contract/people/calls';
import { personAddress } from '#contract/people/people-view';
import { Link } from 'react-router';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { actWords, peopleCount } from './people-words.ts';
import styles from './people.module.css';

/** For staff only; the person never sees it. */
export function SuspensionReason({ form }: { form: Pick<ReturnType<typeof useActionForm>, 'field'> }) {
  return (
    <TextArea
      label="Reason"
      {...form.field('reason')}
      rows={2}
      required
      maxLength={limits.reason}
      hint="Only staff see the reason."
    />
  );
}

type Named = { id: string; s_id: string; s_name: string };

function Names({ title, people }: { title: string; people: readonly (Named & { words: string | null })[] }) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles['names']}>
        {people.map(({ id: key, s_id, s_name, words }) => (
          <li key={key}>
            <Link to={personAddress(s_id)}>{s_name}</Link>
            <Small as="span">{` ${s_id}`}</Small>
            {words !== null && <div>{words}</div>}
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/**
 * The review of a bulk action: who is changed and who is not. It runs for all of them or for nobody.
 * @param back the list from which they were chosen
 */
export function PeopleReachForm({
  of: { act, batch, reached, refused },
  back,
}: {
  of: PeopleReach;
  back: string;
}) {
  const words = actWords[act];
  const ids = reached.map(({ id }) => id);
  const form = useActionForm({ act: 'people', hidden: { ids: ids.join(',') } });
  const toList = (
    <ButtonLink variant="secondary" to={back}>
      Back to the list
    </ButtonLink>
  );
  const into = batch === null ? '' : ` in ${batch}`;
  return (
    <>
      {reached.length > 0 && (
        <Names
          title={`${batch === null ? words.name : `Place in ${batch}`}: ${peopleCount(reached.length)}`}
          people={reached.map(({ note, ...named }) => ({ ...named, words: note }))}
        />
      )}
      {refused.length > 0 && (
        <Names
          title={`Not possible for ${peopleCount(refused.length)}`}
          people={refused.map(({ reason, ...named }) => ({ ...named, words: reason }))}
        />
      )}
      {reached.length === 0 ? (
        toList
      ) : (
        <ActionForm
          form={form}
          button={`${words.press(peopleCount(reached.length))}${into}`}
          variant={act === 'suspend' ? 'danger' : 'primary'}
          className={styles['reach']}
          further={toList}
        >
          {act === 'suspend' && <SuspensionReason form={form} />}
        </ActionForm>
      )}
    </>
  );
}
