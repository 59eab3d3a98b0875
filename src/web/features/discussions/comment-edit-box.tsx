import type { PostFormat } from '#contract/discussions';
import { useDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Composer } from './composer.tsx';
import type { SendFile } from './send-file.ts';

/** An edit of a comment, and what it said when the edit was begun. */
export type CommentEdit = { answer: string; originalText: string };

/** The composer for a comment that is being edited, in its own place; as `EditBox` for a question. */
export function CommentEditBox({
  draftKey,
  text: before,
  format,
  onUpdate,
  onAttach,
  onDone,
}: {
  draftKey: string;
  text: string;
  format: PostFormat;
  onUpdate: (edit: CommentEdit, drafts: Readonly<Record<string, string>>) => Promise<unknown>;
  onAttach: SendFile;
  onDone: () => void;
}) {
  const [text, setText] = useDraft(draftKey, before);
  // The edit may have been begun before a reload, from a text that others have changed since.
  const originalKey = `about ${draftKey} original`;
  const [original, setOriginal] = useDraft(originalKey);
  const begunFrom = original || before;
  const close = () => {
    setText('');
    setOriginal('');
    onDone();
  };
  return (
    <Composer
      label="Edit the comment"
      action="Update the comment"
      text={text}
      format={format}
      saveStatus={useSaveStatus(draftKey)}
      onChange={(changed) => {
        if (original === '') setOriginal(before);
        setText(changed);
      }}
      onSend={async (answer) => {
        const drafts = { [draftKey]: text, [originalKey]: begunFrom };
        if (answer !== before.trim()) await onUpdate({ answer, originalText: begunFrom }, drafts);
        close();
      }}
      onAttach={onAttach}
      onCancel={close}
    />
  );
}
