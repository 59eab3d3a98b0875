import { tasks } from '#contract/dates';
import { staffAddress, type StaffView } from '#contract/staff-view';
import { taskLabel } from '../../lib/task-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import styles from './queue-filters.module.css';

const views = [
  ['to-mark', 'To mark'],
  ['all', 'All'],
] as const;

/** The filters of the queue. Each choice is an address, so that a reload and Back keep it. */
export function QueueFilters({ view, onChoose }: { view: StaffView; onChoose: (address: string) => void }) {
  return (
    <div className={styles['filters']}>
      <div role="group" aria-label="Which hand-ins" className={styles['views']}>
        {views.map(([show, name]) => (
          <ButtonLink
            key={show}
            to={staffAddress({ ...view, show })}
            preventScrollReset
            variant="choice"
            small
            aria-current={view.show === show ? 'true' : undefined}
          >
            {name}
          </ButtonLink>
        ))}
      </div>
      {/* Without scripts a choice is sent by a button. */}
      <form className={styles['task']}>
        {view.batch !== null && <input type="hidden" name="batch" value={view.batch} />}
        <input type="hidden" name="show" value={view.show} />
        <SelectField
          label="Task"
          name="task"
          value={view.task ?? ''}
          onChange={({ target: { value } }) => {
            const task = tasks.find((one) => one === value) ?? null;
            // A choice during hydration is told twice, the second time as the value that was put back: the first one counts.
            if (task === view.task) return;
            // What was chosen before hydration comes during it, when the router does not listen yet.
            queueMicrotask(() => onChoose(staffAddress({ ...view, task })));
          }}
        >
          <option value="">All tasks</option>
          {tasks.map((task) => (
            <option key={task} value={task}>
              {taskLabel(task)}
            </option>
          ))}
        </SelectField>
        <noscript>
          <Button type="submit" variant="secondary" small>
            Show
          </Button>
        </noscript>
      </form>
    </div>
  );
}
