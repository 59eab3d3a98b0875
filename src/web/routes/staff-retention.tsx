import { retentionPath } from '#contract/privacy/retention';
import type { CurrentUser } from '#contract/accounts/calls';
import type { Retention } from '#contract/privacy/retention-calls';
import { Holds, PlannedRemovals, SuspendedStudents } from '../features/privacy/planned-removals.tsx';
import { readRetentionFields, RetentionForm } from '../features/privacy/retention-form.tsx';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { withNotices } from '../lib/screen-notices.ts';
import { useReadNotices } from '../lib/unread-notices.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, Section, StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

const title = 'Data retention';
export const meta = pageMeta(title);

const load = officeLoad((call, { search }) => {
  const after = search.get('after');
  return call('readRetention', { query: after === null ? {} : { after } });
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

const redirectWithNotice = withNotices({
  'retention-saved': 'The time is saved. You are notified a week before data is removed.',
});

const change: SignedInHandler = async (call, { fields }) => {
  await call('setRetention', {
    body: readRetentionFields(fields),
    idempotencyKey: fields['Idempotency-Key'],
  });
  return redirectWithNotice(retentionPath, 'retention-saved');
};
export const action = signedInAction(change);
export const clientAction = browserAction(change);

function Page({ retention, user }: { retention: Retention; user: CurrentUser }) {
  useReadNotices(user, 'retention');
  const { years, holds, suspended } = retention;
  return (
    <>
      <OfficeHead title={title} />
      <div className={styles['columns']}>
        <Section title="Planned removals">
          <PlannedRemovals {...retention} />
        </Section>
        <Section title="Rule">
          <RetentionForm years={years} />
        </Section>
        <Section title="Holds">
          <Holds {...holds} />
        </Section>
        {suspended.length > 0 && (
          <Section title="Suspended students">
            <SuspendedStudents suspended={suspended} />
          </Section>
        )}
      </div>
    </>
  );
}

export default function StaffRetention() {
  return (
    <StaffScreen<Retention>
      isOffice
      title={title}
      failure="The planned removals could not be loaded"
      skeleton={['form', 6]}
    >
      {(retention, user) => <Page retention={retention} user={user} />}
    </StaffScreen>
  );
}
