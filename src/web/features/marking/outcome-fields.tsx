import { isSame } from '#contract/began';
import { withDecimalPoint } from '#contract/digits';
import { hourLimits } from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { beganFields } from '../../lib/forms/began-fields.ts';
import { refuseInvalid } from '../../lib/forms/form-action.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import type { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Small } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { marksHint, parseMarks } from './marks.ts';
import styles from './outcome-fields.module.css';

/** Of a viva, or of a final project that two mark. */
type Proposed = Pick<VivaHour, 'outcome' | 'apart' | 'needs_reason'> & {
  rule: Pick<VivaHour['rule'], 'how' | 'apart'>;
};

const labels = { marks: 'Agreed marks', reason: 'Reason', comments: 'Comments for the student' };

const fieldsOf = (outcome: Proposed['outcome']): Fields => ({
  marks: outcome === null ? '' : String(outcome.marks),
  reason: outcome?.reason ?? '',
  comments: outcome?.comments ?? '',
});

/** How the form knows that somebody else proposes another outcome: what is typed stays beside it. */
export const outcomeChanges = (outcome: Proposed['outcome']) => ({
  stored: fieldsOf(outcome),
  labels,
  shown: (current: Proposed) => fieldsOf(current.outcome),
});

/**
 * With all that the form showed: who confirms an outcome confirms all of it.
 * @param mean null where marks are agreed
 * @throws `refuseInvalid`
 */
export function readOutcome(fields: Fields, mean: number | null) {
  const { reason = '', comments = '' } = fields;
  const shown = beganFields(fields) ?? {};
  const marks = mean ?? parseMarks(withDecimalPoint((fields['marks'] ?? '').trim()));
  if (marks === null) return refuseInvalid({ field: 'marks', message: marksHint });
  return {
    marks,
    reason,
    comments,
    began: {
      marks: parseMarks(shown['marks'] ?? ''),
      reason: shown['reason'] ?? '',
      comments: shown['comments'] ?? '',
    },
  };
}

/**
 * Before the form: how far the marks lie apart, and who proposes what.
 * @param third what else than a reason helps
 * @param waiting names of those who have not confirmed; null until the viewer has
 */
export function OutcomeLead({
  proposed: { outcome, apart, needs_reason: needsReason, rule },
  third,
  waiting,
}: {
  proposed: Proposed;
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
  proposed: { needs_reason: needsReason, rule },
  form: { field },
}: {
  proposed: Proposed;
  form: Pick<ReturnType<typeof useChangeForm>, 'field'>;
}) {
  return (
    <div className={styles['fields']}>
      {rule.how === 'agreed' && (
        <TextField label={labels.marks} {...field('marks')} inputMode="decimal" required />
      )}
      {(needsReason || rule.how === 'agreed') && (
        <TextArea
          label={needsReason ? labels.reason : `${labels.reason} (optional)`}
          {...field('reason')}
          rows={2}
          maxLength={hourLimits.reason}
        />
      )}
      <TextArea
        label={`${labels.comments} (optional)`}
        hint="Students read them once the mark is released."
        {...field('comments')}
        rows={2}
        maxLength={hourLimits.comments}
      />
    </div>
  );
}

/** In place of the form once the outcome is confirmed: what was typed meanwhile, to be copied. */
export function UnsavedOutcome({
  form: { values, now },
}: {
  form: Pick<ReturnType<typeof useChangeForm>, 'values' | 'now'>;
}) {
  const names = Object.keys(labels) as (keyof typeof labels)[];
  const typed = names.filter((name) => !isSame(values[name] ?? '', now[name] ?? ''));
  if (typed.length === 0) return null;
  return (
    <Notice tone="warning" title="The outcome was confirmed in the meantime. This is not saved:">
      {typed.map((name) => (
        <p key={name}>{`${labels[name]}: ${values[name]}`}</p>
      ))}
    </Notice>
  );
}
