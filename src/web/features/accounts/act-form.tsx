import { useState, type ReactNode } from 'react';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { usePostedForm } from '../../lib/forms/refused-form.ts';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { AccountOutcome } from './account-outcome.ts';
import styles from './act-form.module.css';

/** A form of the account screen, which shows its own result. */
export function ActForm({
  act,
  button,
  variant = 'secondary',
  onDone,
  children,
}: {
  act: string;
  button: string;
  variant?: 'primary' | 'secondary' | 'danger';
  onDone?: (outcome: AccountOutcome) => void;
  /** The fields; `errorOf` gives a field's error, `initial` the values of a refused form. */
  children?: (errorOf: (field: string) => string | undefined, initial: Fields) => ReactNode;
}) {
  const [done, setDone] = useState<string | null>(null);
  /** A new key empties the fields. */
  const [round, setRound] = useState(0);
  const form = useActionForm<AccountOutcome>({
    act,
    action: '/account',
    keepsFields: true,
    onDone(outcome) {
      setDone(outcome.message ?? null);
      setRound((count) => count + 1);
      onDone?.(outcome);
    },
    onRefused: () => setDone(null),
  });
  const [first] = Object.keys(form.refused?.errors ?? {}).flatMap((name) => form.errorAt(name) ?? []);
  const failure = first ?? (form.hasErrors ? undefined : form.failure);
  return (
    <ActionForm
      form={{ ...form, failure }}
      button={button}
      variant={variant}
      className={styles['form']}
      noValidate
    >
      <div key={round} className={styles['fields']}>
        {children?.(form.errorAt, form.values ?? {})}
      </div>
      <MessageRoom>{done !== null && !form.isBusy && <Notice tone="success">{done}</Notice>}</MessageRoom>
    </ActionForm>
  );
}

/** A rarely used form, collapsed; open when refused. */
export function ActFold({ act, summary, children }: { act: string; summary: string; children: ReactNode }) {
  const isRefused = usePostedForm({ act }) !== undefined;
  return (
    <details className={styles['fold']} open={isRefused}>
      <summary>{summary}</summary>
      <div className={styles['inside']}>{children}</div>
    </details>
  );
}
