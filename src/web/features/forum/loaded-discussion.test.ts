import { describe, expect, test } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { comment, discussionOf, question, questions } from '#support/discussion-fixtures';
import {
  addEarlierComments,
  addOlderPage,
  fromNewestPage,
  mergeAnswer,
  mergePage,
} from './loaded-discussion.ts';

const ids = (loaded: { questions: readonly Question[] }) => loaded.questions.map(({ _id }) => Number(_id));

test('a full page may have older ones before it, a shorter one has none', () => {
  expect(fromNewestPage(discussionOf(questions(1, 50)), 50).hasOlder).toBe(true);
  expect(fromNewestPage(discussionOf(questions(1, 49)), 50).hasOlder).toBe(false);
});

test('an older page is added in front, and the page that a change answers leaves it alone', () => {
  const loaded = addOlderPage(
    fromNewestPage(discussionOf(questions(31, 80)), 50),
    discussionOf(questions(1, 30)),
  );
  expect(ids(loaded)).toEqual(ids({ questions: questions(1, 80) }));
  expect(loaded.hasOlder).toBe(false);
  const asked = mergePage(loaded, discussionOf(questions(32, 81)));
  expect(ids(asked)).toEqual(ids({ questions: questions(1, 81) }));
  expect(asked.hasOlder).toBe(false);
});

test('what a page no longer holds is deleted, what came after it stays', () => {
  const loaded = fromNewestPage(discussionOf(questions(1, 5)), 50);
  expect(ids(mergePage(loaded, discussionOf([question(1), question(3), question(4)])))).toEqual([1, 3, 4, 5]);
  expect(ids(mergePage(loaded, discussionOf([])))).toEqual([]);
});

test('unchanged questions stay the same objects', () => {
  const loaded = fromNewestPage(discussionOf(questions(1, 3)), 50);
  const next = mergePage(
    loaded,
    discussionOf([question(1), question(2, { question: 'Changed' }), question(3)]),
  );
  expect(next.questions[0]).toBe(loaded.questions[0]);
  expect(next.questions[1]).not.toBe(loaded.questions[1]);
});

test('a page that has ended for its bytes is not the first', () => {
  const ended = { ...discussionOf(questions(8, 10)), more: true as const };
  expect(fromNewestPage(ended, 50).hasOlder).toBe(true);
  expect(addOlderPage(fromNewestPage(discussionOf(questions(11, 60)), 50), ended).hasOlder).toBe(true);
  const loaded = addOlderPage(fromNewestPage(ended, 50), discussionOf(questions(1, 7)));
  expect(loaded.hasOlder).toBe(false);
  const again = mergePage(loaded, ended);
  expect(ids(again), 'what was loaded from before it stays').toEqual(ids({ questions: questions(1, 10) }));
  expect(again.hasOlder).toBe(false);
});

test('a change brings its question alone: it takes its place, and nothing else goes', () => {
  const loaded = fromNewestPage(discussionOf(questions(1, 50)), 50);
  const edited = mergeAnswer(loaded, discussionOf([question(7, { question: 'Edited' })]));
  expect(edited.questions[6]?.question).toBe('Edited');
  expect(ids(edited)).toEqual(ids(loaded));
  const marked = fromNewestPage(discussionOf([question(7, { isFavorite: true, isMuted: true })]), 50);
  expect(mergeAnswer(marked, discussionOf([question(7)])).questions, 'it may be older').toEqual(
    marked.questions,
  );
  const asked = mergeAnswer(edited, discussionOf([question(53)]));
  expect(ids(asked).slice(-2)).toEqual([50, 53]);
  expect(mergeAnswer(asked, discussionOf([])), 'a deletion brings none').toBe(asked);
  expect(asked.hasOlder).toBe(true);
});

describe('comments of before those in the page', () => {
  const range = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => comment(first + i));
  const asked = (first: number, last: number, answers_count = last) =>
    question(1, { comments: range(first, last), answers_count });
  const pageOf = (first: number, last: number, answers_count: number) => {
    const { _id, answers, comments } = asked(first, last);
    return { _id, answers, comments, answers_count };
  };
  const commentIds = (loaded: { questions: readonly Question[] }) =>
    loaded.questions[0]?.comments.map(({ id }) => Number(id));
  const numbers = (first: number, last: number) => range(first, last).map(({ id }) => Number(id));
  const loaded = fromNewestPage(discussionOf([asked(71, 120)]), 50);

  test('are put in front, texts and all', () => {
    const more = addEarlierComments(loaded, pageOf(21, 70, 120), '71');
    expect(commentIds(more)).toEqual(numbers(21, 120));
    expect(more.questions[0]?.answers).toEqual(more.questions[0]?.comments.map(({ text }) => text));
    expect(addEarlierComments(loaded, pageOf(21, 70, 120), '80'), 'asked for before another').toEqual(loaded);
  });

  test('that are not there after all are not counted any more', () => {
    const none = { _id: '1', answers: [], comments: [], answers_count: 120 };
    expect(addEarlierComments(loaded, none, '71').questions[0]?.answers_count).toBe(50);
  });

  test('stay when the question is read again, unless some between were never seen', () => {
    const more = addEarlierComments(loaded, pageOf(21, 70, 120), '71');
    expect(commentIds(mergePage(more, discussionOf([asked(73, 122)])))).toEqual(numbers(21, 122));
    expect(commentIds(mergeAnswer(more, discussionOf([asked(73, 122)])))).toEqual(numbers(21, 122));
    expect(commentIds(mergePage(more, discussionOf([asked(130, 179)])))).toEqual(numbers(130, 179));
    const same = mergePage(more, discussionOf([asked(71, 120)]));
    expect(same.questions[0], 'unchanged').toBe(more.questions[0]);
  });
});
