import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { History } from '#contract/forum/calls';
import { UndoNote } from '../moderation/undo-note.tsx';
import { EditedSign } from '../signs.tsx';
import { PostHistory } from './post-history.tsx';

/** Sends an edit; `original` is the text when it began, to detect conflicts with others' edits. */
export type Update = (
  text: string,
  original: string,
  drafts: Readonly<Record<string, string>>,
) => Promise<unknown>;

/**
 * @param of.comment the comment's id; null for the question
 * @returns `begin` before an edit; `sign` beside the time, `notes` below the post
 */
export function useEdits({
  editButton,
  comment,
  text,
  isEdited,
  isEditing,
  onUpdate,
  onSay,
  readHistory,
}: {
  editButton: RefObject<HTMLButtonElement | null>;
  comment: string | null;
  text: string;
  isEdited: boolean;
  isEditing: boolean;
  onUpdate: Update;
  onSay: (words: string) => void;
  readHistory: (before?: string) => Promise<History>;
}): { begin: () => void; update: Update; sign: ReactNode; notes: ReactNode } {
  const [saved, setSaved] = useState<{ before: string; after: string } | null>(null);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const wasEditing = useRef(isEditing);
  // Restores focus after an edit, unless it has moved elsewhere.
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEditing.current && !isEditing && isLost) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing, editButton]);
  return {
    begin: () => setSaved(null),
    update: (after, ...rest) => {
      setSaved({ before: text, after });
      onSay('Saved. You can undo this for ten seconds.');
      return onUpdate(after, ...rest);
    },
    sign: isEdited && <EditedSign isOpen={isHistoryOpen} onToggle={() => setHistoryOpen(!isHistoryOpen)} />,
    notes: !isEditing && (
      <>
        {saved !== null && (
          <UndoNote
            text="Saved."
            onUndo={() => onUpdate(saved.before, saved.after, {})}
            onEnd={(hadFocus) => {
              setSaved(null);
              if (hadFocus) editButton.current?.focus();
            }}
          />
        )}
        {isHistoryOpen && <PostHistory comment={comment} text={text} read={readHistory} />}
      </>
    ),
  };
}
