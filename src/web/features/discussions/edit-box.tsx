import { useRefusedForm, useReturnedDraft } from '../../lib/refused-form.ts';
import type { Send } from '../../lib/send-again.ts';
import { useSaveStatus } from '../../lib/use-draft.ts';
import { Composer } from './composer.tsx';

/**
 * The composer for a question that is being edited, in its own place. Escape cancels the edit and drops its draft; an edit
 * that changes nothing sends nothing.
 */
export function EditBox({
  questionId,
  draftKey,
  text: before,
  onUpdate,
  onDone,
}: {
  questionId: string;
  draftKey: string;
  text: string;
  onUpdate: (text: string, send: Send) => Promise<void>;
  onDone: () => void;
}) {
  const refused = useRefusedForm();
  const returned = refused?.values['editId'] === questionId ? refused.values['question'] : undefined;
  const [text, setText] = useReturnedDraft(draftKey, returned, before);
  const saveStatus = useSaveStatus(draftKey);
  const close = () => {
    setText('');
    onDone();
  };
  return (
    <Composer
      label="Edit the question"
      action="Update Query"
      text={text}
      hidden={<input type="hidden" name="editId" value={questionId} />}
      failure={text === returned ? refused?.failure : undefined}
      saveStatus={saveStatus}
      onChange={setText}
      onSend={async (changed, send) => {
        if (changed !== before.trim()) await onUpdate(changed, send);
        close();
      }}
      onCancel={close}
    />
  );
}
