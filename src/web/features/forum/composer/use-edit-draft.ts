import { useReturnedDraft } from '../../../lib/forms/refused-form.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';

/**
 * The draft of an edited post. A cancelled edit can be restored when the edit is opened again.
 * @param before the current text of the post
 * @param returned the text of a refused form
 */
export function useEditDraft(draftKey: string, before: string, returned?: string) {
  const [text, setText] = useReturnedDraft(draftKey, returned, before);
  // The edit may have begun before a reload, from a text that others have changed since.
  const originalKey = `about ${draftKey} original`;
  const [original, setOriginal] = useDraft(originalKey);
  const [cancelled, setCancelled] = useDraft(`about ${draftKey} cancelled`);
  const isChanged = text.trim() !== before.trim();
  const change = (changed: string) => {
    if (original === '') setOriginal(before);
    setText(changed);
  };
  const discard = () => {
    setText('');
    setOriginal('');
  };
  return {
    text,
    original,
    originalKey,
    isChanged,
    change,
    finish() {
      setCancelled('');
      discard();
    },
    cancel() {
      if (isChanged) setCancelled(text);
      discard();
    },
    restore:
      cancelled === '' || cancelled === text
        ? undefined
        : () => {
            change(cancelled);
            setCancelled('');
          },
  };
}
