import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { History, Question } from '#contract/forum/calls';
import { Button } from '../../../ui/button.tsx';
import { CommentEditBox, type CommentEdit } from '../composer/comment-edit-box.tsx';
import { CommentItem } from './comment-item.tsx';
import { EditedSign } from './edited-sign.tsx';
import { PostHistory } from './post-history.tsx';
import type { SendFile } from '../attachments/send-file.ts';
import { UndoNote } from '../moderation/undo-note.tsx';

type Comment = Question['comments'][number];

export type CommentActs = {
  /** Key prefix for the drafts of edits. */
  draftPrefix: string;
  /** False in a locked question. */
  mayEdit: boolean;
  /** The id of the comment being edited. */
  editing: string | null;
  /** null ends editing. */
  onEdit: (comment: string | null) => void;
  onUpdate: (
    comment: string,
    edit: CommentEdit,
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

/** A comment with its actions; an edit replaces it, and its history is shown below. */
export function CommentEntry({
  comment,
  own,
  onDelete,
  actsClass,
  children,
}: {
  comment: Comment;
  own: CommentActs;
  onDelete: (comment: Comment) => void;
  actsClass?: string | undefined;
  /** More buttons. */
  children?: ReactNode;
}) {
  const { id, can } = comment;
  const isEditing = own.editing === id;
  const [saved, setSaved] = useState<{ before: string; after: string } | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  // Restores focus after an edit, unless it has moved elsewhere.
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing)
    return (
      <CommentEditBox
        draftKey={`${own.draftPrefix} ${id}`}
        text={comment.text}
        format={comment.format}
        onUpdate={(edit, drafts) => {
          setSaved({ before: comment.text, after: edit.answer });
          own.onSay('Saved. You can undo this for ten seconds.');
          return own.onUpdate(id, edit, drafts);
        }}
        onAttach={own.onAttach}
        onDone={() => own.onEdit(null)}
      />
    );
  return (
    <>
      <CommentItem
        comment={comment}
        edited={
          comment.editedAt !== undefined && (
            <EditedSign isOpen={isHistoryOpen} onToggle={() => setHistoryOpen(!isHistoryOpen)} />
          )
        }
      >
        {(can !== undefined || Boolean(children)) && (
          <span data-acts className={actsClass}>
            {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
            {children}
            {can?.edit === true && own.mayEdit && (
              <Button
                ref={editButton}
                variant="quiet"
                small
                onClick={() => {
                  setSaved(null);
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
          </span>
        )}
      </CommentItem>
      {saved !== null && (
        <UndoNote
          text="Saved."
          onUndo={() => own.onUpdate(id, { answer: saved.before, originalText: saved.after }, {})}
          onEnd={(hadFocus) => {
            setSaved(null);
            if (hadFocus) editButton.current?.focus();
          }}
        />
      )}
      {isHistoryOpen && <PostHistory comment={id} text={comment.text} read={own.readHistory} />}
    </>
  );
}
