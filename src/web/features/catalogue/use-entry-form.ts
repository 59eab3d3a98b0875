import { useActionForm } from '../../lib/forms/use-action-form.ts';
import type { Entry, EntryKind } from './entry-fields.ts';

/**
 * The form of an entry of the catalogue.
 * @param stored the entry that is changed; undefined for a new one
 */
export function useEntryForm(kind: EntryKind, stored: Entry | undefined, onDone?: () => void) {
  const form = useActionForm({
    act: kind,
    ...(stored?.retired === true && { hidden: { retired: 'yes' } }),
    keepsFields: true,
    keepsPlace: stored !== undefined,
    ...(onDone && { onDone }),
  });
  const { refused } = form;
  // What others have made of it meanwhile, once that was shown.
  const theirs = refused?.current as Entry | undefined;
  return {
    ...form,
    theirs,
    /** What it is compared with when it is saved. */
    version: theirs?.version ?? refused?.values['version'] ?? stored?.version ?? '',
  };
}

export type EntryFormState = ReturnType<typeof useEntryForm>;
