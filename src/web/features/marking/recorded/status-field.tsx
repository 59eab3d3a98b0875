import { recordStatuses, recordStatusLabels, type RecordStatus } from '#contract/marking/recorded';
import { SelectField } from '../../../ui/field.tsx';

const hints: Record<RecordStatus, string | undefined> = {
  marked: undefined,
  not_submitted: 'Counts as 0.',
  absent: 'Counts as 0.',
  excused: 'Does not count.',
};

/** What is recorded without a file. */
export function StatusField({
  value,
  isFixed,
  onChange,
}: {
  value: RecordStatus;
  isFixed: boolean;
  onChange: (status: RecordStatus) => void;
}) {
  return (
    <SelectField
      label="Status"
      name="status"
      value={value}
      hint={hints[value]}
      aria-disabled={isFixed || undefined}
      onChange={({ target }) => {
        const chosen = recordStatuses.find((one) => one === target.value);
        if (chosen !== undefined && !isFixed) onChange(chosen);
      }}
    >
      {recordStatuses.map((status) => (
        <option key={status} value={status}>
          {recordStatusLabels[status]}
        </option>
      ))}
    </SelectField>
  );
}
