import type { PostFormat } from '#contract/forum/calls';
import { useRefusedForm } from '../../../lib/forms/refused-form.ts';
import { useSaveStatus } from '../../../lib/forms/use-draft.ts';
import type { SendFile } from '../attachments/send-file.ts';
import { Composer } from './composer.tsx';
import { useEditDraft } from '../use-edit-draft.ts';

/** `original` is the text when the edit began. */
export type Edit = { questionText: string; originalText: string };

/** Edits a question in place. An unchanged text is not sent. */
export function EditBox({
  questionId,
  draftKey,
  text: before,
  format,
  onUpdate,
  onAttach,
  onDone,
}: {
  questionId: string;
  draftKey: string;
  text: string;
  /** The question's; an edit keeps it. */
  format: PostFormat;
  onUpdate: (edit: Edit, drafts: Readonly<Record<string, string>>) => Promise<unknown>;
  onAttach: SendFile;
  onDone: () => void;
}) {
  const refused = useRefusedForm();
  const values = refused?.values['editId'] === questionId ? refused.values : undefined;
  const returned = values?.['question'];
  const draft = useEditDraft(draftKey, before, returned);
  const { text, original, originalKey } = draft;
  const isConflict = refused?.current !== undefined;
  const begunFrom = original || (!isConflict && values?.['originalText']) || before;
  const saveStatus = useSaveStatus(draftKey);
  return (
    <Composer
      label="Edit the question"
      action="Update Query"
      text={text}
      format={format}
      hidden={
        <>
          <input type="hidden" name="editId" value={questionId} />
          <input type="hidden" name="originalText" value={begunFrom} autoComplete="off" />
        </>
      }
      failure={text === returned ? refused?.failure : undefined}
      saveStatus={saveStatus}
      isChanged={draft.isChanged}
      onChange={draft.change}
      onSend={async (questionText) => {
        const drafts = { [draftKey]: text, [originalKey]: begunFrom };
        if (questionText !== before.trim()) await onUpdate({ questionText, originalText: begunFrom }, drafts);
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
