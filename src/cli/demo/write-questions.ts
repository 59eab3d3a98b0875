import { dayMs } from '#contract/durations';
import { batchByName } from '#server/courses/batch-queries';
import { insertPastQuestion } from '#server/forum/posts/insert-history';
import type { Writer } from '#server/platform/database/database';
import type { DemoQuestion } from './read-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

const batchName = 'MERN-2026-11';
/** Younger questions are read only by their viewers. */
const unreadDays = 1;

export async function writeQuestions(
  writer: Writer,
  questions: readonly DemoQuestion[],
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<void> {
  const idOf = (email: string) => accountOf(accounts, email).id;
  const { id: batchId } = await batchByName(writer, batchName);
  const at = (daysAgo: number) => Math.round(now - daysAgo * dayMs);
  for (const question of questions.toSorted((a, b) => b.days_ago - a.days_ago)) {
    // Authors do not count as viewers of their own questions.
    const viewers = new Set(question.viewed_by.filter((email) => email !== question.author));
    await insertPastQuestion(writer, {
      batchId,
      authorId: idOf(question.author),
      text: question.text,
      format: question.format === 'markdown' ? 'markdown' : null,
      createdAt: at(question.days_ago),
      isAnonymous: question.anonymous,
      comments: question.answers.map(({ author, text, format, days_ago }) => ({
        authorId: idOf(author),
        text,
        format: format === 'markdown' ? 'markdown' : null,
        createdAt: at(days_ago),
      })),
      solution: question.solved_by === undefined ? null : question.solved_by - 1,
      edited:
        question.edited === undefined
          ? null
          : { at: at(question.edited.days_ago), before: question.edited.before },
      favoriteOf: [...new Set(question.favorite_of)].map(idOf),
      viewedBy: [...viewers].map(idOf),
      isRead: question.days_ago > unreadDays,
    });
  }
}
