import { dayMs } from '#contract/durations';
import type { Writer } from '#server/platform/database/database';
import type { DemoRecords } from './demo-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

const forumOf = 'MERN-2026-11';

/** Writes the forum of the running batch: questions and comments, who keeps them and who has read them. */
export async function writeQuestions(
  writer: Writer,
  questions: DemoRecords['questions'],
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<void> {
  const idOf = (email: string) => accountOf(accounts, email).id;
  const { id: batch_id } = await writer
    .selectFrom('batches')
    .where('name', '=', forumOf)
    .select('id')
    .executeTakeFirstOrThrow();
  const at = (daysAgo: number) => Math.round(now - daysAgo * dayMs);
  for (const question of questions.toSorted((a, b) => b.days_ago - a.days_ago)) {
    // Authors are no viewers of their own questions.
    const viewers = new Set(question.viewed_by.filter((email) => email !== question.author));
    const { id: question_id } = await writer
      .insertInto('questions')
      .values({
        batch_id,
        author_id: idOf(question.author),
        text: question.text,
        created_at: at(question.days_ago),
        edited_at: null,
        deleted_at: null,
        view_count: viewers.size,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { author, text, days_ago } of question.answers) {
      await writer
        .insertInto('comments')
        .values({ question_id, author_id: idOf(author), text, created_at: at(days_ago) })
        .execute();
    }
    for (const email of new Set(question.favorite_of)) {
      await writer
        .insertInto('question_favorites')
        .values({ question_id, account_id: idOf(email) })
        .execute();
    }
    for (const email of viewers) {
      await writer
        .insertInto('question_views')
        .values({ question_id, account_id: idOf(email) })
        .execute();
    }
  }
}
