import { useId } from 'react';
import { limits } from '#contract/limits';
import type { PeopleReach } from '#contract/people/calls';
import { personAddress } from '#contract/people/people-view';
import { Link } from 'react-router';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import styles from './people-reach.module.css';
import { actWords, peopleCount } from './people-words.ts';

/** For the record among staff; it never reaches the person. */
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
    <section className={styles['section']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles['names']}>
        {people.map(({ id: key, s_id, s_name, words }) => (
          <li key={key}>
            <Link to={personAddress(s_id)}>{s_name}</Link>
            <span className={styles['address']}>{s_id}</span>
            {words !== null && <span className={styles['words']}>{words}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Whom an act reaches and whom not, before it is done: to all those who are named, or to nobody.
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
          title={`${words.name}: ${peopleCount(reached.length)}${into}`}
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
          className={styles['form']}
          buttons={styles['presses']}
          further={toList}
        >
          {act === 'suspend' && <SuspensionReason form={form} />}
        </ActionForm>
      )}
    </>
  );
}
