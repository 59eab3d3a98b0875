import { limits } from '#contract/limits';
import type { Discussion, Question } from '#contract/discussions';

/** A batch's questions as far as the screen has loaded them, oldest first as on the wire. */
export type LoadedDiscussion = { questions: readonly Question[]; hasOlder: boolean };

/**
 * Begins with the newest page.
 * @param pageSize how many questions were asked for
 */
export function fromNewestPage({ questions }: Discussion, pageSize: number): LoadedDiscussion {
  return { questions, hasOlder: questions.length >= pageSize };
}

const idOf = (question: Question) => Number(question._id);

/** Unchanged questions stay the same objects, so that their cards are not rendered again. */
function reuseUnchanged(known: readonly Question[], fresh: readonly Question[]): Question[] {
  const byId = new Map(known.map((question) => [question._id, question]));
  return fresh.map((question) => {
    const before = byId.get(question._id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(question) ? before : question;
  });
}

/**
 * Merges the page that a change or a refresh answered: neighbouring questions without a gap. Known ones within its range
 * that it does not hold are deleted; those before and after it stay. A page shorter than the page size reaches the very
 * first question.
 */
export function mergePage(loaded: LoadedDiscussion, page: readonly Question[]): LoadedDiscussion {
  const isWhole = page.length < limits.pageSize;
  const first = page[0];
  const last = page.at(-1);
  const before =
    isWhole || first === undefined ? [] : loaded.questions.filter((one) => idOf(one) < idOf(first));
  const after = last === undefined ? [] : loaded.questions.filter((one) => idOf(one) > idOf(last));
  return {
    questions: [...before, ...reuseUnchanged(loaded.questions, page), ...after],
    hasOlder: isWhole ? false : loaded.hasOlder || before.length === 0,
  };
}

/** Adds the page before the oldest loaded question (cursor pagination). */
export function addOlderPage(loaded: LoadedDiscussion, page: readonly Question[]): LoadedDiscussion {
  const known = new Set(loaded.questions.map(({ _id }) => _id));
  return {
    questions: [...page.filter(({ _id }) => !known.has(_id)), ...loaded.questions],
    hasOlder: page.length >= limits.pageSize,
  };
}

/** Changes one question, if it is loaded. */
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
