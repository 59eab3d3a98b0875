import type { FormEvent, ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { catalogueAddress } from '#contract/catalogue/catalogue-view';
import { errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { clearScreenMessage, tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { EntryKind } from './entry-fields.ts';
import styles from './entry-form.module.css';

function ActForm({
  kind,
  act,
  label,
  danger = false,
  version,
  doneAt,
  send,
  children,
}: {
  kind: EntryKind;
  act: 'retire' | 'bring-back' | 'remove';
  label: string;
  danger?: boolean;
  version: string;
  /** Where it is said then, if not here. */
  doneAt?: string;
  send: (idempotencyKey: string) => Promise<void>;
  children: ReactNode;
}) {
  const refused = useRefusedForm();
  const posted = refused?.values['act'] === act ? refused : undefined;
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    clearScreenMessage();
    void run(async () => {
      try {
        await send(keyOf(version));
      } finally {
        // What stands there now, whatever came of it.
        if (act !== 'remove') await revalidate();
      }
      keyOf('');
      tellScreen(`${kind}-${act}`, doneAt);
    });
  };
  const failure = error === null ? posted?.failure.message : errorMessage(error);
  return (
    <form method="post" className={styles['act']} onSubmit={submit}>
      <FormKey of={act} />
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="version" value={version} autoComplete="off" />
      {children}
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
      <div>
        <Button type="submit" variant={danger ? 'danger' : 'secondary'} busy={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/**
 * Retires an entry of the catalogue or brings it back, and removes one that nobody uses.
 */
export function EntryActs({
  kind,
  entry,
  retiredMeans,
  setRetired,
  remove,
}: {
  kind: EntryKind;
  entry: { retired: boolean; used: boolean; version: string };
  /** What follows when it is retired. */
  retiredMeans: string;
  setRetired: (retired: boolean, idempotencyKey: string) => Promise<void>;
  /** Removes it, and leads to where it was listed. */
  remove: (idempotencyKey: string) => Promise<void>;
}) {
  const { retired, used, version } = entry;
  const noun = `this ${kind}`;
  return (
    <div className={styles['acts']}>
      {retired ? (
        <ActForm
          kind={kind}
          key="bring-back"
          act="bring-back"
          label={`Bring ${noun} back`}
          version={version}
          send={(key) => setRetired(false, key)}
        >
          <p>{`It is retired: ${retiredMeans}`}</p>
        </ActForm>
      ) : (
        <details className={styles['fold']}>
          <summary>{`Retire ${noun}`}</summary>
          <ActForm
            kind={kind}
            act="retire"
            label={`Retire ${noun} now`}
            version={version}
            send={(key) => setRetired(true, key)}
          >
            <p>{`Retired, ${retiredMeans} It can be brought back.`}</p>
          </ActForm>
        </details>
      )}
      {!used && (
        <details className={styles['fold']}>
          <summary>{`Remove ${noun}`}</summary>
          <ActForm
            kind={kind}
            act="remove"
            label={`Remove ${noun} for good`}
            danger
            version={version}
            doneAt={catalogueAddress()}
            send={(key) => remove(key)}
          >
            <p>Nobody uses it yet, so it can go for good. What it said stays in the audit log alone.</p>
          </ActForm>
        </details>
      )}
    </div>
  );
}
