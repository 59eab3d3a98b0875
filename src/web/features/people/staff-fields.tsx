import type { ComponentProps } from 'react';
import { limits } from '#contract/limits';
import { staffRoles, type StaffRole } from '#contract/people/people-view';
import { roleNames } from '#contract/people/statuses';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { tickedBatches } from '../notices/batch-boxes.tsx';

/** @param children further choices */
export function RoleField({ children, ...field }: Omit<ComponentProps<typeof SelectField>, 'label'>) {
  return (
    <SelectField label="Role" {...field}>
      {staffRoles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
      {/* oxlint-disable-next-line capstone/text-stands-alone -- always elements */}
      {children}
    </SelectField>
  );
}

/** For staff only; the person never sees it. */
export function StaffReason({
  form,
}: {
  form: { field: (name: string) => Pick<ComponentProps<typeof TextArea>, 'name' | 'error'> };
}) {
  return (
    <TextArea
      label="Reason"
      {...form.field('reason')}
      rows={2}
      required
      maxLength={limits.reason}
      hint="Only staff see the reason."
    />
  );
}

/** A form of staff as the calls take it. */
export function readStaffFields(fields: Fields) {
  const role: StaffRole = fields['role'] === 'administrator' ? 'administrator' : 'mentor';
  return { role, batches: tickedBatches(fields) };
}
