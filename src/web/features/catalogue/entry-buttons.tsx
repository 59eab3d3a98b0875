import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Stack } from '../../ui/layout.tsx';
import { entryKinds, fieldsOfEntry, type Entry, type EntryKind } from './entry-fields.ts';
import styles from './catalogue.module.css';

function EntryButton({
  formName,
  button,
  danger = false,
  entry,
  children,
}: {
  formName: 'retire' | 'bring-back' | 'remove';
  button: string;
  danger?: boolean;
  entry: Fields;
  children: ReactNode;
}) {
  const { revalidate } = useRevalidator();
  const form = useActionForm({
    formName,
    hidden: entry,
    // The stored state, whatever the reason.
    onRefused: () => void revalidate(),
  });
  return (
    <ActionForm
      form={form}
      button={button}
      variant={danger ? 'danger' : 'secondary'}
      className={styles['action']}
    >
      {children}
    </ActionForm>
  );
}

/** Only an unused entry can be removed. */
export function EntryButtons({ kind, entry: stored }: { kind: EntryKind; entry: Entry }) {
  const { retired: archived, used, version } = stored;
  const { archivedMeans } = entryKinds[kind];
  const noun = `this ${kind}`;
  const entry = { ...fieldsOfEntry(kind, stored), version };
  return (
    <Stack>
      {archived ? (
        <EntryButton key="bring-back" formName="bring-back" button={`Restore ${noun}`} entry={entry}>
          <p>{`It is archived: ${archivedMeans}`}</p>
        </EntryButton>
      ) : (
        <details className={styles['fold']}>
          <summary>{`Archive ${noun}`}</summary>
          <EntryButton formName="retire" button={`Archive ${noun} now`} entry={entry}>
            <p>{`When archived, ${archivedMeans} You can restore it.`}</p>
          </EntryButton>
        </details>
      )}
      {!used && (
        <details className={styles['fold']}>
          <summary>{`Remove ${noun}`}</summary>
          <EntryButton formName="remove" button={`Remove ${noun} permanently`} danger entry={{ version }}>
            <p>It is not in use, so it can be removed. The audit log keeps a copy.</p>
          </EntryButton>
        </details>
      )}
    </Stack>
  );
}
