import type { PostFormat } from '#contract/forum/calls';
import { useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { Composer } from './composer.tsx';
import type { SendFile } from '../attachments/send-file.ts';
import { useEditDraft } from '../use-edit-draft.ts';

/** `original` is the text when the edit began. */
export type CommentEdit = { answer: string; originalText: string };

/** Edits a comment in place, as `EditBox` does a question. */
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
  const draft = useEditDraft(draftKey, before);
  const { text, originalKey } = draft;
  const begunFrom = draft.original || before;
  return (
    <Composer
      label="Edit the comment"
      action="Update the comment"
      text={text}
      format={format}
      saveStatus={useSaveStatus(draftKey)}
      isChanged={draft.isChanged}
      onChange={draft.change}
      onSend={async (answer) => {
        const drafts = { [draftKey]: text, [originalKey]: begunFrom };
        if (answer !== before.trim()) await onUpdate({ answer, originalText: begunFrom }, drafts);
        draft.finish();
        onDone();
      }}
      onAttach={onAttach}
      onCancel={() => {
        draft.cancel();
        onDone();
      }}
      onRestore={draft.restore}
    />
  );
}
