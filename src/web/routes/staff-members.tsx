import { useId } from 'react';
import { useLoaderData } from 'react-router';
import type { CurrentUser } from '#contract/accounts/calls';
import { pageTitle } from '#contract/screens';
import type { StaffPage } from '#contract/people/staff-member-calls';
import { InviteStaff, readStaffFields, type ShownInvitation } from '../features/people/invite-staff.tsx';
import { StaffList } from '../features/people/staff-list.tsx';
import type { Call } from '../lib/calls/client.ts';
import { defer, toResult, type Deferred, type Result } from '../lib/calls/deferred.ts';
import { browserLoader, serverLoader, type Visit } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction, type SignedInAct } from '../lib/forms/form-action.ts';
import { Stack } from '../ui/layout.tsx';
import { OfficeHead } from './office-head.tsx';
import { StaffScreen } from './staff-screen.tsx';
import styles from './office.module.css';

export const meta = () => [{ title: pageTitle('Staff') }];

/** `page` is null outside the office. */
type LoaderData = { user: CurrentUser; after: string; page: Deferred<Result<StaffPage>> | null };

async function load(call: Call, { user, search }: Visit): Promise<LoaderData> {
  const after = search.get('after') ?? '';
  if (user.role !== 'administrator') return { user, after, page: null };
  const query = after === '' ? {} : { after };
  return { user, after, page: await defer(toResult(call('listStaff', { query }))) };
}

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** Invites staff; a link to hand over is shown. */
const inviteStaff: SignedInAct<ShownInvitation> = async (call, { fields }) => {
  const { email = '', name = '', 'Idempotency-Key': idempotencyKey } = fields;
  const body = { email, name, ...readStaffFields(fields) };
  return { invited: await call('inviteStaffMember', { body, idempotencyKey }) };
};
export const action = signedInAction(inviteStaff);
export const clientAction = browserAction(inviteStaff);

function StaffMembersScreen({ user, after, page }: { user: CurrentUser; after: string; page: StaffPage }) {
  const id = useId();
  return (
    <>
      <OfficeHead title="Staff" facts="Open a name to change the role or suspend the account." />
      <StaffList of={page} after={after} />
      <Stack as="section" gap={3} aria-labelledby={id}>
        <h2 id={id}>Invite somebody</h2>
        <InviteStaff batches={user.batches} />
      </Stack>
    </>
  );
}

export default function StaffMembers() {
  const { user, after, page } = useLoaderData<LoaderData>();
  return (
    <StaffScreen
      isOffice
      user={user}
      page={page}
      className={styles['page']}
      title="Staff"
      failure="The staff could not be loaded"
      skeleton={['12rem', 8]}
    >
      {(loaded) => <StaffMembersScreen user={user} after={after} page={loaded} />}
    </StaffScreen>
  );
}
