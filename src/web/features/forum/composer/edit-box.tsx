import type { ReactNode } from 'react';
import type { PostFormat } from '#contract/forum/calls';
import type { RefusedForm } from '../../../lib/forms/form-action.ts';
import { useSaveStatus } from '../../../lib/forms/use-draft.ts';
import type { SendFile } from '../attachments/attachments.ts';
import type { Update } from '../comments/use-edits.tsx';
import { Composer } from './composer.tsx';
import { useEditDraft } from './use-edit-draft.ts';

/** Edits a question or comment in place. An unchanged text is not sent. */
export function EditBox({
  label,
  action,
  draftKey,
  text: before,
  format,
  hidden,
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
  hidden?: ReactNode;
  /** This edit, if such a form was refused. */
  refused?: RefusedForm | null;
  onUpdate: Update;
  onAttach: SendFile;
  onDone: () => void;
}) {
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
      hidden={
        hidden !== undefined && (
          <>
            {hidden}
            <input type="hidden" name="originalText" value={begunFrom} autoComplete="off" />
          </>
        )
      }
      failure={text === returned ? refused?.failure : undefined}
      saveStatus={useSaveStatus(draftKey)}
      isChanged={draft.isChanged}
      onChange={draft.change}
      onSend={async (changed) => {
        const drafts = { [draftKey]: text, [originalKey]: begunFrom };
        if (changed !== before.trim()) await onUpdate(changed, begunFrom, drafts);
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
