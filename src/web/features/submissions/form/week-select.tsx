import type { Week } from '#contract/dates';
import type { TimelineTask } from '#contract/submissions/calls';
import { SelectField } from '../../../ui/field.tsx';
import { Time } from '../../../ui/time.tsx';

/** Weeks 1 to 4 (specification, section 2); locked weeks are disabled options and say so. */
export function WeekSelect({
  weeks,
  value,
  onChange,
}: {
  /** The four weeks with their current states. */
  weeks: readonly { week: Week; task: TimelineTask }[];
  /** Null while no week is open. */
  value: Week | null;
  onChange: (week: Week) => void;
}) {
  const next = weeks.find(({ task }) => task.state === 'locked');
  return (
    <SelectField
      label="Week"
      name="selectedWeek"
      hint={
        next?.task.opens_at && (
          <>
            <span>{`Week ${next.week} opens on `}</span>
            <Time value={next.task.opens_at} />
            <span>.</span>
          </>
        )
      }
      value={value ?? ''}
      onChange={(event) => onChange(Number(event.target.value) as Week)}
    >
      {value === null && (
        <option value="" disabled>
          No week is open yet
        </option>
      )}
      {weeks.map(({ week, task }) => (
        <option key={week} value={week} disabled={task.state === 'locked'}>
          {task.state === 'locked' ? `Week ${week} (You are not eligible now!!)` : `Week ${week}`}
        </option>
      ))}
    </SelectField>
  );
}
