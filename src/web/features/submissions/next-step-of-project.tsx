import { ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Time } from '../../ui/time.tsx';
import { useLiveTasks, type TimelineSnapshot } from './live-tasks.ts';
import { nextStep } from './next-step.ts';
import { TaskProgress } from './task-progress.tsx';

/** The next step and the task progress of a student with a project; both follow the clock. */
export function NextStepOfProject({ snapshot }: { snapshot: TimelineSnapshot }) {
  const tasks = useLiveTasks(snapshot);
  const { sentence, time, action } = nextStep(tasks, snapshot.timeline.viva_deadline);
  return (
    <>
      <Callout
        label="Next step"
        sentence={sentence}
        {...(time && {
          time: (
            <>
              {time.label} <Time value={time.at} />
            </>
          ),
        })}
        action={<ButtonLink to={action.to}>{action.label}</ButtonLink>}
      />
      <TaskProgress tasks={tasks} />
    </>
  );
}
