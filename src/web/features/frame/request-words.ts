import { receiptScreen } from '#contract/submissions/receipt-screen';
import { isSubmission, type QueuedRequest, type OutboxCall } from '../../lib/outbox/queued-request.ts';
import { taskLabel } from '../../lib/task-label.ts';
import { nounsOf } from './outbox-words.ts';

/** "Your week 2 submission", "Your comment". */
export function nameRequest(request: QueuedRequest): string {
  const { task, name } = request.label;
  const [noun] = nounsOf(request.call);
  if (isSubmission(request) && task !== undefined) return `Your ${taskLabel(task).toLowerCase()} submission`;
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
  giveVivaMarks: 'Your marks of the viva were given.',
  askSecondLook: 'Your review request was sent.',
};

/** After sending, with a link to the result. */
export function tellSent(request: QueuedRequest): { text: string; link: string; to: string } {
  const { task, name, to } = request.label;
  if (request.answer !== null) {
    const { number, task: submitted } = request.answer.receipt;
    return {
      text: `Submitted: ${taskLabel(submitted).toLowerCase()}.`,
      link: `Receipt ${number}`,
      to: receiptScreen(submitted, number),
    };
  }
  if (request.call === 'sendPrivate' && request.body?.['question'] !== undefined)
    return { text: 'Your comment was sent.', link: 'See it', to };
  if ((request.call === 'markSubmission' || request.call === 'recordMark') && task !== undefined) {
    const text = `Your mark for ${name ?? ''}, ${taskLabel(task)}, was saved.`;
    return { text, link: request.call === 'recordMark' ? 'See it' : 'Submissions', to };
  }
  return { text: outcomes[request.call] ?? `${nameRequest(request)} was sent.`, link: 'See it', to };
}
