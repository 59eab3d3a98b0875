import { tasks } from '#contract/dates';
import {
  deskStates,
  staffAddress,
  type DeskState,
  type QueueOrder,
  type StaffView,
} from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import styles from './queue-filters.module.css';

const stateNames: Record<DeskState, string> = {
  'to-mark': 'To mark',
  'held-back': 'Marked, not released',
  'second-look': 'Review requested',
  all: 'All',
};

const orderNames: Record<QueueOrder, string> = {
  waiting: 'Longest waiting first',
  newest: 'Newest first',
  fair: 'Random order',
};

/** A select whose options are addresses, so that reload and Back keep the choice. */
function Choice<Value extends string>({
  label,
  name,
  value,
  options,
  onChoose,
}: {
  label: string;
  name: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChoose: (value: Value) => void;
}) {
  return (
    <SelectField
      label={label}
      name={name}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([one]) => one === target.value)?.[0];
        // Hydration fires a second change event with the restored value: the first counts.
        if (chosen === undefined || chosen === value) return;
        // During hydration the router does not listen yet.
        queueMicrotask(() => onChoose(chosen));
      }}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}

/** Filter and order of submissions; a change closes the open one. */
export function QueueFilters({ view, onChoose }: { view: StaffView; onChoose: (address: string) => void }) {
  const choose = (change: Partial<StaffView>) => onChoose(staffAddress({ ...view, ...change, open: null }));
  return (
    // Works without scripts.
    <form className={styles['filters']} aria-label="Filter submissions">
      {view.batch !== null && <input type="hidden" name="batch" value={view.batch} />}
      <Choice
        label="Show"
        name="state"
        value={view.state}
        options={deskStates.map((state) => [state, stateNames[state]])}
        onChoose={(state) => choose({ state })}
      />
      <Choice
        label="Task"
        name="task"
        value={view.task ?? ''}
        options={[['', 'All tasks'], ...tasks.map((task) => [task, taskLabel(task)] as const)]}
        onChoose={(task) => choose({ task: task === '' ? null : task })}
      />
      <Choice
        label="Order"
        name="order"
        value={view.order}
        options={(['waiting', 'newest', 'fair'] as const).map((order) => [order, orderNames[order]])}
        onChoose={(order) => choose({ order })}
      />
      <noscript>
        <Button type="submit" variant="secondary" small>
          Show
        </Button>
      </noscript>
    </form>
  );
}
