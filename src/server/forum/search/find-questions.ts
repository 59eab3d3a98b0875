import type { FoundQuestion, FoundQuestions } from '#contract/forum/calls';
import { isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import { usualSort, type QuestionFilter, type QuestionSort } from '#contract/forum/question-view';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { presentModeration } from '../moderation/interventions.ts';
import { canSeeName, type DiscussionAccess } from '../policy.ts';
import { plainWords } from '../posts/post-text.ts';
import { presentAnonymous, presentAuthor } from '../reading/presenter.ts';
import { hasQuestion } from '../queries.ts';
import { presentUnread } from '../unread/queries.ts';
import { markFound } from './mark-found.ts';
import { listedQuestions, questionIds, type Asked, type ListedRow } from './queries.ts';
import { rankQuestions } from './rank-questions.ts';
import { askedTerms } from './words.ts';

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

/** In the order of `ids`; without those deleted meanwhile. */
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
  // If the question is no longer found (-1), the list starts over.
  return ids.slice(place + 1);
}

/**
 * A page of a batch's questions, by relevance or by filter.
 * @throws 400 for an `after` that is no question of the batch
 */
export async function findQuestions(
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
  // One more tells whether another page follows.
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

/** The questions nearest to a text that is being written. */
export async function findSimilarQuestions(
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
