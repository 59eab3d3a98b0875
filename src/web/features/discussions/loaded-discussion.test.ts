import { expect, test } from 'vitest';
import type { Question } from '#contract/discussions';
import { firstBoard, withOlder, withRun } from './loaded-discussion.ts';

function question(id: number, text = `Question ${id}`): Question {
  return {
    _id: String(id),
    question: text,
    answers: [],
    comments: [],
    author: { name: 'Asha', online: false, role: 'student' },
    createdAt: '2026-11-02T00:00:00.000Z',
    editedAt: null,
    views: 0,
    isFavorite: false,
    can: { edit: false, delete: false },
  };
}
const run = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => question(from + index));
const ids = (board: { questions: readonly Question[] }) => board.questions.map(({ _id }) => Number(_id));

test('a full page may have older ones before it, a shorter one has none', () => {
  expect(firstBoard({ batch: 'A', questions: run(1, 50) }).hasOlder).toBe(true);
  expect(firstBoard({ batch: 'A', questions: run(1, 49) }).hasOlder).toBe(false);
});

test('an older page comes in front, and what a change answers leaves it alone', () => {
  const board = withOlder(firstBoard({ batch: 'A', questions: run(31, 80) }), run(1, 30));
  expect(ids(board)).toEqual(ids({ questions: run(1, 80) }));
  expect(board.hasOlder).toBe(false);
  const asked = withRun(board, run(32, 81));
  expect(ids(asked)).toEqual(ids({ questions: run(1, 81) }));
  expect(asked.hasOlder).toBe(false);
});

test('what a run no longer holds is gone, what came after it stays', () => {
  const board = firstBoard({ batch: 'A', questions: run(1, 5) });
  expect(ids(withRun(board, [question(1), question(3), question(4)]))).toEqual([1, 3, 4, 5]);
  expect(ids(withRun(board, []))).toEqual([]);
});

test('unchanged questions stay the same objects', () => {
  const board = firstBoard({ batch: 'A', questions: run(1, 3) });
  const next = withRun(board, [question(1), question(2, 'Changed'), question(3)]);
  expect(next.questions[0]).toBe(board.questions[0]);
  expect(next.questions[1]).not.toBe(board.questions[1]);
});
