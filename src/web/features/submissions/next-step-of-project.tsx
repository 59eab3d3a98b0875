import { ButtonLink } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Time } from '../../ui/time.tsx';
import { useLiveTasks, type ReadTimeline } from './live-tasks.ts';
import { nextStep } from './next-step.ts';
import { TaskProgress } from './task-progress.tsx';

/** The next step of a student with a project, and the line of hand-ins below it; both follow the clock. */
export function NextStepOfProject({ read }: { read: ReadTimeline }) {
  const tasks = useLiveTasks(read);
  const { sentence, time, action } = nextStep(tasks, read.timeline.viva_deadline);
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
