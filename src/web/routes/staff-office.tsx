import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Office } from '#contract/operations/calls';
import { auditAddress } from '#contract/privacy/audit-view';
import { pageTitle } from '#contract/screens';
import { SetUpSteps, WaitingList } from '../features/operations/office-home.tsx';
import { AuditList } from '../features/privacy/audit-list.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { ButtonLink } from '../ui/button.tsx';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

export const meta = () => [{ title: pageTitle('Office') }];

const shownEvents = 10;

/** `page` is null outside the office. */
type LoaderData = { user: CurrentUser; page: Deferred<Result<Office>> | null };

async function load(call: Call, { user }: Visit): Promise<LoaderData> {
  if (user.role !== 'administrator') return { user, page: null };
  return { user, page: await defer(toResult(call('readOffice'))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function OfficeHome({ steps, waiting, events }: Office) {
  return (
    <>
      <OfficeHead title="Office" />
      <div className={styles['columns']}>
        <SetUpSteps steps={steps} />
        <WaitingList waiting={waiting} />
      </div>
      <section aria-labelledby="events">
        <h2 id="events">Newest events</h2>
        <AuditList lines={events} most={shownEvents} />
      </section>
      <p>
        <ButtonLink variant="secondary" small to={auditAddress()}>
          Audit log
        </ButtonLink>
      </p>
    </>
  );
}

export default function StaffOffice() {
  const { user, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Office"
      failure="The office could not be loaded"
      skeleton={['22rem', '20rem']}
    >
      {(office) => <OfficeHome {...office} />}
    </StaffScreen>
  );
}
