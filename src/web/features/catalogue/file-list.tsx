import { Link } from 'react-router';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueProjectAddress } from '#contract/catalogue/catalogue-view';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { formatBytes } from '../../ui/format-bytes.ts';
import styles from './file-list.module.css';

/** A file's folder and name, as its removal names them. */
export function partsOf(path: string): { folder: string; name: string } {
  const [, folder = '', name = ''] = path.split('/');
  return { folder, name };
}

function Removal({ path }: { path: string }) {
  const form = useActionForm({ act: 'remove-file', of: { path } });
  return <ActionForm form={form} button="Remove" variant="quiet" small label={`Remove ${path}`} />;
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
              <span>{`${formatBytes(bytes)}; ${used_by.length === 0 ? 'not used' : 'used by '}`}</span>
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
