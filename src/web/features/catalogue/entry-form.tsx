import type { ReactNode } from 'react';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Small } from '../../ui/layout.tsx';
import { differences, type Entry, type EntryKind } from './entry-fields.ts';

/** @param stored undefined for a new entry */
export function useEntryForm(kind: EntryKind, stored: Entry | undefined, onDone?: () => void) {
  const form = useActionForm({
    act: kind,
    ...(stored?.retired === true && { hidden: { retired: 'yes' } }),
    keepsFields: true,
    keepsPlace: stored !== undefined,
    ...(onDone && { onDone }),
  });
  const { refused } = form;
  // Others' changes, once shown.
  const theirs = refused?.current as Entry | undefined;
  return {
    ...form,
    theirs,
    /** Compared when saving. */
    version: theirs?.version ?? refused?.values['version'] ?? stored?.version ?? '',
  };
}

export type EntryFormState = ReturnType<typeof useEntryForm>;

/** @param mine the form's current values @param further beside the button */
export function EntryForm({
  form,
  button,
  mine,
  further,
  children,
}: {
  form: EntryFormState;
  button: string;
  mine: object;
  further?: ReactNode;
  children: ReactNode;
}) {
  const { theirs, version } = form;
  return (
    <ActionForm
      form={form}
      button={button}
      variant="primary"
      gap={4}
      buttons="bottom-bar"
      noValidate
      further={
        <>
          {further}
          <Small as="span">* Required</Small>
        </>
      }
      conflict={
        theirs && (
          <>
            <p>Somebody else has saved this. If you save again, you replace it:</p>
            <ul>
              {differences(theirs, mine).map(({ label, theirs: words }) => (
                <li key={label}>{`${label}: ${words}`}</li>
              ))}
            </ul>
          </>
        )
      }
    >
      <input type="hidden" name="version" value={version} autoComplete="off" />
      {children}
    </ActionForm>
  );
}
