import { useRevalidator } from 'react-router';
import { isSubmission } from '../../lib/outbox/queued-request.ts';
import { useClaims, useOutbox, useSent } from '../../lib/outbox/use-outbox.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Time } from '../../ui/time.tsx';
import { tasksAt, useLiveTasks, useTimelineNow, type TimelineSnapshot } from './live-tasks.ts';
import { nextStep, unsentStep } from './next-step.ts';
import { TaskProgress } from './task-progress.tsx';

/** Follows the clock. */
export function NextStepOfProject({
  snapshot,
  shown,
}: {
  snapshot: TimelineSnapshot;
  /** What is open, or has its button on the screen: a step that leads there is not shown. */
  shown?: string | undefined;
}) {
  const now = useTimelineNow(snapshot);
  const { revalidate } = useRevalidator();
  const claims = useClaims();
  useSent((act) => {
    // A form on this screen shows its receipt; without one the step would ask for sent work.
    if (isSubmission(act) && !claims.has(act.subject)) void revalidate();
    return false;
  });
  const { tasks, viva_deadline } = snapshot.timeline;
  const waiting = useOutbox().find((act) => isSubmission(act) && act.state !== 'done');
  const { sentence, time, action } =
    waiting === undefined
      ? nextStep(tasksAt(tasks, now), viva_deadline, now)
      : unsentStep(waiting.label, waiting.state === 'refused');
  if (shown !== undefined && action.to.startsWith(shown)) return null;
  return (
    <Callout
      label="Next step"
      sentence={sentence}
      {...(time && {
        time: (
          <>
            <span>{`${time.label} `}</span>
            <Time value={time.at} />
          </>
        ),
      })}
      action={<ButtonLink to={action.to}>{action.label}</ButtonLink>}
    />
  );
}

/** Follows the clock. */
export function LiveTaskProgress({ snapshot }: { snapshot: TimelineSnapshot }) {
  return <TaskProgress tasks={useLiveTasks(snapshot)} />;
}
