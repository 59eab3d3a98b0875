export const questionFilters = ['mine', 'favorites', 'unanswered', 'solved', 'unread', 'pinned'] as const;
export type QuestionFilter = (typeof questionFilters)[number];

/** `best` is by relevance, and needs a search. */
export const questionSorts = ['best', 'newest', 'oldest'] as const;
export type QuestionSort = (typeof questionSorts)[number];

/** What the forum's screen shows; kept in the address. */
export type QuestionView = { q: string; filter: QuestionFilter | null; sort: QuestionSort };

export const usualSort = (q: string): QuestionSort => (q === '' ? 'newest' : 'best');

/** Reads the view from `?q=…&filter=…&sort=…`; unknown values are ignored. */
export function questionView(search: URLSearchParams): QuestionView {
  const q = (search.get('q') ?? '').trim();
  const sort = questionSorts.find((one) => one === search.get('sort')) ?? usualSort(q);
  return {
    q,
    // Clearing the search returns to its filter.
    filter:
      questionFilters.find((one) => one === search.get('filter')) ?? (q === '' ? filterBefore(search) : null),
    sort: sort === 'best' ? usualSort(q) : sort,
  };
}

/** The filter a search began in (`?from=…`); the search itself covers all questions. */
export const filterBefore = (search: URLSearchParams): QuestionFilter | null =>
  questionFilters.find((one) => one === search.get('from')) ?? null;

/** Whether it differs from the default view. */
export const isNarrowed = ({ q, filter, sort }: QuestionView): boolean =>
  q !== '' || filter !== null || sort !== 'newest';

/** The query of `findQuestions`. */
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

/** Only this much of a new text is compared, in characters. */
export const similarTextLength = 500;
/** Shorter texts are not compared. */
export const similarTextFrom = 12;

/** Counting stops here, one above what screens show. */
export const maxUnread = 100;

/** Only posts of a discussion's last changes can be unread, which bounds the cost of counting. */
export const unreadChanges = 1_000;

export const shownUnread = (count: number): string =>
  count >= maxUnread ? `${maxUnread - 1}+` : String(count);
