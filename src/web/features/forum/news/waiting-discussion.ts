import { minuteMs } from '#contract/durations';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Discussion, Question } from '#contract/forum/calls';
import type { PrivatePost } from '#contract/private-questions/calls';
import type { QueuedRequest } from '../../../lib/outbox/queued-request.ts';
import { countComments } from '../comments-text.ts';
import {
  changeComment,
  mergeAnswer,
  removeQuestion,
  updateQuestion,
  withComment,
  withoutComment,
  type LoadedDiscussion,
} from '../loaded-discussion.ts';

/** '' for requests without text. */
export function textOf({ body }: Pick<QueuedRequest, 'body'>): string {
  const text = body?.['text'] ?? body?.['question'] ?? body?.['answer'] ?? body?.['questionText'];
  return typeof text === 'string' ? text : '';
}

/** Without those that a reload brought before their answer; clocks may differ. */
export function withoutShown(
  requests: readonly QueuedRequest[],
  posts: readonly (Question | Pick<PrivatePost, 'text' | 'createdAt' | 'can'>)[],
): QueuedRequest[] {
  const isOf = (request: QueuedRequest) => (post: (typeof posts)[number]) =>
    post.can?.edit === true &&
    ('text' in post ? post.text : post.question) === textOf(request).trim() &&
    Date.parse(post.createdAt) > request.pressedAt - minuteMs;
  return requests.filter((request) => request.state === 'refused' || !posts.some(isOf(request)));
}

const commentId = ({ params }: Pick<QueuedRequest, 'params'>) => params['comment'] ?? '';

/** Whether a request undoes an earlier one. */
const undoes = (request: QueuedRequest, { call, params }: QueuedRequest) =>
  params['id'] === request.params['id'] &&
  ((request.call === 'undoQuestionDeletion' && call === 'deleteQuestion') ||
    (request.call === 'undoCommentDeletion' &&
      call === 'deleteComment' &&
      params['comment'] === commentId(request)));

const waits = ({ state }: QueuedRequest) => state !== 'refused' && state !== 'done';

/** The comment that a request marks as the answer, if loaded. */
const commentOf = ({ comments, solution }: Question, { body }: Pick<QueuedRequest, 'body'>) =>
  comments.find(({ id }) => id === body?.['comment']) ?? solution;

const asUnread = (question: Question): Question =>
  question.isMuted ? question : { ...question, unread: Math.max(1, question.unread) };

const withoutUnread = (question: Question): Question =>
  question.unread > 0 ? { ...question, unread: 0 } : question;

/** @param editedAt known once it was sent */
function changedBy(question: Question, request: QueuedRequest, editedAt?: string): Question {
  const edited = { html: undefined, ...(editedAt !== undefined && { editedAt }) };
  switch (request.call) {
    case 'editQuestion':
      return { ...question, question: textOf(request), ...edited };
    case 'editComment':
      return changeComment(question, commentId(request), (one) => ({
        ...one,
        text: textOf(request),
        ...edited,
      }));
    case 'deleteComment':
      return withoutComment(question, commentId(request));
    case 'favoriteQuestion':
      return { ...question, isFavorite: true };
    case 'unfavoriteQuestion':
      return { ...question, isFavorite: false };
    case 'markAnswer':
      return { ...question, solution: commentOf(question, request) };
    case 'unmarkAnswer':
      return { ...question, solution: undefined };
    case 'markUnread':
      return asUnread(question);
    case 'muteQuestion':
      return { ...question, isMuted: true, unread: 0 };
    case 'unmuteQuestion':
      return { ...question, isMuted: false };
    default:
      return question;
  }
}

/**
 * Optimistic update with the outbox, except new questions and comments, which are shown separately. Other
 * questions stay the same objects.
 */
export function withWaitingRequests(
  questions: readonly Question[],
  requests: readonly QueuedRequest[],
): readonly Question[] {
  const unsent = requests.filter(waits);
  const waiting = unsent.filter(
    (request, at) => !unsent.slice(at + 1).some((later) => undoes(later, request)),
  );
  if (waiting.length === 0) return questions;
  const isAllRead = waiting.some(({ call }) => call === 'readAllQuestions');
  const shown = isAllRead ? questions.map(withoutUnread) : questions;
  return shown.flatMap((question) => {
    const own = waiting.filter(({ params }) => params['id'] === question._id);
    if (own.some(({ call }) => call === 'deleteQuestion')) return [];
    return [own.reduce((now, request) => changedBy(now, request), question)];
  });
}

/**
 * The discussion after a request of this user was sent; `answer` is undefined if an earlier attempt had
 * succeeded without a response.
 * @param returned the comment whose deletion was undone, if this page knows it
 */
export function withSentRequest(
  loaded: LoadedDiscussion,
  request: QueuedRequest,
  answer: unknown,
  user: CurrentUser,
  returned?: Question['comments'][number],
): LoadedDiscussion {
  const id = request.params['id'] ?? '';
  // Last: the response's number of comments has the change already.
  const merge = (now: LoadedDiscussion) =>
    answer === undefined ? now : mergeAnswer(now, answer as Discussion);
  switch (request.call) {
    case 'answerQuestion': {
      // Always added here: older servers answer with the newest page, which may lack the question.
      const added: Question['comments'][number] = {
        id: `new-${request.id}`,
        text: textOf(request),
        author: { name: user.s_name, online: true, role: user.role },
        createdAt: new Date().toISOString(),
        format: request.body?.['format'] === 'markdown' ? 'markdown' : 'plain',
      };
      return merge(
        updateQuestion(loaded, id, (one) => ({
          ...one,
          answers: [...one.answers, added.text],
          answers_count: countComments(one) + 1,
          comments: [
            ...one.comments,
            {
              ...added,
              ...(one.anonymous && one.can.edit && user.role === 'student' && { anonymous: true }),
            },
          ],
        })),
      );
    }
    case 'undoCommentDeletion':
      return merge(
        updateQuestion(loaded, id, (one) => (returned === undefined ? one : withComment(one, returned))),
      );
    case 'deleteQuestion':
      return removeQuestion(merge(loaded), id);
    case 'readAllQuestions':
      return { ...loaded, questions: loaded.questions.map(withoutUnread) };
    // Not merged: their responses are counts, or no news.
    case 'markUnread':
    case 'muteQuestion':
    case 'unmuteQuestion':
    case 'favoriteQuestion':
    case 'unfavoriteQuestion':
      return updateQuestion(loaded, id, (one) => changedBy(one, request));
    default:
      return merge(updateQuestion(loaded, id, (one) => changedBy(one, request, new Date().toISOString())));
  }
}
