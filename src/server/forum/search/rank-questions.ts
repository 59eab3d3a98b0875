import type { Database } from '../../platform/database/database.ts';
import { commonFrom } from './index-question.ts';
import { bestQuestions, commonTerms, questionIds, wordsOfQuestions, type Asked } from './queries.ts';
import { askedTerms, termOfBatch } from './words.ts';

/** Candidates from rare terms, and newest questions for common ones. */
const compared = 100;
/** Factor for common terms; rare ones have 3 to 10. */
const commonRarity = 1;
/** Results below this share of the best score are dropped. */
const leastShare = 1 / 3;

/** Longer questions match more words by chance. */
const fairScore = (score: number, terms: number): number => score / Math.max(terms, 1) ** 0.15;

/**
 * Questions nearest to a text, best first. Bounded cost: at most `commonFrom` questions per term are read,
 * about 200 compared.
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
