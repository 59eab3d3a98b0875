import type { Database } from '../../platform/database/database.ts';
import { commonFrom } from './index-question.ts';
import { bestQuestions, commonTerms, questionIds, wordsOfQuestions, type Asked } from './queries.ts';
import { askedTerms, termOfBatch } from './terms.ts';

/** So many questions are compared in the end, of those that rare terms have found, and of the newest for common ones. */
const compared = 100;
/** What a common term's weight is multiplied with, where a rare one's is with 3 to 10. */
const commonRarity = 1;
/** What has less than so much of the best one's score is left out. */
const leastShare = 1 / 3;

/** A longer question holds more words by chance: a little is taken off for its length. */
const fairScore = (score: number, terms: number): number => score / Math.max(terms, 1) ** 0.15;

/**
 * The questions that are nearest to a typed text, best first. What it costs is bounded, however many questions there are: of each
 * term at most `commonFrom` questions are looked at, and a hundred or two are compared.
 */
export async function rankQuestions(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  asked: Asked,
  text: string,
): Promise<number[]> {
  const { batchId } = asked;
  const terms = new Map(
    Array.from(askedTerms(text), ([term, weight]) => [termOfBatch(batchId, term), weight]),
  );
  if (terms.size === 0) return [];
  const common = await commonTerms(reader, batchId, [...terms.keys()]);
  const rare = new Map(terms);
  for (const term of common) rare.delete(term);
  const found =
    rare.size === 0
      ? []
      : await bestQuestions(reader, engine, asked, { terms: rare, ofTerm: commonFrom, limit: compared });
  const scores = new Map(found.map(({ id, score }) => [id, score]));
  if (common.length > 0)
    for (const id of await questionIds(reader, asked, { after: null, order: 'newest' }, compared))
      if (!scores.has(id)) scores.set(id, 0);
  if (scores.size === 0) return [];
  const ranked = (await wordsOfQuestions(reader, batchId, [...scores.keys()])).map(({ id, words }) => {
    const own = new Set((words ?? '').split(' '));
    let score = scores.get(id) ?? 0;
    for (const term of common) if (own.has(term)) score += commonRarity * (terms.get(term) ?? 0);
    return { id, score: fairScore(score, own.size) };
  });
  ranked.sort((one, other) => other.score - one.score || other.id - one.id);
  const least = Math.max((ranked[0]?.score ?? 0) * leastShare, Number.MIN_VALUE);
  return ranked.filter(({ score }) => score >= least).map(({ id }) => id);
}
