import { needsReason, panelMean, type VivaRule } from '#contract/viva-hour/hour';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { HourRow } from './hour-rows.ts';

/** Of a viva, or of a final project that two mark. */
export type OutcomeRow = Pick<
  HourRow,
  'outcome' | 'outcome_reason' | 'outcome_comments' | 'proposed_by' | 'proposed_at'
>;

export type Outcome = { marks: number; reason: string; comments: string };

/** In the body's members. */
export const storedOutcome = (row: OutcomeRow | null) => ({
  marks: row?.outcome ?? null,
  reason: row?.outcome_reason ?? '',
  comments: row?.outcome_comments ?? '',
});

export const isSameOutcome = (stored: ReturnType<typeof storedOutcome>, outcome: Outcome): boolean =>
  (['marks', 'reason', 'comments'] as const).every((of) => stored[of] === outcome[of]);

function invalid(name: string, message: string): never {
  throw httpErrors.invalidFields(message, [{ name, message }]);
}

/**
 * The mean is never silent where marks lie wide apart.
 * @param third what else than a reason helps
 * @throws 400 by field
 */
export function checkOutcome(
  { marks, reason }: Outcome,
  { given, rule, third }: { given: readonly number[]; rule: VivaRule; third: string },
): void {
  if (rule.how === 'mean' && marks !== panelMean(given))
    invalid('marks', `The mean of the given marks is ${panelMean(given)}.`);
  if (needsReason(given, rule) && reason === '')
    invalid('reason', `The marks lie more than ${rule.apart} points apart. Give a reason, or ${third}.`);
}
