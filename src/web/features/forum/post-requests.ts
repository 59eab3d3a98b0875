import type { Question } from '#contract/forum/calls';
import { forumAddress, privateAddress, questionAddress } from '#contract/forum/question-view';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

/** Texts by draft key, deleted once they are sent. */
type Drafts = Readonly<Record<string, string>>;

/**
 * What somebody does in a discussion, sent by the outbox.
 * @param s_id for calls: the student's email, for staff the batch's name
 */
export function postRequests(s_id: string, batch: string) {
  const about = (id: string) => ({
    params: { s_id, id },
    subject: subjects.question(id),
    label: { to: questionAddress(batch, id) },
  });
  const aboutComment = (id: string, comment: string) => ({
    ...about(id),
    params: { s_id, id, comment },
  });
  return {
    ask: (
      { text, isAnonymous, isPrivate }: { text: string; isAnonymous: boolean; isPrivate: boolean },
      drafts: Drafts,
    ) =>
      isPrivate
        ? queueRequest({
            call: 'sendPrivate',
            params: { s_id },
            body: { text, format: 'markdown' },
            subject: subjects.newPrivate,
            label: { to: privateAddress(batch) },
            drafts,
          })
        : queueRequest({
            call: 'askQuestion',
            params: { s_id },
            body: { question: text, format: 'markdown', ...(isAnonymous && { anonymous: true }) },
            subject: subjects.forum(s_id),
            label: { to: forumAddress(batch) },
            drafts,
          }),
    comment: (id: string, answer: string, drafts: Drafts) =>
      queueRequest({ call: 'answerQuestion', body: { answer, format: 'markdown' }, drafts, ...about(id) }),
    /** @param originalText the text when the edit began, to detect conflicts with others' edits */
    edit: (
      id: string,
      { questionText, originalText }: { questionText: string; originalText: string },
      drafts: Drafts,
    ) => queueRequest({ call: 'editQuestion', body: { questionText, originalText }, drafts, ...about(id) }),
    /** @param text as it is shown: an edit by others meanwhile is shown first */
    remove: (id: string, text: string) =>
      queueRequest({ call: 'deleteQuestion', body: { began: { text } }, ...about(id) }),
    undoRemoval: (id: string) => queueRequest({ call: 'undoQuestionDeletion', body: null, ...about(id) }),
    editComment: (
      id: string,
      comment: string,
      { answer, originalText }: { answer: string; originalText: string },
      drafts: Drafts,
    ) =>
      queueRequest({
        call: 'editComment',
        body: { answer, originalText },
        drafts,
        ...aboutComment(id, comment),
      }),
    removeComment: (id: string, { id: comment, text }: Question['comments'][number]) =>
      queueRequest({ call: 'deleteComment', body: { began: { text } }, ...aboutComment(id, comment) }),
    undoCommentRemoval: (id: string, comment: string) =>
      queueRequest({ call: 'undoCommentDeletion', body: null, ...aboutComment(id, comment) }),
    favorite: (id: string, isFavorite: boolean) =>
      queueRequest({
        call: isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion',
        body: null,
        ...about(id),
      }),
    /** @param comment the comment's id; null unmarks */
    markAnswer: (id: string, comment: string | null) =>
      comment === null
        ? queueRequest({ call: 'unmarkAnswer', body: null, ...about(id) })
        : queueRequest({ call: 'markAnswer', body: { comment }, ...about(id) }),
    markUnread: (id: string) => queueRequest({ call: 'markUnread', body: null, ...about(id) }),
    mute: (id: string, isMuted: boolean) =>
      queueRequest({ call: isMuted ? 'muteQuestion' : 'unmuteQuestion', body: null, ...about(id) }),
  };
}
