import { useId } from 'react';
import type { Intake } from '#contract/people/intake-calls';
import { IntakeList } from '../features/people/intake/intake-list.tsx';
import { IntakeUpload } from '../features/people/intake/intake-upload.tsx';
import type { Call } from '../lib/calls/client.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Import people');

type Page = { intakes: Intake[] };
async function readPage(call: Call): Promise<Page> {
  return { intakes: await call('listIntakes', {}) };
}

const load = officeLoad(readPage);

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function IntakeScreen({ page: { intakes } }: { page: Page }) {
  const id = useId();
  return (
    <>
      <OfficeHead title="Import people" />
      <IntakeUpload />
      <section aria-labelledby={`${id}all`}>
        <h2 id={`${id}all`}>Earlier spreadsheets</h2>
        <IntakeList intakes={intakes} />
      </section>
    </>
  );
}

export default function StaffIntake() {
  return (
    <StaffScreen<Page>
      isOffice
      title="Import people"
      failure="The spreadsheets could not be loaded"
      skeleton={['10rem', '14rem']}
    >
      {(loaded) => <IntakeScreen page={loaded} />}
    </StaffScreen>
  );
}
