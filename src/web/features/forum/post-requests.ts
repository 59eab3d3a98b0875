import type { Question } from '#contract/forum/calls';
import { forumAddress, privateAddress, questionAddress } from '#contract/forum/question-view';
import type { NewRequest } from '../../lib/outbox/queued-request.ts';
import { queueRequest } from '../../lib/outbox/queue-request.ts';
import { subjects } from '../../lib/stored-names/offline.ts';

/** Texts by draft key, deleted once they are sent. */
type Drafts = Readonly<Record<string, string>>;

/**
 * What somebody does in a discussion, sent by the outbox.
 * @param s_id for calls: the student's email, for staff the batch's name
 */
export function postRequests(s_id: string, batch: string) {
  /** About a question. */
  const send = (
    call: NewRequest['call'],
    id: string,
    body: NewRequest['body'] = null,
    { comment, ...more }: { comment?: string; drafts?: Drafts } = {},
  ) =>
    queueRequest({
      call,
      params: { s_id, id, ...(comment !== undefined && { comment }) },
      body,
      subject: subjects.question(id),
      label: { to: questionAddress(batch, id) },
      ...more,
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
      send('answerQuestion', id, { answer, format: 'markdown' }, { drafts }),
    /** @param edit.originalText the text when the edit began, to detect conflicts with others' edits */
    edit: (id: string, edit: { questionText: string; originalText: string }, drafts: Drafts) =>
      send('editQuestion', id, edit, { drafts }),
    /** @param text as it is shown: an edit by others meanwhile is shown first */
    remove: (id: string, text: string) => send('deleteQuestion', id, { began: { text } }),
    undoRemoval: (id: string) => send('undoQuestionDeletion', id),
    editComment: (
      id: string,
      comment: string,
      edit: { answer: string; originalText: string },
      drafts: Drafts,
    ) => send('editComment', id, edit, { comment, drafts }),
    removeComment: (id: string, { id: comment, text }: Question['comments'][number]) =>
      send('deleteComment', id, { began: { text } }, { comment }),
    undoCommentRemoval: (id: string, comment: string) => send('undoCommentDeletion', id, null, { comment }),
    favorite: (id: string, isFavorite: boolean) =>
      send(isFavorite ? 'favoriteQuestion' : 'unfavoriteQuestion', id),
    /** @param comment the comment's id; null unmarks */
    markAnswer: (id: string, comment: string | null) =>
      comment === null ? send('unmarkAnswer', id) : send('markAnswer', id, { comment }),
    markUnread: (id: string) => send('markUnread', id),
    mute: (id: string, isMuted: boolean) => send(isMuted ? 'muteQuestion' : 'unmuteQuestion', id),
  };
}
