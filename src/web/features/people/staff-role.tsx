import type { Person } from '#contract/people/calls';
import type { StaffMember } from '#contract/people/staff-member-calls';
import type { StaffRole } from '#contract/people/people-view';
import { roleNames } from '#contract/people/statuses';
import { useChangeForm } from '../../lib/forms/use-change-form.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
import { BatchBoxes } from '../notices/batch-boxes.tsx';
import { RoleField } from './staff-fields.tsx';

const shown = ({ role }: Pick<StaffMember, 'role'>) => ({ role });

export function StaffRoleForm({ person, batches }: { person: Person; batches: readonly string[] }) {
  const further = batches.filter((batch) => !person.batches.includes(batch));
  const form = useChangeForm({
    formName: 'role',
    changes: {
      stored: { role: person.role },
      labels: { role: 'Role' },
      shown,
      words: (_, role) => roleNames[role as StaffRole],
    },
  });
  if (person.is_own) return <p>You cannot change your own role. Ask another administrator.</p>;
  return (
    <ChangeForm form={form} button="Change role and batches" narrow>
      <RoleField {...form.field('role')} hint="Takes effect at once. The person is notified of a new role." />
      {further.length > 0 && <BatchBoxes legend="Further batches" batches={further} values={{}} />}
    </ChangeForm>
  );
}
