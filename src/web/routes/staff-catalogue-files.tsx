import { Link, useRevalidator } from 'react-router';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueAddress, filesAddress } from '#contract/catalogue/catalogue-view';
import { FileList, FileUpload, partsOf } from '../features/catalogue/file-upload.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { removalBody } from '../lib/forms/began-fields.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { EmptyState } from '../ui/states.tsx';
import styles from './office.module.css';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Pictures and documents');

type Page = { files: readonly FileEntry[]; next: string | null };

const load = officeLoad<Page>((call, { search }) => {
  const after = search.get('after');
  return call('listCatalogueFiles', after === null ? {} : { query: { after } });
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'file-removed': 'The file is removed.',
});

const removeFile: SignedInHandler = async (call, { fields }) => {
  const { path = '', 'Idempotency-Key': idempotencyKey } = fields;
  await call('removeCatalogueFile', { params: partsOf(path), body: removalBody(fields), idempotencyKey });
  return redirectWithNotice(filesAddress(), 'file-removed');
};
export const action = signedInAction(removeFile);
export const clientAction = browserAction(removeFile);

function Files({ files, next }: Page) {
  const { revalidate } = useRevalidator();
  return (
    <>
      <OfficeHead title="Pictures and documents" trail={[{ label: 'Catalogue', to: catalogueAddress() }]} />
      <div className={styles['columns']}>
        {files.length === 0 ? (
          <EmptyState title="There is no picture or document here" />
        ) : (
          <FileList files={files} />
        )}
        <FileUpload
          label="Upload a picture or document"
          accept=".svg,.png,.jpg,.jpeg,.webp,.avif,.html,.pdf"
          onStored={revalidate}
        />
      </div>
      {next !== null && (
        <p>
          <Link to={filesAddress(next)}>More pictures and documents</Link>
        </p>
      )}
    </>
  );
}

export default function StaffCatalogueFiles() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Pictures and documents"
      failure="The pictures and documents could not be loaded"
      skeleton={['5rem', 8]}
    >
      {(loaded) => <Files {...loaded} />}
    </StaffScreen>
  );
}
