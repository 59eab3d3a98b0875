import { receiptScreen } from '#contract/screens';
import { isSubmission, type QueuedRequest, type OutboxCall } from '../../lib/outbox/queued-request.ts';
import { taskLabel } from '../../lib/task-label.ts';

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
  askSecondLook: ['review request', 'review requests'],
  askExtension: ['extension request', 'extension requests'],
};

/** Another version may have stored an unknown call. */
const nounsOf = (call: OutboxCall): readonly [string, string] => nouns[call] ?? ['request', 'requests'];

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** "1 submission and 2 comments", in the order of the clicks. */
export function countRequests(acts: readonly QueuedRequest[]): string {
  const counts = new Map<OutboxCall | string, { noun: readonly [string, string]; count: number }>();
  for (const { call } of acts) {
    const noun = nounsOf(call);
    const { count } = counts.get(noun[0]) ?? { count: 0 };
    counts.set(noun[0], { noun, count: count + 1 });
  }
  return lists.format([...counts.values()].map(({ noun, count }) => `${count} ${noun[count === 1 ? 0 : 1]}`));
}

/** "Your week 2 submission", "Your comment". */
export function nameRequest(act: QueuedRequest): string {
  const { task, name } = act.label;
  const [noun] = nounsOf(act.call);
  if (isSubmission(act) && task !== undefined) return `Your ${taskLabel(task).toLowerCase()} submission`;
  if (task !== undefined && name !== undefined) return `Your mark for ${name}, ${taskLabel(task)},`;
  return `Your ${noun}`;
}

const outcomes: Partial<Record<OutboxCall, string>> = {
  askQuestion: 'Your question was posted.',
  answerQuestion: 'Your comment was posted.',
  editQuestion: 'Your edit was saved.',
  deleteQuestion: 'The question was deleted.',
  editComment: 'Your edit was saved.',
  deleteComment: 'The comment was deleted.',
  undoQuestionDeletion: 'The question is back.',
  undoCommentDeletion: 'The comment is back.',
  markAnswer: 'The answer was marked.',
  unmarkAnswer: 'No comment is marked as the answer any more.',
  sendPrivate: 'Your private question was sent.',
  changePrivate: 'Your edit was saved.',
  askExtension: 'Your extension request was sent.',
  askSecondLook: 'Your review request was sent.',
};

/** After sending, with a link to the result. */
export function tellSent(act: QueuedRequest): { text: string; link: string; to: string } {
  const { task, name, to } = act.label;
  if (act.answer !== null) {
    const { number, task: submitted } = act.answer.receipt;
    return {
      text: `Submitted: ${taskLabel(submitted).toLowerCase()}.`,
      link: `Receipt ${number}`,
      to: receiptScreen(submitted, number),
    };
  }
  if (act.call === 'sendPrivate' && act.body?.['question'] !== undefined)
    return { text: 'Your comment was sent.', link: 'See it', to };
  if (act.call === 'markSubmission' && task !== undefined)
    return { text: `Your mark for ${name ?? ''}, ${taskLabel(task)}, was saved.`, link: 'Submissions', to };
  return { text: outcomes[act.call] ?? `${nameRequest(act)} was sent.`, link: 'See it', to };
}
