import { memo, useEffect, useRef } from 'react';
import type { Question } from '#contract/discussions';
import { waitingReason } from '../../lib/call-error.ts';
import { useMutation } from '../../lib/use-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { ResendNotice } from '../../ui/resend-notice.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Byline } from './byline.tsx';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-list.tsx';
import { EditBox } from './edit-box.tsx';
import { FavoriteToggle } from './favorite-toggle.tsx';
import styles from './question-card.module.css';
import { DiscussionError } from './discussion-error.tsx';
import type { DiscussionActions } from './use-discussion.ts';

type QuestionCardProps = {
  question: Question;
  isEditing: boolean;
  actions: DiscussionActions;
  /** With null editing ends. */
  onEdit: (id: string | null) => void;
  onDelete: (question: Question) => void;
  trackView: (element: Element, id: string) => () => void;
  /** Prefix of the keys of its drafts. */
  draftPrefix: string;
};

/** One question with its comments. Memoized: there may be fifty with many comments each. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { question, isEditing, actions, onEdit, onDelete, trackView, draftPrefix } = props;
  const { _id: id, can } = question;
  const card = useRef<HTMLElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const favorite = useMutation();
  const wasEditing = useRef(isEditing);
  // After an edit the focus is back where the edit began, unless it has gone elsewhere by then.
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  useEffect(() => (card.current === null ? undefined : trackView(card.current, id)), [trackView, id]);

  return (
    <article ref={card} id={`question-${id}`} className={styles['question']}>
      <header className={styles['head']}>
        <div className={styles['byline']}>
          <h3 className={styles['author']}>
            <Byline author={question.author} />
          </h3>
          <span className={styles['time']}>
            <RelativeTime value={question.createdAt} />
            {question.editedAt !== null && ' · edited'}
          </span>
        </div>
        {(can.edit || can.delete) && !isEditing && (
          <div className={styles['actions']}>
            {can.edit && (
              // Before the script, by the address.
              <form
                action={`#question-${id}`}
                onSubmit={(event) => {
                  event.preventDefault();
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
      </header>
      {isEditing ? (
        <EditBox
          questionId={id}
          draftKey={`${draftPrefix} edit ${id}`}
          text={question.question}
          onUpdate={(text, send) => actions.edit(id, text, send)}
          onDone={() => onEdit(null)}
        />
      ) : (
        <div className={styles['text']}>
          <LinkedText text={question.question} />
        </div>
      )}
      <div className={styles['meta']}>
        <FavoriteToggle
          isFavorite={question.isFavorite}
          onToggle={(next) => void favorite.run((send) => actions.favorite(id, next, send))}
        />
        <span>
          {question.views} {question.views === 1 ? 'view' : 'views'}
        </span>
      </div>
      {favorite.waiting !== null && (
        <ResendNotice {...waitingReason(favorite.waiting)} onStop={favorite.stop} />
      )}
      {favorite.error !== null && <DiscussionError of={favorite.error} />}
      <CommentList comments={question.comments} />
      <CommentBox
        questionId={id}
        draftKey={`${draftPrefix} comment ${id}`}
        onSend={(text, sending) => actions.comment(id, text, sending)}
      />
    </article>
  );
});
