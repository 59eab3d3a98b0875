import { useId } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/limits';
import type { PeopleReach } from '#contract/people/calls';
import { personAddress } from '#contract/people/people-view';
import { Link } from 'react-router';
import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import styles from './people-reach.module.css';
import { actWords, peopleCount } from './people-words.ts';

/** For the record among staff; it never reaches the person. */
export function SuspensionReason({ value, error }: { value: string | undefined; error: string | undefined }) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      error={error}
      rows={2}
      required
      maxLength={limits.reason}
      defaultValue={value ?? ''}
      hint="For the record among staff; the person is told that the account is suspended, not why."
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
 * @param doneAddress where the list says what was done
 */
export function PeopleReachForm({
  of: { act, batch, reached, refused },
  back,
  doneAddress,
}: {
  of: PeopleReach;
  back: string;
  doneAddress: string;
}) {
  const navigate = useNavigate();
  const words = actWords[act];
  const ids = reached.map(({ id }) => id);
  const { submit, isBusy, values, failure, errorAt } = useStaffForm(
    'people',
    async ({ reason }, idempotencyKey) => {
      const body = { act, ids, ...(batch !== null && { batch }), ...(reason !== undefined && { reason }) };
      await call('actOnPeople', { body, idempotencyKey });
      await navigate(doneAddress);
    },
    null,
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
          title={`Not reached: ${peopleCount(refused.length)}`}
          people={refused.map(({ reason, ...named }) => ({ ...named, words: reason }))}
        />
      )}
      <form method="post" className={styles['form']} onSubmit={submit}>
        <FormKey of="people" />
        <input type="hidden" name="act" value="people" />
        <input type="hidden" name="ids" value={ids.join(',')} />
        {act === 'suspend' && reached.length > 0 && (
          <SuspensionReason value={values['reason']} error={errorAt('reason')} />
        )}
        <FormOutcome failure={failure} />
        <div className={styles['presses']}>
          {reached.length > 0 && (
            <Button
              type="submit"
              variant={act === 'suspend' ? 'danger' : 'primary'}
              busy={isBusy}
              name="press"
              value="do"
            >
              {`${words.press(peopleCount(reached.length))}${into}`}
            </Button>
          )}
          <ButtonLink variant="secondary" to={back}>
            Back to the list
          </ButtonLink>
        </div>
      </form>
    </>
  );
}
