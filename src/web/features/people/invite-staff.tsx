import { useState, type ChangeEvent } from 'react';
import { useActionData } from 'react-router';
import { limits } from '#contract/limits';
import type { StaffMember } from '#contract/people/staff-member-calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { BatchBoxes } from '../notices/batch-boxes.tsx';
import { ShownOnceLink } from './shown-once-link.tsx';
import { RoleField } from './staff-fields.tsx';

/** `link` is null where it was mailed. */
export type Invited = {
  member: Pick<StaffMember, 's_id' | 's_name'> & {
    role: StaffMember['role'] | 'examiner';
    has_password?: boolean;
  };
  link: string | null;
  expires_at: string;
};
export type ShownInvitation = { invited: Invited };

const roleWords = { administrator: 'an administrator', mentor: 'a mentor', examiner: 'an examiner' };

/** Said once somebody was made staff: where their link is. */
function InvitedNote({ invited: { member, link, expires_at } }: { invited: Invited }) {
  const who = `${member.s_name} is ${roleWords[member.role]} now.`;
  if (member.role === 'examiner' && member.has_password)
    return <Notice tone="success">{`${who} They log in with the password that they have.`}</Notice>;
  if (link === null)
    return (
      <Notice tone="success">
        {`${who} A link to set the password was emailed to ${member.s_id}. It works once, within seven days.`}
      </Notice>
    );
  return (
    <>
      <Notice tone="success">{`${who} This portal cannot send email. Give them the link.`}</Notice>
      <ShownOnceLink person={member} link={link} expiresAt={expires_at} />
    </>
  );
}

/** The link to the first password is mailed, or shown this once. */
export function InviteStaff({ batches }: { batches: readonly string[] }) {
  const posted = useActionData<ShownInvitation | object>();
  const [made, setMade] = useState<Invited | null>(
    posted !== undefined && 'invited' in posted ? posted.invited : null,
  );
  const [role, setRole] = useState('mentor');
  const form = useActionForm<ShownInvitation>({
    formName: 'invite',
    onDone: ({ invited }) => setMade(invited),
  });
  return (
    <>
      <ActionForm form={form} button="Invite" variant="primary" narrow>
        <TextField
          label="Name"
          {...form.field('name')}
          required
          maxLength={limits.name}
          autoComplete="off"
          hint="As students see it."
        />
        <TextField
          label="Email"
          {...form.field('email')}
          type="email"
          required
          maxLength={limits.email}
          autoComplete="off"
        />
        <RoleField
          {...form.field('role', 'mentor')}
          onChange={({ target }: ChangeEvent<HTMLSelectElement>) => setRole(target.value)}
          hint="Mentors mark and answer in their batches. Administrators can do everything in every batch. Examiners only see the students of their vivas."
        >
          <option value="examiner">Examiner</option>
        </RoleField>
        {role === 'mentor' && batches.length > 0 && (
          <BatchBoxes legend="Batches to mentor" batches={batches} values={form.values ?? {}} />
        )}
      </ActionForm>
      {made !== null && !form.isBusy && <InvitedNote invited={made} />}
    </>
  );
}
