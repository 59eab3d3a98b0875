import { Link } from 'react-router';
import { type DeskState, staffAddress, type StaffView } from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { errorMessage, toFailure } from '../../../lib/calls/call-error.ts';
import { useAutomaticRetry } from '../../../lib/calls/use-automatic-retry.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState, ErrorState, loadsAgain } from '../../../ui/states.tsx';
import { endSentence } from '../../../lib/end-sentence.ts';

function NotLoaded({ title, error }: { title: string; error: unknown }) {
  const { retry, isRetried } = useAutomaticRetry(error);
  return (
    <ErrorState title={title} onRetry={retry}>
      <p>{errorMessage(error)}</p>
      {isRetried && <p>{loadsAgain}</p>}
    </ErrorState>
  );
}

export function BatchUnavailable({ batch, error }: { batch: string | null; error: unknown }) {
  const { status } = toFailure(error);
  if (status !== 403 && status !== 404)
    return <NotLoaded title="The submissions could not be loaded" error={error} />;
  return (
    <EmptyState
      title={status === 404 ? 'There is no batch with this name' : 'This batch is not one of yours'}
      action={<ButtonLink to={staffAddress({ state: 'to-mark' })}>Go to your batches</ButtonLink>}
    >
      <p>
        {status === 404
          ? `No batch is called ${endSentence(batch ?? '')} It may have been renamed. Check the link, or go to your batches.`
          : `Only mentors of ${batch} can open its submissions.`}
      </p>
    </EmptyState>
  );
}

/** `of` names the task, if one is chosen. */
const emptyLists: Record<DeskState, (of: string, batch: string) => [title: string, reason: string]> = {
  all: (of, batch) => ['Nothing submitted yet', `Work${of} that students of ${batch} submit appears here.`],
  'to-mark': (of, batch) => ['Nothing left to mark', `Every submission${of} in ${batch} has marks.`],
  'held-back': (of, batch) => ['No unreleased marks', `Every mark${of} in ${batch} is released.`],
  released: (of, batch) => ['No released marks', `Marks${of} that students of ${batch} see appear here.`],
  'second-look': (of, batch) => [
    'No open review requests',
    `Review requests${of} from students of ${batch} appear here.`,
  ],
};

export function EmptyQueue({ view }: { view: StaffView }) {
  const { state, task, batch } = view;
  const isOfAll = view.whose === 'all';
  const of = task === null ? '' : ` of ${taskLabel(task)}`;
  const [title, reason] = emptyLists[state](of, batch ?? '');
  return (
    <EmptyState title={title}>
      <p>
        <span>{`${isOfAll ? reason : 'This list has no work of these students.'} `}</span>
        {!isOfAll ? (
          <Link to={staffAddress({ ...view, whose: 'all' })}>Show the students of all mentors</Link>
        ) : state !== 'all' ? (
          <Link to={staffAddress({ ...view, state: 'all' })}>{`Show all submissions${of}`}</Link>
        ) : (
          task !== null && <Link to={staffAddress({ ...view, task: null })}>Show all tasks</Link>
        )}
      </p>
    </EmptyState>
  );
}

export function SubmissionUnavailable({ error, list }: { error: unknown; list: string }) {
  const { status } = toFailure(error);
  if (status !== 403 && status !== 404)
    return <NotLoaded title="This submission could not be loaded" error={error} />;
  return (
    <EmptyState
      title="This submission cannot be opened"
      action={<ButtonLink to={list}>Show the list</ButtonLink>}
    >
      <p>{errorMessage(error)}</p>
    </EmptyState>
  );
}
