import type { Office } from '#contract/operations/calls';
import { readEvents } from '#contract/operations/office-view';
import { auditAddress } from '#contract/privacy/audit-view';
import { isWaitedFor, SetUpSteps, Unprotected, WaitingList } from '../features/operations/office-home.tsx';
import { AuditList } from '../features/privacy/audit-list.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { ButtonLink } from '../ui/button.tsx';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

export const meta = pageMeta('Office');

const shownEvents = 10;

const load = officeLoad((call) => call('readOffice'));

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

function OfficeHome({ waiting, events, unprotected, ...setUp }: Office) {
  const parts = [<SetUpSteps key="set-up" {...setUp} />, <WaitingList key="waiting" waiting={waiting} />];
  return (
    <>
      <OfficeHead title="Office" />
      {/* On a phone the second is far down. */}
      <div className={styles['columns']}>{isWaitedFor(waiting) ? parts.toReversed() : parts}</div>
      <Unprotected unprotected={unprotected} />
      <section aria-labelledby="events">
        <h2 id="events">Newest events</h2>
        <AuditList lines={events} most={shownEvents} hasOlder={events.length === readEvents} />
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
  return (
    <StaffScreen<Office>
      isOffice
      title="Office"
      failure="The office could not be loaded"
      skeleton={['22rem', '20rem']}
    >
      {(office) => <OfficeHome {...office} />}
    </StaffScreen>
  );
}
