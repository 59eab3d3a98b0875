import { limits } from '#contract/limits';
import { staffRoles } from '#contract/people/people-view';
import type { useActionForm } from '../../lib/forms/use-action-form.ts';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { roleNames } from './people-words.ts';

export function RoleField(field: {
  name: string;
  error: string | undefined;
  defaultValue: string;
  hint: string;
}) {
  return (
    <SelectField label="Role" {...field}>
      {staffRoles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  );
}

/** For staff only; the person never sees it. */
export function StaffReason({ form }: { form: Pick<ReturnType<typeof useActionForm>, 'field'> }) {
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
