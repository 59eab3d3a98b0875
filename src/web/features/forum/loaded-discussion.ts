import { limits } from '#contract/limits';
import type { CommentPage, Discussion, Question } from '#contract/forum/calls';
import { countComments } from './comments-text.ts';

/** Oldest first, as on the wire. */
export type LoadedDiscussion = { questions: readonly Question[]; hasOlder: boolean };

/** @param pageSize how many questions were requested */
export function fromNewestPage(page: Discussion, pageSize: number): LoadedDiscussion {
  return { questions: page.questions, hasOlder: mayGoOn(page, pageSize) };
}

/** Whether older questions may exist: the page is full, or ended at its byte limit. */
export function mayGoOn({ questions, more }: Discussion, pageSize: number): boolean {
  return questions.length >= pageSize || more === true;
}

const idOf = ({ _id }: Question) => Number(_id);
const isBefore = (one: Comment, other: Comment) => Number(one.id) < Number(other.id);

type Comment = Question['comments'][number];

export function newestCommentOf({ comments }: Question): string | null {
  return comments.findLast(({ id }) => /^\d+$/.test(id))?.id ?? null;
}

/** The question without unread marks, unless a comment newer than `newest` is loaded. */
export function asRead(question: Question, newest: string | null): Question {
  const shown = Number(newestCommentOf(question) ?? 0);
  return question.unread > 0 && shown <= Number(newest ?? 0) ? { ...question, unread: 0 } : question;
}

/** `comments` are all that are loaded, oldest first. */
function withComments(question: Question, comments: readonly Comment[]): Question {
  return { ...question, comments: [...comments], answers: comments.map(({ text }) => text) };
}

/** A reloaded question, with the earlier comments that were loaded already. */
function keepEarlier(known: Question, fresh: Question): Question {
  const [first] = fresh.comments;
  if (first === undefined) return fresh;
  const earlier = known.comments.filter((one) => isBefore(one, first));
  // A gap may be between known and new comments: earlier ones are loaded again.
  const isNextTo = known.comments.some(({ id }) => Number(id) >= Number(first.id));
  return earlier.length === 0 || !isNextTo ? fresh : withComments(fresh, [...earlier, ...fresh.comments]);
}

/** Keeps unchanged questions the same objects, so that their cards do not rerender. */
function reuseUnchanged(known: readonly Question[], fresh: readonly Question[]): Question[] {
  const byId = new Map(known.map((question) => [question._id, question]));
  return fresh.map((question) => {
    const before = byId.get(question._id);
    if (before === undefined) return question;
    const now = keepEarlier(before, question);
    return JSON.stringify(before) === JSON.stringify(now) ? before : now;
  });
}

/**
 * Merges the reloaded newest page. Known questions in its range but not on it are deleted; those outside
 * stay. A page that is neither full nor ended at its byte limit reaches the very first question.
 */
export function mergePage(loaded: LoadedDiscussion, page: Discussion): LoadedDiscussion {
  const { questions } = page;
  const isWhole = !mayGoOn(page, limits.pageSize);
  const first = questions[0];
  const last = questions.at(-1);
  const before =
    isWhole || first === undefined ? [] : loaded.questions.filter((one) => idOf(one) < idOf(first));
  const after = last === undefined ? [] : loaded.questions.filter((one) => idOf(one) > idOf(last));
  return {
    questions: [...before, ...reuseUnchanged(loaded.questions, questions), ...after],
    hasOlder: isWhole ? false : loaded.hasOlder || before.length === 0,
  };
}

/**
 * Merges the response to a change: its question, or none. Older servers answer with the newest page, which
 * may be as short. Favorite and mute stay as shown: the response may be from before their change.
 */
export function mergeAnswer(loaded: LoadedDiscussion, answer: Discussion): LoadedDiscussion {
  const [changed, ...others] = answer.questions;
  if (others.length > 0) return mergePage(loaded, answer);
  if (changed === undefined) return loaded;
  const known = loaded.questions.find(({ _id }) => _id === changed._id);
  const marks = known && { isFavorite: known.isFavorite, isMuted: known.isMuted };
  const [question = changed] = reuseUnchanged(loaded.questions, [{ ...changed, ...marks }]);
  const questions = known
    ? loaded.questions.map((one) => (one === known ? question : one))
    : [...loaded.questions, changed].toSorted((one, other) => idOf(one) - idOf(other));
  return { ...loaded, questions };
}

export function addOlderPage(loaded: LoadedDiscussion, page: Discussion): LoadedDiscussion {
  const known = new Set(loaded.questions.map(({ _id }) => _id));
  return {
    questions: [...page.questions.filter(({ _id }) => !known.has(_id)), ...loaded.questions],
    hasOlder: mayGoOn(page, limits.pageSize),
  };
}

/**
 * An empty page means there are no more.
 * @param before the oldest loaded id at the time of the request; if it has changed, the page is ignored and
 * requested again
 */
export function addEarlierComments(
  loaded: LoadedDiscussion,
  page: CommentPage,
  before: string | undefined,
): LoadedDiscussion {
  return updateQuestion(loaded, page._id, (question) => {
    if (question.comments[0]?.id !== before) return question;
    const comments = [...page.comments, ...question.comments];
    const isAll = page.comments.length === 0;
    const answers_count = isAll ? comments.length : Math.max(page.answers_count, comments.length);
    return { ...withComments(question, comments), answers_count };
  });
}

export function withoutComment(question: Question, id: string): Question {
  const comments = question.comments.filter((one) => one.id !== id);
  const isSolution = question.solution?.id === id;
  if (comments.length === question.comments.length && !isSolution) return question;
  return {
    ...withComments(question, comments),
    answers_count: countComments(question) - 1,
    ...(isSolution && { solution: undefined }),
  };
}

export function withComment(question: Question, comment: Comment): Question {
  if (question.comments.some(({ id }) => id === comment.id)) return question;
  const before = question.comments.filter((one) => isBefore(one, comment));
  const after = question.comments.slice(before.length);
  return {
    ...withComments(question, [...before, comment, ...after]),
    answers_count: countComments(question) + 1,
  };
}

export function changeComment(question: Question, id: string, change: (one: Comment) => Comment): Question {
  const { solution } = question;
  const comments = question.comments.map((one) => (one.id === id ? change(one) : one));
  return {
    ...withComments(question, comments),
    ...(solution?.id === id && { solution: change(solution) }),
  };
}

export function updateQuestion(
  loaded: LoadedDiscussion,
  id: string,
  change: (question: Question) => Question,
): LoadedDiscussion {
  return { ...loaded, questions: loaded.questions.map((one) => (one._id === id ? change(one) : one)) };
}

export function removeQuestion(loaded: LoadedDiscussion, id: string): LoadedDiscussion {
  return { ...loaded, questions: loaded.questions.filter(({ _id }) => _id !== id) };
}
