import { questionAddress } from '#contract/forum/question-view';
import { batchOfStudent } from '../../accounts/queries.ts';
import { bestForReader, questionsOfDay, type QuestionOfDay } from '../../forum/reading/questions-of-day.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { DailyItem } from '../../notices/mails/compose-notice.ts';

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
