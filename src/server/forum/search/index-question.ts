import { minuteMs } from '#contract/durations';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';
import { rowsOfTerms } from '../../platform/database/text-index.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { plainWords } from '../posts/post-text.ts';
import { commonTerms, questionWordIndex } from './queries.ts';
import { indexedTerms } from './words.ts';

/**
 * Questions of a batch that make a term common. Searches read as many per term; common terms only rank what
 * others found, and the newest.
 */
export const commonFrom = 100;
/** One question in 32. By hash: counting could miss a term in every fourth for ever. */
const looksForCommon = (questionId: number): boolean => Math.imul(questionId, 0x9e3779b1) >>> 27 === 0;

/** Of a question's first words: each is a query, and SQLite joins 500. */
const termsCounted = 200;

const questionsAtOnce = 100;

async function recordCommonTerms(
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
 * In the changing transaction. If forgotten, a job follows; a trigger empties old words, so they find
 * nothing.
 */
export async function indexQuestion(writer: Writer, engine: EngineName, questionId: number): Promise<void> {
  // Locks the row against a concurrent reindex.
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
    await recordCommonTerms(writer, engine, row.batchId, terms.slice(0, termsCounted));
}

const withoutWords = (reader: Reader) =>
  reader
    .selectFrom('question_words')
    .where('words', 'is', null)
    .orderBy('question_id')
    .limit(questionsAtOnce)
    .select('question_id as id')
    .execute();

/** Changed by hand or another version. */
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

export const indexQuestionsJob = periodicJob('index-questions', minuteMs, ({ database }, signal) =>
  indexWaitingQuestions(database, signal),
);
