import type { CurrentUser } from '#contract/accounts/calls';
import type { Discussion, Question } from '#contract/forum/calls';
import type { Act } from '../../../lib/outbox/act.ts';
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

/** The text that an act brings; '' where it brings none. */
export function textOf({ body }: Pick<Act, 'body'>): string {
  const text = body?.['question'] ?? body?.['answer'] ?? body?.['questionText'];
  return typeof text === 'string' ? text : '';
}

const commentId = ({ params }: Pick<Act, 'params'>) => params['comment'] ?? '';

/** Whether an act undoes another, which was pressed before it. */
const undoes = (act: Act, { call, params }: Act) =>
  params['id'] === act.params['id'] &&
  ((act.call === 'undoQuestionDeletion' && call === 'deleteQuestion') ||
    (act.call === 'undoCommentDeletion' && call === 'deleteComment' && params['comment'] === commentId(act)));

const waits = ({ state }: Act) => state !== 'refused' && state !== 'done';

/** The comment that an act marks as the answer, where it is loaded. */
const commentOf = ({ comments, solution }: Question, { body }: Pick<Act, 'body'>) =>
  comments.find(({ id }) => id === body?.['comment']) ?? solution;

const asUnread = (question: Question): Question =>
  question.isMuted ? question : { ...question, unread: Math.max(1, question.unread ?? 0) };

const withoutUnread = (question: Question): Question =>
  question.unread > 0 ? { ...question, unread: 0 } : question;

/** What a question looks like once everything that waits has gone. */
function withActs(question: Question, acts: readonly Act[]): Question {
  let shown = question;
  for (const act of acts) {
    if (act.call === 'editQuestion') shown = { ...shown, question: textOf(act), html: undefined };
    if (act.call === 'editComment')
      shown = changeComment(shown, commentId(act), (one) => ({ ...one, text: textOf(act), html: undefined }));
    if (act.call === 'deleteComment') shown = withoutComment(shown, commentId(act));
    if (act.call === 'favoriteQuestion') shown = { ...shown, isFavorite: true };
    if (act.call === 'unfavoriteQuestion') shown = { ...shown, isFavorite: false };
    if (act.call === 'markAnswer') shown = { ...shown, solution: commentOf(shown, act) };
    if (act.call === 'unmarkAnswer') shown = { ...shown, solution: undefined };
    if (act.call === 'markUnread') shown = asUnread(shown);
    if (act.call === 'muteQuestion') shown = { ...shown, isMuted: true, unread: 0 };
    if (act.call === 'unmuteQuestion') shown = { ...shown, isMuted: false };
  }
  return shown;
}

/**
 * Optimistic update: the questions with what waits in the outbox for them, but for new questions and comments, which stand
 * beside them. Questions for which nothing waits stay the same objects.
 */
export function withWaitingActs(questions: readonly Question[], acts: readonly Act[]): readonly Question[] {
  const unsent = acts.filter(waits);
  const waiting = unsent.filter((act, at) => !unsent.slice(at + 1).some((later) => undoes(later, act)));
  if (waiting.length === 0) return questions;
  const isAllRead = waiting.some(({ call }) => call === 'readAllQuestions');
  const shown = isAllRead ? questions.map(withoutUnread) : questions;
  return shown.flatMap((question) => {
    const own = waiting.filter(({ params }) => params['id'] === question._id);
    if (own.some(({ call }) => call === 'deleteQuestion')) return [];
    return [own.length === 0 ? question : withActs(question, own)];
  });
}

/**
 * The discussion after an act of this user went; `answer` is undefined where it had gone before, unheard.
 * @param returned the comment whose deletion the act has undone, where this page knows it
 */
export function withSentAct(
  loaded: LoadedDiscussion,
  { call, params, ...act }: Act,
  answer: unknown,
  user: CurrentUser,
  returned?: Question['comments'][number],
): LoadedDiscussion {
  const id = params['id'] ?? '';
  const merge = (now: LoadedDiscussion) =>
    answer === undefined ? now : mergeAnswer(now, answer as Discussion);
  switch (call) {
    case 'answerQuestion': {
      // Added here in any case: a portal of before answers with the newest page, in which an older question is not.
      const added: Question['comments'][number] = {
        id: `new-${act.id}`,
        text: textOf(act),
        author: { name: user.s_name, online: true, role: user.role },
        createdAt: new Date().toISOString(),
        format: act.body?.['format'] === 'markdown' ? 'markdown' : 'plain',
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
    case 'editQuestion': {
      const editedAt = new Date().toISOString();
      return merge(
        updateQuestion(loaded, id, (one) => ({ ...one, question: textOf(act), html: undefined, editedAt })),
      );
    }
    case 'editComment': {
      const edited = { text: textOf(act), html: undefined, editedAt: new Date().toISOString() };
      return merge(
        updateQuestion(loaded, id, (one) =>
          changeComment(one, commentId({ params }), (comment) => ({ ...comment, ...edited })),
        ),
      );
    }
    case 'deleteComment':
      return updateQuestion(merge(loaded), id, (one) => withoutComment(one, commentId({ params })));
    case 'undoCommentDeletion':
      return updateQuestion(merge(loaded), id, (one) =>
        returned === undefined ? one : withComment(one, returned),
      );
    // Where it had gone before, unheard, nothing was answered.
    case 'markAnswer':
      return merge(updateQuestion(loaded, id, (one) => ({ ...one, solution: commentOf(one, act) })));
    case 'unmarkAnswer':
      return merge(updateQuestion(loaded, id, (one) => ({ ...one, solution: undefined })));
    case 'deleteQuestion':
      return removeQuestion(merge(loaded), id);
    case 'markUnread':
      return updateQuestion(loaded, id, asUnread);
    case 'muteQuestion':
      return updateQuestion(loaded, id, (one) => ({ ...one, isMuted: true, unread: 0 }));
    case 'unmuteQuestion':
      return updateQuestion(loaded, id, (one) => ({ ...one, isMuted: false }));
    case 'readAllQuestions':
      return { ...loaded, questions: loaded.questions.map(withoutUnread) };
    case 'favoriteQuestion':
    case 'unfavoriteQuestion':
      return updateQuestion(loaded, id, (one) => ({ ...one, isFavorite: call === 'favoriteQuestion' }));
    default:
      return merge(loaded);
  }
}
