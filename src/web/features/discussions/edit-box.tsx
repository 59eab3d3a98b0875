import type { Send } from '../../lib/send-again.ts';
import { useDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Composer } from './composer.tsx';

/** The composer for a question that is being edited, in its own place. Escape cancels the edit and drops its draft. */
export function EditBox({
  draftKey,
  text: before,
  onUpdate,
  onDone,
}: {
  draftKey: string;
  text: string;
  onUpdate: (text: string, send: Send) => Promise<void>;
  onDone: () => void;
}) {
  const [text, setText] = useDraft(draftKey, before);
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
      saveStatus={saveStatus}
      onChange={setText}
      onSend={async (changed, send) => {
        await onUpdate(changed, send);
        close();
      }}
      onCancel={close}
    />
  );
}
