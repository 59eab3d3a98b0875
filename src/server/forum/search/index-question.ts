import { z } from 'zod';
import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { rowsOfTerms } from '../../platform/database/text-index.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { plainWords } from '../posts/post-text.ts';
import { commonTerms, questionWordIndex } from './queries.ts';
import { indexedTerms } from './terms.ts';

/**
 * A term that so many questions of a batch have is common there: a search takes at most so many questions of any term. Those that
 * have a common one are looked for among what the other terms have found, and among the newest.
 */
export const commonFrom = 100;
/**
 * One question of 32 looks which of its terms have become common; until one does, a term has a few questions more. Which one does is
 * drawn from its id, not counted: what comes round with every fourth question would be missed for ever.
 */
const looksForCommon = (questionId: number): boolean => Math.imul(questionId, 0x9e3779b1) >>> 27 === 0;

/** How many questions the job reads in one transaction. */
const questionsAtOnce = 100;

/** Notes which of a question's terms are common by now. */
async function noteCommonTerms(
  writer: Writer,
  engine: EngineName,
  batchId: number,
  terms: readonly string[],
): Promise<void> {
  const known = new Set(await commonTerms(writer, batchId, terms));
  const open = terms.filter((term) => !known.has(term));
  if (open.length === 0) return;
  const { rows } = await rowsOfTerms(engine, questionWordIndex, open, commonFrom).execute(writer);
  const counts = new Map<number, number>();
  for (const { term } of rows) counts.set(Number(term), (counts.get(Number(term)) ?? 0) + 1);
  const common = open.filter((_, index) => (counts.get(index) ?? 0) >= commonFrom);
  if (common.length === 0) return;
  await writer
    .insertInto('common_words')
    .values(common.map((word) => ({ batch_id: batchId, word })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * Writes the words of a question's text as it stands now, in the transaction that has changed it. Whoever forgets to leaves a
 * question that is not found until the job comes by, and never one that is found by what it said before: the database has emptied
 * its words.
 */
export async function indexQuestion(writer: Writer, engine: EngineName, questionId: number): Promise<void> {
  // Locks the row against another that reads the text at the same time.
  const row = await writer
    .updateTable('question_words')
    .set((of) => ({ is_answered: of.ref('is_answered') }))
    .where('question_id', '=', questionId)
    .returning('batch_id as batchId')
    .executeTakeFirst();
  if (row === undefined) return;
  const question = await writer
    .selectFrom('questions')
    .where('id', '=', questionId)
    .where('deleted_at', 'is', null)
    .select(['text', 'format', 'html'])
    .executeTakeFirst();
  if (question === undefined) {
    await writer.deleteFrom('question_words').where('question_id', '=', questionId).execute();
    return;
  }
  const terms = indexedTerms(row.batchId, plainWords(question));
  await writer
    .updateTable('question_words')
    .set({ words: terms.join(' ') })
    .where('question_id', '=', questionId)
    .execute();
  if (looksForCommon(questionId) && terms.length > 0)
    await noteCommonTerms(writer, engine, row.batchId, terms);
}

const withoutWords = (reader: Reader) =>
  reader
    .selectFrom('question_words')
    .where('words', 'is', null)
    .orderBy('question_id')
    .limit(questionsAtOnce)
    .select('question_id as id')
    .execute();

/**
 * Reads the texts of questions that have no words yet: those of before there were any, what another version of the portal has
 * written, and what has been changed by hand.
 */
export async function indexWaitingQuestions(
  database: Database,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted) {
    const waiting = await withoutWords(database.reader);
    if (waiting.length === 0) return;
    await database.nonDurableTransaction(async (writer) => {
      for (const { id } of waiting) await indexQuestion(writer, database.engine, id);
    });
  }
}

export const indexQuestionsJob: Job<null> = {
  kind: 'index-questions',
  payload: z.null(),
  everyMs: minuteMs,
  run: ({ database }: AppContext, _, signal) => indexWaitingQuestions(database, signal),
};
