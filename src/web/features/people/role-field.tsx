import { staffRoles } from '#contract/people/people-view';
import { SelectField } from '../../ui/field.tsx';
import { roleNames } from './people-words.ts';

/** Whether somebody is a mentor or an administrator. */
export function RoleField({
  hint,
  ...field
}: {
  name: string;
  error: string | undefined;
  defaultValue: string;
  hint: string;
}) {
  return (
    <SelectField label="Role" {...field} hint={hint}>
      {staffRoles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  );
}
