import { Link, useLoaderData, useRevalidator } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { FileEntry } from '#contract/catalogue/calls';
import { catalogueAddress, filesAddress } from '#contract/catalogue/catalogue-view';
import { pageTitle } from '#contract/screens';
import { FileList, FileUpload, partsOf } from '../features/catalogue/file-upload.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { redirectWithNotice } from '../lib/screen-notices.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { EmptyState } from '../ui/states.tsx';
import styles from './office.module.css';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';

export const meta = () => [{ title: pageTitle('Pictures and documents') }];

type Page = { files: readonly FileEntry[]; next: string | null };

/** `page` is null except for administrators. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  const after = search.get('after');
  const page = call('listCatalogueFiles', after === null ? {} : { query: { after } });
  return { user, page: await defer(toResult(page)) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const removeFile: SignedInAct = async (call, { fields }) => {
  const { path = '', 'Idempotency-Key': idempotencyKey } = fields;
  await call('removeCatalogueFile', { params: partsOf(path), idempotencyKey });
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
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Pictures and documents"
      failure="The pictures and documents could not be loaded"
      skeleton={['5rem', 8]}
    >
      {(loaded) => <Files {...loaded} />}
    </StaffScreen>
  );
}
