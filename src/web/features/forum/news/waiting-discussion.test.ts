import { expect, test } from 'vitest';
import type { Question } from '#contract/forum/calls';
import { student } from '#support/contract-fixtures';
import { comment, discussionOf, question } from '#support/discussion-fixtures';
import { aRequest } from '#support/outbox-fixtures';
import { withSentRequest } from './waiting-discussion.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => comment(first + index));
const withCount = (comments: Question['comments'], answers_count: number) =>
  question(1, { comments, answers_count });

function sent(shown: Question, call: 'deleteComment' | 'undoCommentDeletion', id: number, answer?: Question) {
  const request = aRequest({
    call,
    body: null,
    params: { s_id: student.s_id, id: '1', comment: String(id) },
  });
  const answered = answer === undefined ? undefined : discussionOf([answer]);
  const loaded = { questions: [shown], hasOlder: false };
  const [changed] = withSentRequest(loaded, request, answered, student, comment(id)).questions;
  return changed as Question;
}

test('a comment that returns is counted again, also after a lost answer', () => {
  const deleted = sent(withCount(range(6, 7), 7), 'deleteComment', 7);
  expect(deleted).toMatchObject({ answers_count: 6, comments: range(6, 6) });
  const returned = withCount(range(6, 7), 7);
  expect(sent(deleted, 'undoCommentDeletion', 7)).toEqual(returned);
  expect(sent(deleted, 'undoCommentDeletion', 7, returned)).toEqual(returned);
});

test('an earlier comment is counted once, when it is deleted and when it returns', () => {
  const deleted = sent(withCount(range(3, 10), 10), 'deleteComment', 3, withCount(range(6, 10), 9));
  expect(deleted).toEqual(withCount(range(4, 10), 9));
  const returned = sent(deleted, 'undoCommentDeletion', 3, withCount(range(6, 10), 10));
  expect(returned).toEqual(withCount(range(3, 10), 10));
});
