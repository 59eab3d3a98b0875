import { useRevalidator } from 'react-router';
import { hourLimits } from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import type { BodyOf } from '../../lib/calls/client.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
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
  const { outcome, mean, rule, panel, apart } = hour;
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
      {hour.needs_reason && (
        <p>{`The marks are ${apart} points apart, more than ${rule.apart}. Give a reason, or ask the office for a third examiner.`}</p>
      )}
      {outcome !== null && (
        <p>{`${outcome.by} proposes ${outcome.marks} out of 100${outcome.reason === '' ? '' : `: ${outcome.reason}`}`}</p>
      )}
      {isConfirmed && (
        <Small role="status">{`You have confirmed it. Waiting for ${waiting.join(' and ')}.`}</Small>
      )}
      <ActionForm
        key={outcome?.at ?? ''}
        form={form}
        button={rule.how === 'mean' ? `Confirm ${mean} out of 100` : 'Confirm the outcome'}
        variant={isConfirmed ? 'secondary' : 'primary'}
      >
        {rule.how === 'agreed' && (
          <TextField
            label="Agreed marks"
            name="marks"
            inputMode="decimal"
            defaultValue={outcome?.marks ?? ''}
            error={form.errorAt('marks')}
            required
          />
        )}
        {(hour.needs_reason || rule.how === 'agreed') && (
          <TextArea
            label={hour.needs_reason ? 'Reason' : 'Reason (optional)'}
            name="reason"
            rows={2}
            maxLength={hourLimits.reason}
            defaultValue={outcome?.reason ?? ''}
            error={form.errorAt('reason')}
          />
        )}
        <TextArea
          label="Comments for the student (optional)"
          hint="Students read them once the mark is released."
          name="comments"
          rows={2}
          maxLength={hourLimits.comments}
          defaultValue={outcome?.comments ?? ''}
        />
      </ActionForm>
    </Stack>
  );
}
