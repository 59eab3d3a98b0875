import { Link } from 'react-router';
import { staffAddress, type StaffView } from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { EmptyState } from '../../../ui/states.tsx';

export function EmptyQueue({ view }: { view: StaffView }) {
  const of = view.task === null ? '' : ` of ${taskLabel(view.task)}`;
  if (view.state === 'all') {
    return (
      <EmptyState title="Nothing submitted yet">
        <p>
          <span>{`Work${of} that students of ${view.batch ?? ''} submit appears here.`}</span>
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
      <EmptyState title={isHeldBack ? 'No unreleased marks' : 'No open review requests'}>
        <p>
          <span>{`${
            isHeldBack
              ? `Every mark${of} in ${view.batch} is released.`
              : `Review requests${of} from students of ${view.batch} appear here.`
          } `}</span>
          <Link to={staffAddress({ ...view, state: 'all' })}>{`Show all submissions${of}`}</Link>
        </p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing left to mark">
      <p>
        <span>{`Every submission${of} in ${view.batch ?? ''} has marks. `}</span>
        <Link to={staffAddress({ ...view, state: 'all' })}>{`Show all submissions${of}`}</Link>
      </p>
    </EmptyState>
  );
}
