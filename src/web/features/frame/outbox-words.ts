import type { QueuedRequest, OutboxCall } from '../../lib/outbox/queued-request.ts';

const submission = ['submission', 'submissions'] as const;
const favorite = ['favorite', 'favorites'] as const;
const answerMark = ['marked answer', 'marked answers'] as const;
const mute = ['muted question', 'muted questions'] as const;
const undoing = ['undone deletion', 'undone deletions'] as const;
const nouns: Record<OutboxCall, readonly [one: string, many: string]> = {
  uploadWeek: submission,
  uploadProject: submission,
  uploadViva: submission,
  askQuestion: ['question', 'questions'],
  answerQuestion: ['comment', 'comments'],
  editQuestion: ['edit', 'edits'],
  deleteQuestion: ['deletion', 'deletions'],
  favoriteQuestion: favorite,
  unfavoriteQuestion: favorite,
  markAnswer: answerMark,
  unmarkAnswer: answerMark,
  markUnread: ['question marked as unread', 'questions marked as unread'],
  readAllQuestions: ['“mark all as read”', '“mark all as read”'],
  muteQuestion: mute,
  unmuteQuestion: mute,
  editComment: ['edit', 'edits'],
  deleteComment: ['deletion', 'deletions'],
  undoQuestionDeletion: undoing,
  undoCommentDeletion: undoing,
  sendPrivate: ['private question', 'private questions'],
  changePrivate: ['edit', 'edits'],
  markSubmission: ['mark', 'marks'],
  recordMark: ['mark', 'marks'],
  giveVivaMarks: ['marks of a viva', 'marks of vivas'],
  askSecondLook: ['review request', 'review requests'],
  askExtension: ['extension request', 'extension requests'],
};

/** Another version may have stored an unknown call. */
export const nounsOf = (call: OutboxCall): readonly [string, string] =>
  nouns[call] ?? ['request', 'requests'];

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** "1 submission and 2 comments", in the order of the clicks. */
export function countRequests(requests: readonly QueuedRequest[]): string {
  const counts = new Map<OutboxCall | string, { noun: readonly [string, string]; count: number }>();
  for (const { call } of requests) {
    const noun = nounsOf(call);
    const { count } = counts.get(noun[0]) ?? { count: 0 };
    counts.set(noun[0], { noun, count: count + 1 });
  }
  return lists.format([...counts.values()].map(({ noun, count }) => `${count} ${noun[count === 1 ? 0 : 1]}`));
}
