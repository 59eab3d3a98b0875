import { useActionForm } from '../../lib/forms/use-action-form.ts';
import type { Entry, EntryKind } from './entry-fields.ts';

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
