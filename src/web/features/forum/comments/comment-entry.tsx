import { useRef, type ReactNode } from 'react';
import type { History, Question } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { AttachedFiles } from '../attachments/attached-files.tsx';
import type { SendFile } from '../attachments/attachments.ts';
import { Byline } from '../byline.tsx';
import { EditBox } from '../composer/edit-box.tsx';
import { PostWords } from '../composer/mention-text.tsx';
import styles from '../post.module.css';
import { useEdits } from './use-edits.tsx';

type Comment = Question['comments'][number];

export type CommentActions = {
  draftOf: (comment: string) => string;
  /** False in a locked question. */
  mayEdit: boolean;
  editing: string | null;
  /** null ends editing. */
  onEdit: (comment: string | null) => void;
  onUpdate: (
    comment: string,
    edit: { answer: string; originalText: string },
    drafts: Readonly<Record<string, string>>,
  ) => Promise<unknown>;
  onDelete: (comment: Comment) => void;
  onUndoDelete: (comment: Comment) => void;
  /** The focused element was removed. */
  onFocusLost: () => void;
  onSay: (words: string) => void;
  readHistory: (before?: string) => Promise<History>;
  onAttach: SendFile;
};

export function CommentEntry({
  comment,
  own,
  onDelete,
  isQuiet = false,
  children,
}: {
  comment: Comment;
  own: CommentActions;
  onDelete: (comment: Comment) => void;
  /** Whether the actions are shown on hover only. */
  isQuiet?: boolean;
  children?: ReactNode;
}) {
  const { id, can } = comment;
  const isEditing = own.editing === id;
  const editButton = useRef<HTMLButtonElement>(null);
  const { begin, update, sign, notes } = useEdits({
    editButton,
    comment: id,
    text: comment.text,
    isEdited: comment.editedAt !== undefined,
    isEditing,
    onUpdate: (answer, originalText, drafts) => own.onUpdate(id, { answer, originalText }, drafts),
    onSay: own.onSay,
    readHistory: own.readHistory,
  });
  if (isEditing)
    return (
      <EditBox
        label="Edit the comment"
        action="Update the comment"
        draftKey={own.draftOf(id)}
        text={comment.text}
        format={comment.format}
        onUpdate={update}
        onAttach={own.onAttach}
        onDone={() => own.onEdit(null)}
      />
    );
  return (
    <>
      <div className={styles['head']}>
        <div className={styles['by']}>
          <Byline author={comment.author} isAnonymous={comment.anonymous === true} />
          <span className={styles['time']}>
            <TimeAgo value={comment.createdAt} />
            {sign}
          </span>
        </div>
        {(can !== undefined || Boolean(children)) && (
          <span className={isQuiet ? styles['actions'] : styles['buttons']}>
            {can?.edit === true && own.mayEdit && (
              <Button
                ref={editButton}
                variant="quiet"
                small
                onClick={() => {
                  begin();
                  own.onEdit(id);
                }}
              >
                Edit
              </Button>
            )}
            {can?.delete === true && (
              <Button variant="quiet" small onClick={() => onDelete(comment)}>
                Delete
              </Button>
            )}
            {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
            {children}
          </span>
        )}
      </div>
      <PostWords {...comment} />
      <AttachedFiles post={comment} />
      {notes}
    </>
  );
}
