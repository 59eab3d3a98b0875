import { hourLimits } from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Small } from '../../ui/layout.tsx';
import styles from './outcome-fields.module.css';

/** Of a viva, or of a final project that two mark. */
type Proposed = Pick<VivaHour, 'outcome' | 'apart' | 'needs_reason'> & {
  rule: Pick<VivaHour['rule'], 'how' | 'apart'>;
};

/**
 * Before the form: how far the marks lie apart, and who proposes what.
 * @param third what else than a reason helps
 * @param waiting names of those who have not confirmed; null until the viewer has
 */
export function OutcomeLead({
  of: { outcome, apart, needs_reason: needsReason, rule },
  third,
  waiting,
}: {
  of: Proposed;
  third: string;
  waiting: readonly string[] | null;
}) {
  return (
    <>
      {needsReason && (
        <p>{`The marks are ${apart} points apart, more than ${rule.apart}. Give a reason, or ${third}.`}</p>
      )}
      {outcome !== null && (
        <p>{`${outcome.by} proposes ${outcome.marks} out of 100${outcome.reason === '' ? '' : `: ${outcome.reason}`}`}</p>
      )}
      {waiting !== null && (
        <Small role="status">{`You have confirmed it. Waiting for ${waiting.join(' and ')}.`}</Small>
      )}
    </>
  );
}

export function OutcomeFields({
  of: { outcome, needs_reason: needsReason, rule },
  errorAt,
}: {
  of: Proposed;
  errorAt: (name: string) => string | undefined;
}) {
  return (
    <div className={styles['fields']}>
      {rule.how === 'agreed' && (
        <TextField
          label="Agreed marks"
          name="marks"
          inputMode="decimal"
          defaultValue={outcome?.marks ?? ''}
          error={errorAt('marks')}
          required
        />
      )}
      {(needsReason || rule.how === 'agreed') && (
        <TextArea
          label={needsReason ? 'Reason' : 'Reason (optional)'}
          name="reason"
          rows={2}
          maxLength={hourLimits.reason}
          defaultValue={outcome?.reason ?? ''}
          error={errorAt('reason')}
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
    </div>
  );
}
