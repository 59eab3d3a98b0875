import { useId, useState } from 'react';
import type { FileEntry } from '#contract/catalogue/calls';
import { CallError } from '../../lib/calls/call-error.ts';
import { errorMessage } from '../../lib/calls/client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { usePressKey } from '../../lib/forms/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { refuseSeveralFiles } from '../../ui/file-field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { NeedsScript } from '../../ui/needs-script.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './file-upload.module.css';
import { sendFile } from './send-file.ts';
import { tidyName } from './tidy-name.ts';

/** Picks a picture or document and puts it into the catalogue at once; one of its name is replaced only once that was said. */
export function FileUpload({
  label,
  accept,
  folder,
  onStored,
}: {
  label: string;
  /** The endings that the picker offers. */
  accept: string;
  /** Where it goes; by default wherever its ending belongs. */
  folder?: 'images' | 'documents';
  onStored: (path: string) => void | Promise<void>;
}) {
  const id = useId();
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  const [file, setFile] = useState<File | null>(null);
  const [told, setTold] = useState('');
  const [refused, setRefused] = useState('');
  const there = error instanceof CallError ? (error.current as FileEntry | undefined) : undefined;
  const store = (chosen: File, original?: string) => {
    setTold('');
    void run(async () => {
      const content = [chosen.name, chosen.size, chosen.lastModified, original].join(' ');
      const { path } = await sendFile('putCatalogueFile', {
        fields: original === undefined ? {} : { original },
        file: chosen,
        name: tidyName(chosen.name),
        idempotencyKey: keyOf(content),
      });
      keyOf('');
      setTold(`${tidyName(chosen.name)} is stored at ${path}.`);
      await onStored(path);
    });
  };
  return (
    <>
      <NeedsScript>Uploading needs scripts. Turn them on for this page.</NeedsScript>
      <div className={styles['upload']} data-needs-script>
        <label htmlFor={id} className={styles['label']}>
          {label}
        </label>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={isBusy}
          aria-describedby={`${id}hint`}
          onDrop={(event) => setRefused(refuseSeveralFiles(event))}
          onChange={({ target }) => {
            setRefused('');
            const chosen = target.files?.[0] ?? null;
            setFile(chosen);
            if (chosen !== null) store(chosen);
          }}
        />
        <p
          id={`${id}hint`}
          className={styles['hint']}
        >{`At most 2 MB; stored at once${folder === undefined ? '' : ` in /${folder}/`}.`}</p>
        <MessageRoom>
          {refused !== '' && <Notice tone="error">{refused}</Notice>}
          {there !== undefined && file !== null ? (
            <Notice tone="warning" role="alert" title={errorMessage(error)}>
              <p>
                {there.used_by.length === 0
                  ? 'No project uses it.'
                  : `Used by ${there.used_by.join(', ')}, which will show the new one.`}
              </p>
              <p>
                <Button small variant="secondary" onClick={() => store(file, there.sha256)}>
                  {`Replace ${there.path}`}
                </Button>
              </p>
            </Notice>
          ) : (
            error !== null && <Notice tone="error">{errorMessage(error)}</Notice>
          )}
          {error === null && told !== '' && <Notice tone="success">{told}</Notice>}
        </MessageRoom>
      </div>
    </>
  );
}
