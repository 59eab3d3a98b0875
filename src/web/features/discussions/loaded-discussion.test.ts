import { expect, test } from 'vitest';
import type { Question } from '#contract/discussions';
import { addOlderPage, fromNewestPage, mergePage } from './loaded-discussion.ts';

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
const questions = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => question(from + index));
const ids = (loaded: { questions: readonly Question[] }) => loaded.questions.map(({ _id }) => Number(_id));

test('a full page may have older ones before it, a shorter one has none', () => {
  expect(fromNewestPage({ batch: 'A', questions: questions(1, 50) }, 50).hasOlder).toBe(true);
  expect(fromNewestPage({ batch: 'A', questions: questions(1, 49) }, 50).hasOlder).toBe(false);
});

test('an older page is added in front, and the page that a change answers leaves it alone', () => {
  const loaded = addOlderPage(
    fromNewestPage({ batch: 'A', questions: questions(31, 80) }, 50),
    questions(1, 30),
  );
  expect(ids(loaded)).toEqual(ids({ questions: questions(1, 80) }));
  expect(loaded.hasOlder).toBe(false);
  const asked = mergePage(loaded, questions(32, 81));
  expect(ids(asked)).toEqual(ids({ questions: questions(1, 81) }));
  expect(asked.hasOlder).toBe(false);
});

test('what a page no longer holds is deleted, what came after it stays', () => {
  const loaded = fromNewestPage({ batch: 'A', questions: questions(1, 5) }, 50);
  expect(ids(mergePage(loaded, [question(1), question(3), question(4)]))).toEqual([1, 3, 4, 5]);
  expect(ids(mergePage(loaded, []))).toEqual([]);
});

test('unchanged questions stay the same objects', () => {
  const loaded = fromNewestPage({ batch: 'A', questions: questions(1, 3) }, 50);
  const next = mergePage(loaded, [question(1), question(2, 'Changed'), question(3)]);
  expect(next.questions[0]).toBe(loaded.questions[0]);
  expect(next.questions[1]).not.toBe(loaded.questions[1]);
});
