import { staffRoles } from '#contract/people/people-view';
import { SelectField } from '../../ui/field.tsx';
import { roleNames } from './people-words.ts';

/** Whether somebody is a mentor or an administrator. */
export function RoleField({ defaultValue, hint }: { defaultValue: string; hint: string }) {
  return (
    <SelectField label="Role" name="role" defaultValue={defaultValue} hint={hint}>
      {staffRoles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </SelectField>
  );
}
