import type { FormEvent } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueProjectAddress } from '#contract/catalogue/catalogue-view';
import { call, errorMessage } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useRefusedForm } from '../../lib/forms/refused-form.ts';
import { tellScreen } from '../../lib/screen-message.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import { MessageRoom } from '../../ui/message-room.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './file-list.module.css';

/** A file's folder and name, as its removal names them. */
export function partsOf(path: string): { folder: string; name: string } {
  const [, folder = '', name = ''] = path.split('/');
  return { folder, name };
}

function Removal({ path }: { path: string }) {
  const refused = useRefusedForm();
  const posted = refused?.values['path'] === path ? refused : undefined;
  const { isBusy, error, run } = useMutation();
  const { revalidate } = useRevalidator();
  const keyOf = usePressKey();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      await call('removeCatalogueFile', { params: partsOf(path), idempotencyKey: keyOf(path) });
      await revalidate();
      tellScreen('file-removed');
    });
  };
  const failure = error === null ? posted?.failure.message : errorMessage(error);
  return (
    <form method="post" onSubmit={submit}>
      <FormKey of={`remove-${path}`} />
      <input type="hidden" name="path" value={path} />
      <Button type="submit" variant="quiet" small busy={isBusy} aria-label={`Remove ${path}`}>
        Remove
      </Button>
      <MessageRoom>{failure !== undefined && <Notice tone="error">{failure}</Notice>}</MessageRoom>
    </form>
  );
}

/** Pictures and documents of the catalogue: which projects show them, and a way to remove those that none does. */
export function FileList({ files }: { files: readonly FileEntry[] }) {
  return (
    <ul className={styles['files']}>
      {files.map(({ path, bytes, used_by }) => (
        <li key={path} className={styles['file']}>
          {path.startsWith('/images/') && (
            <img src={path} alt="" width={160} height={90} loading="lazy" className={styles['picture']} />
          )}
          <div className={styles['words']}>
            <a href={path} target="_blank" rel="noopener noreferrer" className={styles['path']}>
              {path}
            </a>
            <p className={styles['about']}>
              <span>{`${formatBytes(bytes)}; ${used_by.length === 0 ? 'no project shows it' : 'shown by '}`}</span>
              {used_by.map((id, index) => (
                <span key={id}>
                  {index > 0 && <span>{', '}</span>}
                  <Link to={catalogueProjectAddress(id)}>{id}</Link>
                </span>
              ))}
            </p>
          </div>
          {used_by.length === 0 && <Removal path={path} />}
        </li>
      ))}
    </ul>
  );
}
