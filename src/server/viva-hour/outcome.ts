import { needsReason, panelMean, type VivaRule } from '#contract/viva-hour/hour';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { HourRow } from './hour-rows.ts';

/** Of a viva, or of a final project that two mark. */
export type OutcomeRow = Pick<
  HourRow,
  | 'outcome'
  | 'outcome_reason'
  | 'outcome_comments'
  | 'proposed_by'
  | 'proposed_at'
  | 'opened_at'
  | 'confirmed_at'
>;

export type Outcome = { marks: number; reason: string; comments: string };

/** In the body's members. */
export const storedOutcome = (
  row: Pick<OutcomeRow, 'outcome' | 'outcome_reason' | 'outcome_comments'> | null,
) => ({
  marks: row?.outcome ?? null,
  reason: row?.outcome_reason ?? '',
  comments: row?.outcome_comments ?? '',
});

const isSameOutcome = (stored: ReturnType<typeof storedOutcome>, outcome: Outcome): boolean =>
  (['marks', 'reason', 'comments'] as const).every((of) => stored[of] === outcome[of]);

function invalid(name: string, message: string): never {
  throw httpErrors.invalidFields(message, [{ name, message }]);
}

/**
 * The mean is never silent where marks lie wide apart.
 * @param third what else than a reason helps
 * @throws 400 by field
 */
function checkOutcome(
  { marks, reason }: Outcome,
  { given, rule, third }: { given: readonly number[]; rule: VivaRule; third: string },
): void {
  if (rule.how === 'mean' && marks !== panelMean(given))
    invalid('marks', `The mean of the given marks is ${panelMean(given)}.`);
  if (needsReason(given, rule) && reason === '')
    invalid('reason', `The marks lie more than ${rule.apart} points apart. Give a reason, or ${third}.`);
}

type Given = { marks: number; confirmedAt: number | null };

/** What differs between a viva and a final project. */
type Confirming = {
  words: { early: string; confirmed: string; third: string };
  /** @param by null: all who gave */
  setConfirmed: (by: number | null, at: number | null) => Promise<void>;
  /** What a screen shows in place of its form. */
  current: () => Promise<object>;
};

/**
 * One of those who gave marks confirms an outcome, or proposes another one, which the others confirm again.
 * @returns what becomes of the row, and whether all have confirmed; null where nothing changes
 * @throws 409, 400 by field
 */
export async function confirmOutcome(
  outcome: Outcome,
  {
    row,
    papers,
    isShown,
    rule,
  }: {
    row: OutcomeRow | null;
    papers: ReadonlyMap<number, Given>;
    isShown: boolean;
    rule: VivaRule;
  },
  { by, at, words, setConfirmed, current }: Confirming & { by: number; at: number },
): Promise<{ isAll: boolean; change: Partial<OutcomeRow> } | null> {
  const own = papers.get(by);
  if (row === null || own === undefined || !isShown) throw httpErrors.conflict(words.early);
  const isSame = isSameOutcome(storedOutcome(row), outcome);
  if (row.confirmed_at !== null) {
    if (isSame) return null;
    throw httpErrors.changedMeanwhile(words.confirmed, await current());
  }
  if (isSame && own.confirmedAt !== null) return null;
  const given = [...papers.values()].map(({ marks }) => marks);
  checkOutcome(outcome, { given, rule, third: words.third });
  if (!isSame) await setConfirmed(null, null);
  await setConfirmed(by, at);
  const others = [...papers].filter(([id]) => id !== by);
  const isAll = others.every(([, { confirmedAt }]) => isSame && confirmedAt !== null);
  return {
    isAll,
    change: {
      ...(!isSame && {
        outcome: outcome.marks,
        outcome_reason: outcome.reason,
        outcome_comments: outcome.comments,
        proposed_by: by,
        proposed_at: at,
      }),
      // Where somebody who gave marks has left, the last one is not the one who opened it.
      opened_at: row.opened_at ?? at,
      ...(isAll && { confirmed_at: at }),
    },
  };
}
