import { minuteMs } from '#contract/durations';
import { stepLines, type VivaPaper } from '#contract/viva-hour/hour';
import type { Writer } from '../platform/database/database.ts';
import type { SelectionRow } from '../selections/queries.ts';
import { beginHour, changeHour, setConfirmed, writePaper, type HourRow } from '../viva-hour/hour-rows.ts';
import { momentOf } from '../viva-hour/present-hour.ts';

/** After the end of the viva. */
export const confirmedAfterMs = 9 * minuteMs;

type GivenPaper = { examinerId: number; paper: VivaPaper };

type OfViva = { accountId: number; choice: SelectionRow; batchId: number; startsAt: number; minutes: number };

/** What examiners gave at the end of a viva. @param outcome confirmed by all who gave, some minutes later */
export async function writePapers(
  writer: Writer,
  { accountId, choice, batchId, startsAt, minutes }: OfViva,
  papers: readonly GivenPaper[],
  outcome: number | null = null,
): Promise<HourRow> {
  const hour = await beginHour(writer, { accountId, choice: momentOf(choice), number: 1, batchId });
  const givenAt = startsAt + minutes * minuteMs;
  for (const { examinerId, paper } of papers)
    await writePaper(writer, { hourId: hour.id, examinerId, accountId, at: givenAt }, paper, stepLines);
  if (outcome === null) return hour;
  const confirmedAt = givenAt + confirmedAfterMs;
  await changeHour(writer, hour.id, {
    opened_at: givenAt,
    outcome,
    outcome_reason: '',
    outcome_comments: '',
    proposed_by: papers[0]?.examinerId ?? null,
    proposed_at: givenAt + 5 * minuteMs,
    held_at: startsAt,
    held_minutes: minutes,
    confirmed_at: confirmedAt,
  });
  await setConfirmed(writer, hour.id, null, confirmedAt);
  return hour;
}
