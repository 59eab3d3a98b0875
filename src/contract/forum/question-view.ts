export const questionFilters = ['mine', 'favorites', 'unanswered', 'solved', 'unread', 'pinned'] as const;
export type QuestionFilter = (typeof questionFilters)[number];

/** `best`: by relevance to a search. */
export const questionSorts = ['best', 'newest', 'oldest'] as const;
export type QuestionSort = (typeof questionSorts)[number];

/** Kept in the address. */
export type QuestionView = { q: string; filter: QuestionFilter | null; sort: QuestionSort };

export const usualSort = (q: string): QuestionSort => (q === '' ? 'newest' : 'best');

/** `?q=…&filter=…&sort=…`; unknown values are ignored. */
export function questionView(search: URLSearchParams): QuestionView {
  const q = (search.get('q') ?? '').trim();
  const sort = questionSorts.find((one) => one === search.get('sort')) ?? usualSort(q);
  return {
    q,
    // Clearing a search returns to its filter.
    filter:
      questionFilters.find((one) => one === search.get('filter')) ?? (q === '' ? filterBefore(search) : null),
    sort: sort === 'best' ? usualSort(q) : sort,
  };
}

/** The filter a search began in (`?from=…`); it covers all questions. */
export const filterBefore = (search: URLSearchParams): QuestionFilter | null =>
  questionFilters.find((one) => one === search.get('from')) ?? null;

export const isNarrowed = ({ q, filter, sort }: QuestionView): boolean =>
  q !== '' || filter !== null || sort !== 'newest';

export function questionQuery({ q, filter, sort }: QuestionView) {
  return {
    ...(q !== '' && { q }),
    ...(filter !== null && { filter }),
    ...(sort !== usualSort(q) && { sort }),
  };
}

const forum = (batch: string): string => `/discussion/${encodeURIComponent(batch)}`;

export function forumAddress(batch: string, view: Partial<QuestionView> = {}): string {
  const q = view.q ?? '';
  const search = new URLSearchParams(
    questionQuery({ q, filter: view.filter ?? null, sort: view.sort ?? usualSort(q) }),
  );
  return search.size === 0 ? forum(batch) : `${forum(batch)}?${search.toString()}`;
}

export const questionAddress = (batch: string, id: string): string =>
  `${forum(batch)}/${encodeURIComponent(id)}`;

/** The screen of private questions, or one of them on it. */
export const privateAddress = (batch: string, id?: string): string =>
  questionAddress(batch, 'mentors') + (id === undefined ? '' : `?question=${id}`);

/** In characters. */
export const similarTextLength = 500;
/** Shorter texts are not compared. */
export const similarTextFrom = 12;

/** Older posts count as read, which bounds the cost of counting. */
export const unreadChanges = 1_000;
