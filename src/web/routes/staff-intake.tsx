import { useId } from 'react';
import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Intake } from '#contract/people/intake-calls';
import { pageTitle } from '#contract/screens';
import { IntakeList } from '../features/people/intake/intake-list.tsx';
import { IntakeUpload } from '../features/people/intake/intake-upload.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

export const meta = () => [{ title: pageTitle('Import people') }];

type Page = { intakes: Intake[] };
type LoaderData = { user: CurrentUser; page: Deferred<Result<Page>> | null };

async function readPage(call: Call): Promise<Page> {
  return { intakes: await call('listIntakes', {}) };
}

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  return { user, page: await defer(toResult(readPage(call))) };
}

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
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Import people"
      failure="The spreadsheets could not be loaded"
      skeleton={['10rem', '14rem']}
    >
      {(loaded) => <IntakeScreen page={loaded} />}
    </StaffScreen>
  );
}
