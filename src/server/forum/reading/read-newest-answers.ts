import type { NewestAnswer } from '#contract/forum/calls';
import type { StudentRow } from '../../accounts/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { presentNewestAnswer } from './presenter.ts';
import { newestAnswersTo } from '../queries.ts';

const maxQuestions = 20;
const maxAnswers = 3;

/** The newest comments by others on a student's questions; `[]` without a batch. */
export async function readNewestAnswers(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, batchId }: StudentRow,
): Promise<NewestAnswer[]> {
  if (batchId === null) return [];
  const rows = await newestAnswersTo(database.reader, {
    accountId,
    batchId,
    questions: maxQuestions,
    limit: maxAnswers,
  });
  const now = clock.now();
  return rows.map((row) => presentNewestAnswer(row, now));
}
