import { isSubmission } from '../../lib/outbox/queued-request.ts';
import { useOutbox } from '../../lib/outbox/use-outbox.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Time } from '../../ui/time.tsx';
import { useLiveTasks, useTimelineNow, type TimelineSnapshot } from './live-tasks.ts';
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
  const tasks = useLiveTasks(snapshot);
  const waiting = useOutbox().find((request) => isSubmission(request) && request.state !== 'done');
  const { sentence, time, action } =
    waiting === undefined
      ? nextStep(tasks, snapshot.timeline.viva_deadline, now)
      : unsentStep(waiting.label, waiting.state === 'refused');
  if (shown !== undefined && action?.to.startsWith(shown)) return null;
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
      {...(action && { action: <ButtonLink to={action.to}>{action.label}</ButtonLink> })}
    />
  );
}

/** Follows the clock. */
export function LiveTaskProgress({ snapshot }: { snapshot: TimelineSnapshot }) {
  return <TaskProgress tasks={useLiveTasks(snapshot)} />;
}
