import type { Person } from '#contract/people/calls';
import { call } from '../../lib/calls/client.ts';
import { FormKey } from '../../lib/forms/form-key.tsx';
import { useStaffForm } from '../../lib/forms/use-staff-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormOutcome } from '../../ui/form-outcome.tsx';
import { BatchBoxes } from './batch-boxes.tsx';
import { readStaffFields } from './invite-staff.tsx';
import styles from './person-acts.module.css';
import { RoleField } from './role-field.tsx';

/** A staff member's role, and the batches that a mentor gets besides those of before. */
export function StaffRoleForm({ person, batches }: { person: Person; batches: readonly string[] }) {
  const further = batches.filter((batch) => !person.batches.includes(batch));
  const { submit, isBusy, values, failure } = useStaffForm(
    'role',
    async (fields, idempotencyKey) => {
      const params = { s_id: person.s_id };
      await call('changeStaffMember', { params, body: readStaffFields(fields), idempotencyKey });
    },
    'person-role',
  );
  if (person.is_own) return <p>Nobody changes the own role: another administrator does.</p>;
  return (
    <form
      key={`${person.role} ${person.batches.join()}`}
      method="post"
      className={styles['form']}
      onSubmit={submit}
    >
      <FormKey of="role" />
      <input type="hidden" name="act" value="role" />
      <RoleField
        defaultValue={values['role'] ?? person.role}
        hint="It counts at once. Whoever gets another role is told."
      />
      {further.length > 0 && <BatchBoxes legend="Further batches" batches={further} values={values} />}
      <FormOutcome failure={failure} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy}>
          Change role and batches
        </Button>
      </div>
    </form>
  );
}
