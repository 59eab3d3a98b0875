import { useDraft, useSaveStatus } from '../../lib/use-draft.ts';
import { Composer } from './composer.tsx';

/** A question's text while it is edited, in its own place. Escape forgets the change. */
export function EditBox({
  draftKey,
  text: before,
  onUpdate,
  onDone,
}: {
  draftKey: string;
  text: string;
  onUpdate: (text: string) => Promise<void>;
  onDone: () => void;
}) {
  const [text, setText] = useDraft(draftKey, before);
  const kept = useSaveStatus(draftKey);
  const close = () => {
    setText('');
    onDone();
  };
  return (
    <Composer
      label="Edit the question"
      action="Update Query"
      text={text}
      kept={kept}
      onChange={setText}
      onSend={async (changed) => {
        await onUpdate(changed);
        close();
      }}
      onCancel={close}
    />
  );
}
