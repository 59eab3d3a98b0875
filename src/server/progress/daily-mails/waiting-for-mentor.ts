import { dayMs } from '#contract/durations';
import { mentorsAfter } from '../../courses/batch-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import { batchesWithCountsOf } from '../../marking/queries.ts';
import { waitingLongest } from '../../marking/queue/queue-queries.ts';
import type { DailyItem } from '../../notices/mails/compose-notice.ts';

export const mentorsInTurn = mentorsAfter;

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

function waitedFor(since: number, now: number): string {
  const whole = Math.floor((now - since) / dayMs);
  return whole === 0 ? 'the first since yesterday' : `the first for ${days(whole)}`;
}

/** Batches without waiting submissions are left out. */
export async function waitingForMentor(reader: Reader, accountId: number, now: number): Promise<DailyItem[]> {
  const items: DailyItem[] = [];
  for (const { id, name, unmarked, heldBack } of await batchesWithCountsOf(reader, { accountId })) {
    const href = `/staff?batch=${encodeURIComponent(name)}`;
    const [oldest] = (unmarked ?? 0) > 0 ? await waitingLongest(reader, { batchId: id }) : [];
    if (oldest !== undefined) {
      const what = unmarked === 1 ? '1 submission is waiting' : `${unmarked} submissions are waiting`;
      items.push({
        mail: 'desk',
        text: `${name}: ${what} for a mark, ${waitedFor(oldest.since, now)}`,
        href,
      });
    }
    if ((heldBack ?? 0) > 0) {
      const what = heldBack === 1 ? '1 mark is' : `${heldBack} marks are`;
      items.push({ mail: 'desk', text: `${name}: ${what} not released yet`, href });
    }
  }
  return items;
}
