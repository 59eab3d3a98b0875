import { useState } from 'react';
import type { PostFormat } from '#contract/forum/calls';
import type { RefusedForm } from '../../../lib/forms/form-action.ts';
import type { Fields } from '../../../lib/forms/form-fields.ts';
import { useReturnedDraft, useDraft, useSaveStatus } from '../../../lib/forms/use-draft.ts';
import { cancelledDraft, originalOfDraft } from '../../../lib/stored-names/forum.ts';
import type { SendFile } from '../attachments/attachments.ts';
import type { Update } from '../comments/use-edits.tsx';
import { Composer } from './composer.tsx';

/**
 * A cancelled edit can be restored when the edit is opened again.
 * @param before the text of the post when the edit began
 * @param returned the text of a refused form
 */
function useEditDraft(draftKey: string, before: string, returned?: string) {
  const [text, setText] = useReturnedDraft(draftKey, returned, before);
  // The edit may have begun before a reload, from a text that others have changed since.
  const originalKey = originalOfDraft(draftKey);
  const [original, setOriginal] = useDraft(originalKey);
  const [cancelled, setCancelled] = useDraft(cancelledDraft(draftKey));
  const isChanged = text.trim() !== (original || before).trim();
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

/** Edits in place. An unchanged text is not sent. */
export function EditBox({
  label,
  action,
  draftKey,
  text: current,
  format,
  target,
  refused = null,
  onUpdate,
  onAttach,
  onDone,
}: {
  label: string;
  action: string;
  draftKey: string;
  text: string;
  /** The post's; an edit keeps it. */
  format: PostFormat;
  /** Names the post in a form that is posted before hydration. */
  target?: Fields;
  /** This edit, if such a form was refused. */
  refused?: RefusedForm | null;
  onUpdate: Update;
  onAttach: SendFile;
  onDone: () => void;
}) {
  // Not a later text: the server must report what others changed during the edit.
  const [before] = useState(current);
  const returned = refused?.values['question'];
  const draft = useEditDraft(draftKey, before, returned);
  const { text, original, originalKey } = draft;
  const isConflict = refused?.current !== undefined;
  const begunFrom = original || (!isConflict && refused?.values['originalText']) || before;
  return (
    <Composer
      label={label}
      action={action}
      text={text}
      format={format}
      name="edit"
      {...(target !== undefined && { target, hidden: { originalText: begunFrom } })}
      failure={text === returned ? refused?.failure : undefined}
      saveStatus={useSaveStatus(draftKey)}
      isChanged={draft.isChanged}
      onChange={draft.change}
      onSend={async (changed) => {
        const drafts = { [draftKey]: text, [originalKey]: begunFrom };
        if (changed !== begunFrom.trim()) await onUpdate(changed, begunFrom, drafts);
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
