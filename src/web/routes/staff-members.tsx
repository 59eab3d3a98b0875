import type { CurrentUser } from '#contract/accounts/calls';
import type { StaffPage } from '#contract/people/staff-member-calls';
import { InviteStaff, type ShownInvitation } from '../features/people/invite-staff.tsx';
import { readStaffFields } from '../features/people/staff-fields.tsx';
import { StaffList } from '../features/people/staff-list.tsx';
import { browserLoader, serverLoader } from '../lib/page/screen-loader.ts';
import { browserAction, signedInAction, type SignedInHandler } from '../lib/forms/form-action.ts';
import { pageMeta } from '../lib/page/page-meta.ts';
import { OfficeHead } from './office-head.tsx';
import { officeLoad, Section, StaffScreen } from './staff-screen.tsx';

export const meta = pageMeta('Staff');

type Page = { after: string; staff: StaffPage };

const load = officeLoad(async (call, { search }): Promise<Page> => {
  const after = search.get('after') ?? '';
  return { after, staff: await call('listStaff', { query: after === '' ? {} : { after } }) };
});

export const loader = serverLoader(load);
export const clientLoader = browserLoader(load);

/** A link to hand over is shown. */
const inviteStaff: SignedInHandler<ShownInvitation> = async (call, { fields }) => {
  const { email = '', name = '', 'Idempotency-Key': idempotencyKey } = fields;
  if (fields['role'] === 'examiner') {
    const { examiner, ...submitted } = await call('inviteExaminer', {
      body: { email, name },
      idempotencyKey,
    });
    return { invited: { member: { ...examiner, role: 'examiner' }, ...submitted } };
  }
  const body = { email, name, ...readStaffFields(fields) };
  return { invited: await call('inviteStaffMember', { body, idempotencyKey }) };
};
export const action = signedInAction(inviteStaff);
export const clientAction = browserAction(inviteStaff);

function StaffMembersScreen({ user, after, staff }: Page & { user: CurrentUser }) {
  return (
    <>
      <OfficeHead
        title="Staff"
        facts="Open a name to change the role, remove an examiner or suspend the account."
      />
      <StaffList staff={staff} after={after} />
      <Section title="Invite somebody">
        <InviteStaff batches={user.batches} />
      </Section>
    </>
  );
}

export default function StaffMembers() {
  return (
    <StaffScreen<Page> isOffice title="Staff" failure="The staff could not be loaded" skeleton={['12rem', 8]}>
      {(loaded, user) => <StaffMembersScreen user={user} {...loaded} />}
    </StaffScreen>
  );
}
