import { memo, useEffect, useRef, useState } from 'react';
import type { CurrentQuestion, Question } from '#contract/forum/calls';
import type { ModerationAction } from '#contract/forum/moderation-calls';
import { CallError } from '../../lib/calls/call-error.ts';
import type { QueuedRequest } from '../../lib/outbox/queued-request.ts';
import { useRequests } from '../../lib/outbox/use-outbox.ts';
import { commentDraft, commentEditDraft, questionEditDraft } from '../../lib/stored-names/forum.ts';
import { subjects } from '../../lib/stored-names/offline.ts';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { Button } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { AttachedFiles } from './attachments/attached-files.tsx';
import { Byline } from './byline.tsx';
import type { CommentActions } from './comments/comment-entry.tsx';
import { CommentList } from './comments/comment-list.tsx';
import { useEdits } from './comments/use-edits.tsx';
import { CommentBox } from './composer/comment-box.tsx';
import { EditBox } from './composer/edit-box.tsx';
import {
  currentQuestionOf,
  DeletionConflict,
  EditConflict,
  newerThanDeleted,
  PostedEditConflict,
} from './composer/edit-conflict.tsx';
import { PostWords } from './composer/mention-text.tsx';
import { ModerateButton, type Moderate } from './moderation/moderate-button.tsx';
import { moderationWords } from './moderation/moderation-words.ts';
import { ReportButton } from './moderation/report-button.tsx';
import { useViewTracking } from './news/use-view-tracking.ts';
import { withoutShown } from './news/waiting-discussion.ts';
import { WaitingNote } from './news/waiting-note.tsx';
import styles from './post.module.css';
import { FavoriteToggle, FoldButton, QuestionMenu } from './question-buttons.tsx';
import { ModerationNote, SolvedSign, UnreadSign } from './signs.tsx';
import type { DiscussionActions } from './use-discussion.ts';

type QuestionCardProps = {
  question: Question;
  isEditing: boolean;
  actions: DiscussionActions;
  /** null ends editing. */
  onEdit: (id: string | null) => void;
  onDelete: (question: Question) => void;
  onMarkUnread: (id: string) => void;
  /** Announces something to screen readers. */
  onSay: (words: string) => void;
  /** Its drafts begin with it. */
  account: string;
  /** null for students. */
  announceTo: string | null;
  /** The question is hidden and the focused element removed. */
  onHidden: () => void;
  /** Also called after unpinning. */
  onPinned: () => void;
  /** In a list: how to fold it, whether that button takes the focus, and its page. */
  foldable?: { onFold: () => void; takesFocus: boolean; address: string };
};

const moderationOf = ({ pinned, locked }: Question): ModerationAction[] => [
  pinned === undefined ? 'pin' : 'unpin',
  locked === undefined ? 'lock' : 'unlock',
  'hide',
];

/** Memoized: there may be fifty with many comments each. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, isEditing, actions, onEdit, onDelete, account, foldable, announceTo } = props;
  const { onMarkUnread, onSay, onHidden, onPinned } = props;
  const { _id: id, can, unread } = question;
  const card = useRef<HTMLElement>(null);
  const requests = useRequests(subjects.question(id));
  const posted = useRefusedForm();
  const isPostedConflict = posted?.current !== undefined && posted.values['editId'] === id;
  const comments = withoutShown(
    requests.filter(({ call }) => call === 'answerQuestion'),
    question.comments,
  );
  // Edits, deletions and favourites show optimistically; only failures and delays need a note.
  const hindered = requests.filter(({ call, failure }) => call !== 'answerQuestion' && failure !== null);
  const isSolved = question.solution !== undefined;
  const isStaff = announceTo !== null;
  const [hiddenComments, setHiddenComments] = useState(0);
  // Reports go to staff.
  const mayReport = !isStaff;
  const mayWrite = isStaff || question.locked === undefined;
  const showCurrent = (comment: string | null, current: CurrentQuestion) =>
    comment === null ? actions.showText(id, current) : actions.showCommentText(id, comment, current);
  const moderate = async (
    action: ModerationAction,
    comment: string | null,
    reason: string,
    key: string,
  ): Promise<void> => {
    const shown = [...question.comments, question.solution].find((one) => one?.id === comment);
    const text = comment === null ? question.question : shown?.text;
    try {
      await actions.moderate(id, { act: action, comment, reason, text }, key);
    } catch (error) {
      // The next click acts on the text that the dialog shows now.
      const current = error instanceof CallError ? (error.current as CurrentQuestion | undefined) : undefined;
      if (current !== undefined) showCurrent(comment, current);
      throw error;
    }
    onSay(moderationWords[action].done(comment === null ? 'question' : 'comment'));
    if (action === 'hide' && comment === null) onHidden();
    else if (action === 'hide') setHiddenComments((now) => now + 1);
    if (action === 'pin' || action === 'unpin') onPinned();
  };
  // The comment and its dialog are removed.
  useEffect(() => {
    if (hiddenComments > 0) heading.current?.focus({ preventScroll: true });
  }, [hiddenComments]);
  const moderateQuestion: Moderate = (action, reason, key) => moderate(action, null, reason, key);
  // Staff may also edit it, and comment with their names.
  const isAnonymousToOthers = question.anonymous === true && can.edit && !isStaff;
  const heading = useRef<HTMLHeadingElement>(null);
  const [editedComment, setEditedComment] = useState<string | null>(null);
  const own: CommentActions = {
    draftOf: (comment) => commentEditDraft(account, comment),
    mayEdit: mayWrite,
    editing: editedComment,
    onEdit: setEditedComment,
    onUpdate: (comment, edit, drafts) => actions.editComment(id, comment, edit, drafts),
    onDelete: (comment) => {
      onSay('Deleted. You can undo this for ten seconds.');
      void actions.removeComment(id, comment);
    },
    onUndoDelete: (comment) => void actions.undoCommentRemoval(id, comment.id),
    onFocusLost: () => heading.current?.focus({ preventScroll: true }),
    onSay,
    readHistory: (before) => actions.readHistory(id, before),
    onAttach: actions.attach,
  };
  const takenBack = (request: QueuedRequest) => {
    if (request.call === 'editQuestion') return () => onEdit(id);
    return request.call === 'editComment'
      ? () => setEditedComment(request.params['comment'] ?? null)
      : undefined;
  };
  const editButton = useRef<HTMLButtonElement>(null);
  const { begin, update, sign, notes } = useEdits({
    editButton,
    comment: null,
    text: question.question,
    isEdited: question.editedAt !== null,
    isEditing,
    onUpdate: (questionText, originalText, drafts) =>
      actions.edit(id, { questionText, originalText }, drafts),
    onSay,
    readHistory: (before) => actions.readHistory(id, before),
  });
  const leaveUnread = useViewTracking(card, question, actions.view);

  return (
    <article ref={card} id={`question-${id}`} className={styles['question']}>
      <h3 ref={heading} tabIndex={-1} className="visually-hidden">
        {`Question by ${question.author.name}`}
      </h3>
      <div className={styles['top']}>
        {isEditing ? (
          <EditBox
            label="Edit the question"
            action="Update Query"
            draftKey={questionEditDraft(account, id)}
            text={question.question}
            format={question.format}
            refused={posted?.values['editId'] === id ? posted : null}
            target={{ editId: id }}
            onUpdate={update}
            onAttach={actions.attach}
            onDone={() => onEdit(null)}
          />
        ) : (
          <div className={styles['text']}>
            <PostWords {...question} text={question.question} />
            <AttachedFiles post={question} />
          </div>
        )}
        {foldable !== undefined && (
          // Hidden, not removed, while editing: remounting would take the focus again.
          <FoldButton isHidden={isEditing} takesFocus={foldable.takesFocus} onFold={foldable.onFold} />
        )}
      </div>
      <p className={styles['by']}>
        <Byline author={question.author} isAnonymous={question.anonymous === true} />
        <span className={styles['time']}>
          <RelativeTime value={question.createdAt} />
          {sign}
        </span>
        {unread > 0 && <UnreadSign count={unread} />}
      </p>
      <ModerationNote pinned={question.pinned} locked={question.locked} />
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {notes}
      <div className={styles['meta']}>
        <FavoriteToggle
          isFavorite={question.isFavorite}
          onToggle={(next) => void actions.favorite(id, next)}
        />
        <span>{`${question.views} ${question.views === 1 ? 'view' : 'views'}`}</span>
        {isSolved && <SolvedSign />}
        {question.isMuted && <span>Muted</span>}
        {(can.edit || can.delete) && !isEditing && (
          <div className={styles['actions']}>
            {can.edit && mayWrite && (
              // Before hydration, by the address.
              <form
                method="get"
                action={`#question-${id}`}
                onSubmit={(event) => {
                  event.preventDefault();
                  begin();
                  onEdit(id);
                }}
              >
                <Button ref={editButton} type="submit" name="edit" value={id} variant="quiet" small>
                  Edit
                </Button>
              </form>
            )}
            {can.delete && (
              <Button variant="quiet" small onClick={() => onDelete(question)}>
                Delete
              </Button>
            )}
          </div>
        )}
        <QuestionMenu
          address={foldable?.address}
          isMuted={question.isMuted}
          onMarkUnread={() => {
            leaveUnread();
            onMarkUnread(id);
          }}
          onMute={(next) => void actions.mute(id, next)}
        >
          {mayReport && !can.edit && (
            <ReportButton noun="question" onReport={(reason, key) => actions.report(id, null, reason, key)} />
          )}
          {isStaff &&
            moderationOf(question).map((action, place) => (
              <ModerateButton key={place} action={action} noun="question" onModerate={moderateQuestion} />
            ))}
        </QuestionMenu>
      </div>
      {posted !== undefined && isPostedConflict && <PostedEditConflict refused={posted} />}
      {hindered.map((request) => {
        const newer = newerThanDeleted(request);
        if (newer !== null)
          return (
            <DeletionConflict
              key={request.id}
              request={request}
              current={newer}
              onKeep={() => showCurrent(request.params['comment'] ?? null, newer)}
            />
          );
        const current = currentQuestionOf(request);
        return current === null ? (
          <WaitingNote key={request.id} request={request} onTakenBack={takenBack(request)} />
        ) : (
          <EditConflict
            key={request.id}
            request={request}
            current={current}
            onKeepTheirs={(theirs) => showCurrent(request.params['comment'] ?? null, theirs)}
          />
        );
      })}
      <CommentList
        question={question}
        waiting={comments}
        onShowEarlier={actions.showEarlier}
        onMarkAnswer={can.edit ? (comment) => void actions.markAnswer(id, comment) : null}
        announceTo={announceTo}
        own={own}
        onReport={mayReport ? (comment, reason, key) => actions.report(id, comment, reason, key) : null}
        onHide={isStaff ? (comment, reason, key) => moderate('hide', comment, reason, key) : null}
      />
      {mayWrite && (
        <CommentBox
          questionId={id}
          draftKey={commentDraft(account, id)}
          isSolved={isSolved}
          isAnonymous={isAnonymousToOthers}
          refused={comments.find(({ state }) => state === 'refused')}
          onSend={(text, draft) => actions.comment(id, text, draft)}
          onAttach={actions.attach}
        />
      )}
    </article>
  );
});
