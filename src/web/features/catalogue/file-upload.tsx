import { useState } from 'react';
import { Link } from 'react-router';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueProjectAddress } from '#contract/catalogue/catalogue-view';
import { normalizeText } from '#contract/normalize-text';
import { Button } from '../../ui/button.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { NeedsScript, Notice } from '../../ui/notice.tsx';
import { useSeenAction } from '../../lib/forms/use-seen-action.ts';
import { useUpload } from '../../lib/forms/use-upload.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import styles from './catalogue.module.css';

/** Stores a file at once; asks before it replaces another of that name. */
export function FileUpload({
  label,
  accept,
  folder,
  onStored,
}: {
  label: string;
  /** Offered by the picker. */
  accept: string;
  /** By default its extension decides. */
  folder?: 'images' | 'documents';
  onStored: (path: string) => void | Promise<void>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [stored, setStored] = useState('');
  const { isBusy, failure, current, upload } = useUpload('putCatalogueFile', async ({ path }) => {
    setStored(`${path.slice(path.lastIndexOf('/') + 1)} is stored at ${path}.`);
    await onStored(path);
  });
  const there = current as FileEntry | undefined;
  const store = (chosen: File, original?: string) => {
    setStored('');
    const { lastModified } = chosen;
    upload(
      new File([chosen], tidyName(chosen.name), { lastModified }),
      original === undefined ? {} : { original },
    );
  };
  return (
    <>
      <NeedsScript>Uploading needs JavaScript. Turn it on for this page.</NeedsScript>
      <div data-needs-script>
        <FileField
          label={label}
          accept={accept}
          hint={`At most 2 MB. It is saved at once${folder === undefined ? '' : ` in /${folder}/`}.`}
          file={file}
          disabled={isBusy}
          onChange={(chosen) => {
            setFile(chosen);
            if (chosen !== null) store(chosen);
          }}
        />
        <MessageRoom>
          {there !== undefined && file !== null ? (
            <Notice tone="warning" role="alert" title={failure}>
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
            failure !== undefined && <Notice tone="error">{failure}</Notice>
          )}
          {failure === undefined && stored !== '' && <Notice tone="success">{stored}</Notice>}
        </MessageRoom>
      </div>
    </>
  );
}

/** Other characters become hyphens. */
export function tidyName(name: string): string {
  const end = name.lastIndexOf('.');
  const stem = normalizeText(end < 0 ? name : name.slice(0, end), 'NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|-+$/g, '');
  const ending = end < 0 ? '' : name.slice(end).toLowerCase();
  return `${(stem || 'file').slice(0, 100)}${ending}`;
}

/** As its removal names them. */
export function partsOf(path: string): { folder: string; name: string } {
  const [, folder = '', name = ''] = path.split('/');
  return { folder, name };
}

function Removal({ file: { path, sha256 } }: { file: FileEntry }) {
  const form = useSeenAction({ formName: 'remove-file', target: { path }, seen: { sha256 } });
  return (
    <ActionForm
      form={form}
      button="Remove"
      variant="quiet"
      small
      label={`Remove ${path}`}
      conflict={
        form.changed !== null && (
          <a href={path} target="_blank" rel="noopener noreferrer">
            Show the new file
          </a>
        )
      }
    />
  );
}

/** Unused files can be removed. */
export function FileList({ files }: { files: readonly FileEntry[] }) {
  return (
    <CardTable caption="Pictures and documents" columns={['File', 'Size', 'Used by']}>
      {files.map((file) => {
        const { path, bytes, used_by } = file;
        return (
          <tr key={path}>
            <th scope="row">
              {path.startsWith('/images/') && (
                <img src={path} alt="" width={160} height={90} loading="lazy" className={styles['thumb']} />
              )}
              <a href={path} target="_blank" rel="noopener noreferrer">
                {path}
              </a>
            </th>
            <td>{formatBytes(bytes)}</td>
            <td>
              {used_by.map((id, index) => (
                <span key={id}>
                  {index > 0 && <span>{', '}</span>}
                  <Link to={catalogueProjectAddress(id)}>{id}</Link>
                </span>
              ))}
              {used_by.length === 0 && <Removal file={file} />}
            </td>
          </tr>
        );
      })}
    </CardTable>
  );
}
