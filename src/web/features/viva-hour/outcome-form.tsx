import { useRevalidator } from 'react-router';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { OutcomeFields, OutcomeLead } from '../marking/outcome-fields.tsx';
import styles from './viva-hour.module.css';

const nothing = { marks: null, reason: '', comments: '' };

export const readOutcomeForm = (fields: Fields): BodyOf<'confirmVivaOutcome'> => ({
  marks: Number((fields['marks'] ?? '').replace(',', '.')),
  reason: fields['reason'] ?? '',
  comments: fields['comments'] ?? '',
  began: JSON.parse(fields['began'] ?? '{}') as Record<string, unknown>,
});

/** The outcome that somebody has proposed, or the first one. */
export function OutcomeForm({ hour }: { hour: VivaHour }) {
  const { revalidate } = useRevalidator();
  const { outcome, mean, rule, panel } = hour;
  const shown = outcome && { marks: outcome.marks, reason: outcome.reason, comments: outcome.comments };
  const form = useActionForm({
    formName: 'outcome',
    keepsFields: true,
    // The next click confirms what is shown then.
    onRefused: ({ current }) => current !== undefined && void revalidate(),
    hidden: {
      began: JSON.stringify(shown ?? nothing),
      ...(rule.how === 'mean' && { marks: String(mean) }),
    },
  });
  const isConfirmed = panel.some(({ is_own, confirmed }) => is_own && confirmed);
  const waiting = panel.filter(({ gave, confirmed }) => gave && !confirmed).map(({ name }) => name);
  return (
    <Stack gap={3} as="section" aria-labelledby="viva-outcome" className={styles['outcome']}>
      <h3 id="viva-outcome">Outcome</h3>
      <OutcomeLead
        of={hour}
        third="ask the office for a third examiner"
        waiting={isConfirmed ? waiting : null}
      />
      <ActionForm
        key={outcome?.at ?? ''}
        form={form}
        button={rule.how === 'mean' ? `Confirm ${mean} out of 100` : 'Confirm the outcome'}
        variant={isConfirmed ? 'secondary' : 'primary'}
      >
        <OutcomeFields of={hour} errorAt={form.errorAt} />
      </ActionForm>
    </Stack>
  );
}
