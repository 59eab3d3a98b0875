import { Link } from 'react-router';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { EmptyState } from '../../../ui/states.tsx';

/** The empty state of the queue, with a link to a view that may have some. */
export function EmptyQueue({ view }: { view: StaffView }) {
  const of = view.task === null ? '' : ` of ${taskLabel(view.task)}`;
  if (view.state === 'all') {
    return (
      <EmptyState title="Nothing handed in yet">
        <p>
          <span>{`As soon as a student of ${view.batch ?? ''} hands in work${of}, it stands here.`}</span>
          {view.task !== null && (
            <>
              {' '}
              <Link to={staffAddress({ ...view, task: null })}>Show all tasks</Link>
            </>
          )}
        </p>
      </EmptyState>
    );
  }
  if (view.state !== 'to-mark') {
    const isHeldBack = view.state === 'held-back';
    return (
      <EmptyState title={isHeldBack ? 'Nothing is held back' : 'Nobody waits for a second look'}>
        <p>
          <span>{`${
            isHeldBack
              ? `Every mark${of} in ${view.batch} is released.`
              : `What students of ${view.batch} ask to be looked at again${of} stands here.`
          } `}</span>
          <Link to={staffAddress({ ...view, state: 'all' })}>{`Show all hand-ins${of}`}</Link>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing left to mark">
      <p>
        <span>{`Every hand-in${of} in ${view.batch ?? ''} has marks. `}</span>
        <Link to={staffAddress({ ...view, state: 'all' })}>{`Show all hand-ins${of}`}</Link>
      </p>
    </EmptyState>
  );
}
