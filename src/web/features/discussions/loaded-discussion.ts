import { limits } from '#contract/limits';
import type { Discussion, Question } from '#contract/discussions';

/** A batch's questions as far as the screen knows them, oldest first as on the wire. */
export type LoadedDiscussion = { questions: readonly Question[]; hasOlder: boolean };

export function firstBoard({ questions }: Discussion): LoadedDiscussion {
  return { questions, hasOlder: questions.length >= limits.pageSize };
}

const place = (question: Question) => Number(question._id);

/** What has not changed stays the same object, so that its row is not drawn again. */
function keepSame(known: readonly Question[], fresh: readonly Question[]): Question[] {
  const byId = new Map(known.map((question) => [question._id, question]));
  return fresh.map((question) => {
    const before = byId.get(question._id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(question) ? before : question;
  });
}

/**
 * Takes in what a change answered: a run of neighbouring questions. Known ones within the run that it no longer holds
 * are gone; those before and after it stay. A run shorter than a page reaches the very first question.
 */
export function withRun(board: LoadedDiscussion, run: readonly Question[]): LoadedDiscussion {
  const isWhole = run.length < limits.pageSize;
  const first = run[0];
  const last = run.at(-1);
  const before =
    isWhole || first === undefined ? [] : board.questions.filter((one) => place(one) < place(first));
  const after = last === undefined ? [] : board.questions.filter((one) => place(one) > place(last));
  return {
    questions: [...before, ...keepSame(board.questions, run), ...after],
    hasOlder: isWhole ? false : board.hasOlder || before.length === 0,
  };
}

/** Puts an older page in front. */
export function withOlder(board: LoadedDiscussion, older: readonly Question[]): LoadedDiscussion {
  const known = new Set(board.questions.map(({ _id }) => _id));
  return {
    questions: [...older.filter(({ _id }) => !known.has(_id)), ...board.questions],
    hasOlder: older.length >= limits.pageSize,
  };
}

/** Changes one question, if it is there. */
export function withQuestion(
  board: LoadedDiscussion,
  id: string,
  change: (question: Question) => Question,
): LoadedDiscussion {
  return { ...board, questions: board.questions.map((one) => (one._id === id ? change(one) : one)) };
}

export function withoutQuestion(board: LoadedDiscussion, id: string): LoadedDiscussion {
  return { ...board, questions: board.questions.filter(({ _id }) => _id !== id) };
}
