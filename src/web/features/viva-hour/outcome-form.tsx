import { useRevalidator } from 'react-router';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Stack } from '../../ui/layout.tsx';
import {
  outcomeChanges,
  OutcomeFields,
  OutcomeLead,
  readOutcome,
  UnsavedOutcome,
} from '../marking/outcome-fields.tsx';
import styles from './viva-hour.module.css';

export const readOutcomeForm = (fields: Fields): BodyOf<'confirmVivaOutcome'> => readOutcome(fields, null);

/** The outcome that somebody has proposed, or the first one. */
export function OutcomeForm({ hour }: { hour: VivaHour }) {
  const { revalidate } = useRevalidator();
  const { outcome, mean, rule, panel } = hour;
  const form = useChangeForm({
    formName: 'outcome',
    changes: outcomeChanges(outcome),
    // The next click confirms what is shown then.
    onRefused: ({ current }) => current !== undefined && void revalidate(),
    hidden: rule.how === 'mean' ? { marks: String(mean) } : {},
  });
  if (hour.confirmed_at !== null) return <UnsavedOutcome form={form} />;
  const isConfirmed = panel.some(({ is_own, confirmed }) => is_own && confirmed);
  const waiting = panel.filter(({ gave, confirmed }) => gave && !confirmed).map(({ name }) => name);
  return (
    <Stack gap={3} as="section" aria-labelledby="viva-outcome" className={styles['outcome']}>
      <h3 id="viva-outcome">Outcome</h3>
      <OutcomeLead
        proposed={hour}
        third="ask the office for a third examiner"
        waiting={isConfirmed ? waiting : null}
      />
      <ChangeForm
        form={form}
        button={rule.how === 'mean' ? `Confirm ${mean} out of 100` : 'Confirm the outcome'}
        variant={isConfirmed ? 'secondary' : 'primary'}
      >
        <OutcomeFields proposed={hour} form={form} />
      </ChangeForm>
    </Stack>
  );
}
