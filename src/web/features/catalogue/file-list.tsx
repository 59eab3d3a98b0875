import { Link } from 'react-router';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueProjectAddress } from '#contract/catalogue/catalogue-view';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import styles from './catalogue.module.css';

/** As its removal names them. */
export function partsOf(path: string): { folder: string; name: string } {
  const [, folder = '', name = ''] = path.split('/');
  return { folder, name };
}

function Removal({ path }: { path: string }) {
  const form = useActionForm({ act: 'remove-file', of: { path } });
  return <ActionForm form={form} button="Remove" variant="quiet" small label={`Remove ${path}`} />;
}

/** Unused files can be removed. */
export function FileList({ files }: { files: readonly FileEntry[] }) {
  return (
    <CardTable caption="Pictures and documents" columns={['File', 'Size', 'Used by']}>
      {files.map(({ path, bytes, used_by }) => (
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
            {used_by.length === 0 && <Removal path={path} />}
          </td>
        </tr>
      ))}
    </CardTable>
  );
}
