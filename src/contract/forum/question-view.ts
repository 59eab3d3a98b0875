/**
 * Which of a batch's questions: one's own, one's favourites, those without an answer, those with a marked one, those with something
 * unread, those that a mentor has pinned.
 */
export const questionFilters = ['mine', 'favorites', 'unanswered', 'solved', 'unread', 'pinned'] as const;
export type QuestionFilter = (typeof questionFilters)[number];

/** In which order: the nearest to what is looked for, which needs words to look for; the newest; the oldest first. */
export const questionSorts = ['best', 'newest', 'oldest'] as const;
export type QuestionSort = (typeof questionSorts)[number];

/** What the forum's screen shows beside all questions; the address says so, as far as somebody has chosen. */
export type QuestionView = { q: string; filter: QuestionFilter | null; sort: QuestionSort };

/** The order where none is chosen. */
export const usualSort = (q: string): QuestionSort => (q === '' ? 'newest' : 'best');

/** Reads the view from the address (`?q=…&filter=…&sort=…`); what it does not know counts as not chosen. */
export function questionView(search: URLSearchParams): QuestionView {
  const q = (search.get('q') ?? '').trim();
  const sort = questionSorts.find((one) => one === search.get('sort')) ?? usualSort(q);
  return {
    q,
    // Without words the form of a filter leads back to it.
    filter:
      questionFilters.find((one) => one === search.get('filter')) ?? (q === '' ? filterBefore(search) : null),
    sort: sort === 'best' ? usualSort(q) : sort,
  };
}

/** The filter in which a search was begun (`?from=…`): the search looks in all questions, and says how many are in it. */
export const filterBefore = (search: URLSearchParams): QuestionFilter | null =>
  questionFilters.find((one) => one === search.get('from')) ?? null;

/** Whether a view is other than the forum itself: all questions, the newest first. */
export const isNarrowed = ({ q, filter, sort }: QuestionView): boolean =>
  q !== '' || filter !== null || sort !== 'newest';

/** The same as the query of the call that finds questions. */
export function questionQuery({ q, filter, sort }: QuestionView) {
  return {
    ...(q !== '' && { q }),
    ...(filter !== null && { filter }),
    ...(sort !== usualSort(q) && { sort }),
  };
}

const forum = (batch: string): string => `/discussion/${encodeURIComponent(batch)}`;

/** The address of a view of a batch's forum; what is left out is as at first. */
export function forumAddress(batch: string, view: Partial<QuestionView> = {}): string {
  const q = view.q ?? '';
  const search = new URLSearchParams(
    questionQuery({ q, filter: view.filter ?? null, sort: view.sort ?? usualSort(q) }),
  );
  return search.size === 0 ? forum(batch) : `${forum(batch)}?${search.toString()}`;
}

/** The address of one question's own page, however old it is. */
export const questionAddress = (batch: string, id: string): string =>
  `${forum(batch)}/${encodeURIComponent(id)}`;

/** Of a text that is being written only its beginning is compared with the questions of the batch. */
export const similarTextLength = 500;
/** What is shorter says too little. */
export const similarTextFrom = 12;

/** The most unread posts of a question, and unread questions of a batch, that are counted: one more than screens show. */
export const maxUnread = 100;

/**
 * Only the posts of so many last changes of a discussion can be unread, so that counting them costs the same in every batch; what
 * is older counts as read.
 */
export const unreadChanges = 1_000;

/** A number of unread things as screens show it. */
export const shownUnread = (count: number): string =>
  count >= maxUnread ? `${maxUnread - 1}+` : String(count);
