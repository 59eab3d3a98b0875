import type { ReactNode } from 'react';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import type { DraftOf } from '../../lib/forms/use-stored-fields.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Small } from '../../ui/layout.tsx';
import {
  entryKinds,
  entryLabels,
  entryWords,
  fieldsOfEntry,
  type Entry,
  type EntryKind,
} from './entry-fields.ts';

/** @param stored undefined for a new entry, whose fields are `initial` */
export function useEntryForm(
  kind: EntryKind,
  stored: Entry | undefined,
  { initial = {}, draft }: { initial?: Fields; draft?: DraftOf } = {},
) {
  const shown = (entry: Entry) => fieldsOfEntry(kind, entry);
  const form = useChangeForm({
    formName: kind,
    ...(stored?.retired === true && { hidden: { retired: 'yes' } }),
    keepsPlace: stored !== undefined,
    changes: {
      stored: stored === undefined ? initial : shown(stored),
      labels: entryLabels,
      words: entryWords,
      shown,
      compared: entryKinds[kind].compared,
      ...(draft && { draft }),
    },
  });
  const theirs = form.refused?.current as Entry | undefined;
  const { began: _, ...ofNew } = form.hidden;
  return {
    ...form,
    // A new entry changes nothing stored.
    ...(stored === undefined && { conflict: undefined, hidden: ofNew }),
    /** The condition of servers of a version before: none fits while a conflict is open. */
    version: form.conflicts.length === 0 ? (theirs?.version ?? stored?.version ?? '') : '',
  };
}

export type EntryFormState = ReturnType<typeof useEntryForm>;

/** @param further beside the button */
export function EntryForm({
  form,
  button,
  further,
  children,
}: {
  form: EntryFormState;
  button: string;
  further?: ReactNode;
  children: ReactNode;
}) {
  return (
    <ChangeForm
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
    >
      <input type="hidden" name="version" value={form.version} autoComplete="off" />
      {children}
    </ChangeForm>
  );
}
