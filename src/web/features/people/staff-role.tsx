import type { Person } from '#contract/people/calls';
import { useActionForm } from '../../lib/forms/use-action-form.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { BatchBoxes } from '../notices/batch-boxes.tsx';
import { RoleField } from './staff-fields.tsx';

export function StaffRoleForm({ person, batches }: { person: Person; batches: readonly string[] }) {
  const further = batches.filter((batch) => !person.batches.includes(batch));
  const form = useActionForm({ act: 'role' });
  if (person.is_own) return <p>You cannot change your own role. Ask another administrator.</p>;
  return (
    <ActionForm
      key={`${person.role} ${person.batches.join()}`}
      form={form}
      button="Change role and batches"
      narrow
    >
      <RoleField
        {...form.field('role', person.role)}
        hint="Takes effect at once. The person is notified of a new role."
      />
      {further.length > 0 && (
        <BatchBoxes legend="Further batches" batches={further} values={form.values ?? {}} />
      )}
    </ActionForm>
  );
}
