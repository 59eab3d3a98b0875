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
export function StaffReason({ form }: { form: Pick<ReturnType<typeof useActionForm>, 'field'> }) {
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

/** @param isHidden for screen readers only: the screen's heading says it already */
function Names({
  title,
  isHidden = false,
  people,
}: {
  title: string;
  isHidden?: boolean;
  people: readonly (Named & { words: string | null })[];
}) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <h2 id={id} className={isHidden ? 'visually-hidden' : undefined}>
        {title}
      </h2>
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

/** The heading of the review, and its button. */
export function reachTitle({ act, batch, reached }: PeopleReach): string {
  const words = actWords[act];
  if (reached.length === 0) return words.name;
  return `${words.press(peopleCount(reached.length))}${batch === null ? '' : ` in ${batch}`}`;
}

/**
 * The review of a bulk action: who is changed and who is not. It runs for all of them or for nobody.
 * @param back the list from which they were chosen
 */
export function PeopleReachForm({ of, back }: { of: PeopleReach; back: string }) {
  const { act, reached, refused } = of;
  const ids = reached.map(({ id }) => id);
  const form = useActionForm({ act: 'people', hidden: { ids: ids.join(',') } });
  const toList = (
    <ButtonLink variant="secondary" to={back}>
      Back to the list
    </ButtonLink>
  );
  return (
    <>
      {reached.length > 0 && (
        <Names
          title="Selected people"
          isHidden
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
        <div className={styles['reachButtons']}>{toList}</div>
      ) : (
        <ActionForm
          form={form}
          button={reachTitle(of)}
          variant={act === 'suspend' ? 'danger' : 'primary'}
          className={styles['reach']}
          buttons={styles['reachButtons']}
          further={toList}
        >
          {act === 'suspend' && <StaffReason form={form} />}
        </ActionForm>
      )}
    </>
  );
}
