import { useId } from 'react';
import type { PeopleImport } from '#contract/people/import-calls';
import { ImportList } from '../features/people/imports/import-list.tsx';
import { ImportUpload } from '../features/people/imports/import-upload.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Import people');

type Page = { imports: PeopleImport[] };
async function readPage(call: Call): Promise<Page> {
  return { imports: await call('listImports', {}) };
}

const load = officeLoad(readPage);

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function ImportScreen({ page: { imports } }: { page: Page }) {
  const id = useId();
  return (
    <>
      <OfficeHead title="Import people" />
      <ImportUpload />
      <section aria-labelledby={`${id}all`}>
        <h2 id={`${id}all`}>Earlier spreadsheets</h2>
        <ImportList imports={imports} />
      </section>
    </>
  );
}

export default function StaffImport() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Import people"
      failure="The spreadsheets could not be loaded"
      skeleton={['10rem', '14rem']}
    >
      {(loaded) => <ImportScreen page={loaded} />}
    </StaffScreen>
  );
}
