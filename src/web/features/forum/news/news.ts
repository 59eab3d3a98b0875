import type { QuestionChange, Discussion, Question } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { countComments } from '../comments-text.ts';
import { mayGoOn, type LoadedDiscussion } from '../loaded-discussion.ts';

/** Changes by others, not shown until the reader asks for them. */
export type News = {
  /** Question ids. */
  asked: ReadonlySet<string>;
  /** Current number of comments, by question id. */
  counts: ReadonlyMap<string, number>;
  /** Questions whose text or marks changed. */
  changed: ReadonlySet<string>;
  removed: ReadonlySet<string>;
  /** The version at which each question was told last. */
  versions: ReadonlyMap<string, number>;
};

export const noNews: News = {
  asked: new Set(),
  counts: new Map(),
  changed: new Set(),
  removed: new Set(),
  versions: new Map(),
};

const withId = (ids: ReadonlySet<string>, id: string) => new Set([...ids, id]);
const withoutId = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((one) => one !== id));

/** In the order of the versions. */
export function addChange(
  before: News,
  { _id, change, answers_count, version }: QuestionChange & { version: number },
  loaded: LoadedDiscussion,
): News {
  const news = {
    ...before,
    // A deletion can be undone.
    removed: withoutId(before.removed, _id),
    versions: new Map([...before.versions, [_id, version]]),
  };
  if (change === 'removed')
    return { ...news, asked: withoutId(news.asked, _id), removed: withId(news.removed, _id) };
  const question = loaded.questions.find((one) => one._id === _id);
  if (question === undefined) return change === 'asked' ? { ...news, asked: withId(news.asked, _id) } : news;
  const isCommented = answers_count > Math.max(countComments(question), news.counts.get(_id) ?? 0);
  if (!isCommented && change === 'asked') return news;
  if (!isCommented) return { ...news, changed: withId(news.changed, _id) };
  return { ...news, counts: new Map([...news.counts, [_id, answers_count]]) };
}

/** @param isRead whether a question was read at this version or later */
export function withoutRead(news: News, isRead: (id: string, version: number) => boolean): News {
  const isLeft = (id: string) => !isRead(id, news.versions.get(id) ?? 0);
  const left = (ids: ReadonlySet<string>) => new Set([...ids].filter(isLeft));
  return {
    asked: left(news.asked),
    counts: new Map([...news.counts].filter(([id]) => isLeft(id))),
    changed: left(news.changed),
    removed: left(news.removed),
    versions: new Map([...news.versions].filter(([id]) => isLeft(id))),
  };
}

function hasOtherComments(before: Question, now: Question): boolean {
  const known = new Map(now.comments.map(({ id, text }) => [id, text]));
  const first = Number(now.comments[0]?.id ?? Infinity);
  const isOther = ({ id, text }: Question['comments'][number]) =>
    Number(id) >= first && known.get(id) !== text;
  return countComments(now) < countComments(before) || before.comments.some(isOther);
}

/** Of a reloaded newest page, or a question's own. */
export function newsIn(page: Discussion, { questions }: LoadedDiscussion): News {
  const shown = new Map(questions.map((question) => [question._id, question]));
  const there = new Set(page.questions.map(({ _id }) => _id));
  const newest = Math.max(0, ...questions.map(({ _id }) => Number(_id)));
  // A page that is not full has all: what it lacks is gone, also where it is empty.
  const first = mayGoOn(page, limits.pageSize) ? Number(page.questions[0]?._id) : 0;
  const asked = page.questions.filter(({ _id }) => Number(_id) > newest).map(({ _id }) => _id);
  const known = page.questions.flatMap((now) => {
    const before = shown.get(now._id);
    return before === undefined ? [] : [{ before, now }];
  });
  const isCommented = ({ before, now }: { before: Question; now: Question }) =>
    countComments(now) > countComments(before);
  return {
    asked: new Set(asked),
    counts: new Map(known.filter(isCommented).map(({ now }) => [now._id, countComments(now)])),
    changed: new Set(
      known
        .filter(
          ({ before, now }) =>
            before.question !== now.question ||
            before.solution?.id !== now.solution?.id ||
            hasOtherComments(before, now),
        )
        .map(({ now }) => now._id),
    ),
    removed: new Set(
      questions.filter(({ _id }) => !there.has(_id) && Number(_id) > first).map(({ _id }) => _id),
    ),
    versions: new Map([...questions, ...page.questions].map(({ _id }) => [_id, page.version ?? 0])),
  };
}

export type CountedNews = { questions: number; comments: number; others: number };

/**
 * @param isOwn whether the reader is changing a question now: its news may be that change
 * @param only the one question that the screen is about
 */
export function countNews(
  news: News,
  shown: readonly Question[],
  { isOwn, isAsking, only }: { isOwn: (id: string) => boolean; isAsking: boolean; only: string | null },
): CountedNews {
  const here = new Map(shown.map((question) => [question._id, question]));
  const isMeant = (id: string) => here.has(id) && !isOwn(id) && (only === null || id === only);
  const comments = [...news.counts].map(([id, count]) => {
    const question = here.get(id);
    return question === undefined || !isMeant(id) ? 0 : Math.max(0, count - countComments(question));
  });
  return {
    questions: only !== null || isAsking ? 0 : [...news.asked].filter((id) => !here.has(id)).length,
    comments: comments.reduce((sum, count) => sum + count, 0),
    others: [...news.changed, ...news.removed].filter(isMeant).length,
  };
}

/** New comments by question id; without questions that the reader is changing or has muted. */
export function freshComments(
  { counts }: News,
  shown: readonly Question[],
  isOwn: (id: string) => boolean,
): ReadonlyMap<string, number> {
  return new Map(
    shown.flatMap((question) => {
      const more = (counts.get(question._id) ?? 0) - countComments(question);
      return more > 0 && !question.isMuted && !isOwn(question._id) ? [[question._id, more]] : [];
    }),
  );
}

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/** `3 new questions, 1 new comment`; null for none. */
export function newsText({ questions, comments, others }: CountedNews): string | null {
  const parts = [
    ...counted(questions, 'new question', 'new questions'),
    ...counted(comments, 'new comment', 'new comments'),
    ...counted(others, 'change', 'changes'),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}
