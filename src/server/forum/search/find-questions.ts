import * as calls from '#contract/forum/calls';
import type { FoundQuestion, FoundQuestions } from '#contract/forum/calls';
import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import { usualSort, type QuestionFilter, type QuestionSort } from '#contract/forum/question-view';
import { read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { presentModeration } from '../moderation/interventions.ts';
import type { ForumState } from '../forum-state.ts';
import { canSeeName, type DiscussionAccess } from '../policy.ts';
import { plainWords } from '../posts/post-text.ts';
import { presentAnonymous, presentAuthor } from '../reading/present-author.ts';
import { hasQuestion } from '../queries.ts';
import { presentUnread } from '../unread/queries.ts';
import { markFound } from './mark-found.ts';
import {
  listedQuestions,
  questionIds,
  type Asked,
  type ListedRow,
  bestQuestions,
  commonTerms,
  wordsOfQuestions,
} from './queries.ts';
import { askedTerms, termOfBatch } from './words.ts';
import type { Database } from '../../platform/database/database.ts';
import { commonFrom } from './index-question.ts';

/** By rare terms, and newest ones for common terms. */
const compared = 100;
/** Rare terms have 3 to 10. */
const commonRarity = 1;
/** Share of the best score below which results are dropped. */
const leastShare = 1 / 3;

/** Longer questions match more by chance. */
const fairScore = (score: number, terms: number): number => score / Math.max(terms, 1) ** 0.15;

/** Best first. Reads at most `commonFrom` questions per term and compares about 200. */
async function rankQuestions(
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

type Search = {
  q?: string | undefined;
  filter?: QuestionFilter | undefined;
  sort?: QuestionSort | undefined;
  after?: string | undefined;
};

const badPlace = () => httpErrors.badRequest('after must be the _id of the last question seen.');

function presentFound(
  row: ListedRow,
  { asked, seesName, now }: { asked: ReadonlyMap<string, number>; seesName: boolean; now: number },
): FoundQuestion {
  return {
    _id: String(row.id),
    pieces: markFound(plainWords(row), asked),
    author: presentAuthor(row, { now, seesName }),
    createdAt: isoInstant(row.createdAt),
    answers_count: row.commentCount ?? 0,
    isFavorite: row.favoriteOf !== null,
    isSolved: row.solutionId !== null,
    unread: presentUnread(row).unread,
    ...presentAnonymous(row),
    ...presentModeration(row),
  };
}

/** As in `ids`, without those deleted meanwhile. */
async function listFound(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { viewer, batchId }: { viewer: Viewer; batchId: number },
  ids: readonly number[],
  q: string,
): Promise<FoundQuestion[]> {
  if (ids.length === 0) return [];
  const rows = await listedQuestions(database.reader, { batchId, readerId: viewer.accountId }, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const terms = askedTerms(q);
  const now = clock.now();
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const seesName = canSeeName(viewer, { authorId: row.authorId, batchId });
    return [presentFound(row, { asked: terms, seesName, now })];
  });
}

function afterPlace(ids: readonly number[], after: number | null): number[] {
  if (after === null) return [...ids];
  const place = ids.indexOf(after);
  // Not found (-1) any more: starts over.
  return ids.slice(place + 1);
}

/** By relevance or filter. @throws 400 for an `after` that is no question of the batch */
async function findQuestions(
  context: Pick<AppContext, 'database' | 'clock'>,
  { viewer, batch }: DiscussionAccess,
  { q = '', filter, sort = usualSort(q), after }: Search,
): Promise<FoundQuestions> {
  if (batch === null) return { batch: null, questions: [] };
  const { reader } = context.database;
  const place = after === undefined ? null : parseId(after);
  if (after !== undefined) {
    if (place === null) throw badPlace();
    if ((await hasQuestion(reader, { batchId: batch.id, id: place })).length === 0) throw badPlace();
  }
  const asked: Asked = { batchId: batch.id, readerId: viewer.accountId, filter: filter ?? null };
  // One more shows that another page follows.
  const most = limits.foundQuestions + 1;
  let ids: number[];
  if (q === '') {
    const order = sort === 'oldest' ? 'oldest' : 'newest';
    ids = await questionIds(reader, asked, { after: place, order }, most);
  } else {
    const ranked = await rankQuestions(context.database, asked, q);
    if (sort === 'newest') ranked.sort((one, other) => other - one);
    if (sort === 'oldest') ranked.sort((one, other) => one - other);
    ids = afterPlace(ranked, place).slice(0, most);
  }
  const reading = { viewer, batchId: batch.id };
  const questions = await listFound(context, reading, ids.slice(0, limits.foundQuestions), q);
  return { batch: batch.name, questions, ...(ids.length === most && { more: true as const }) };
}

async function findSimilarQuestions(
  context: Pick<AppContext, 'database' | 'clock'>,
  { viewer, batch }: DiscussionAccess,
  text: string,
): Promise<FoundQuestions> {
  if (batch === null) return { batch: null, questions: [] };
  const asked: Asked = { batchId: batch.id, readerId: viewer.accountId, filter: null };
  const ids = await rankQuestions(context.database, asked, text);
  const reading = { viewer, batchId: batch.id };
  const questions = await listFound(context, reading, ids.slice(0, limits.similarQuestions), text);
  return { batch: batch.name, questions };
}

export const searchCalls = ({ tracked }: ForumState) => [
  read(calls.findQuestions, {
    who: tracked,
    run: ({ context, resource, query }) => findQuestions(context, resource, query),
  }),

  read(calls.findSimilarQuestions, {
    who: tracked,
    run: ({ context, resource, query }) => findSimilarQuestions(context, resource, query.text),
  }),
];
