import { dayMs } from '#contract/durations';
import { questionAddress } from '#contract/forum/question-view';
import { mentorsAfter } from '../../courses/batch-queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { batchesWithCountsOf } from '../../marking/queries.ts';
import { waitingLongest } from '../../marking/queue/queue-queries.ts';
import type { DailyItem } from '../../notices/mails/compose-notice.ts';
import { batchOfStudent } from '../../accounts/queries.ts';
import { bestForReader, questionsOfDay, type QuestionOfDay } from '../../forum/reading/questions-of-day.ts';

export type ForumOfDay = (writer: Writer, accountId: number) => Promise<DailyItem[]>;

const commented = (count: number): string =>
  count === 0 ? 'not answered yet' : count === 1 ? '1 comment' : `${count} comments`;

/** Reads each batch once for all its students. */
export function makeForumOfDay(reader: Reader, now: number): ForumOfDay {
  const ofBatches = new Map<number, Promise<QuestionOfDay[]>>();
  return async (writer, accountId) => {
    const batch = await batchOfStudent(writer, accountId);
    if (batch === undefined) return [];
    let ofBatch = ofBatches.get(batch.id);
    if (ofBatch === undefined)
      ofBatches.set(batch.id, (ofBatch = questionsOfDay(reader, { batchId: batch.id, now })));
    const best = await bestForReader(writer, accountId, await ofBatch);
    return best.map(({ id, beginning, comments }) => ({
      mail: 'forum',
      text: `Asked in your batch: “${beginning}” (${commented(comments)})`,
      href: questionAddress(batch.name, String(id)),
    }));
  };
}

export const mentorsInTurn = mentorsAfter;

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

function waitedFor(since: number, now: number): string {
  const whole = Math.floor((now - since) / dayMs);
  return whole === 0 ? 'the oldest since yesterday' : `the oldest for ${days(whole)}`;
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
