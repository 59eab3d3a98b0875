import type { Timeline } from '#contract/submissions/calls';
import { taskScreen } from '#contract/screens';
import type { Notification } from '../../notices/notify.ts';
import { taskLabel } from '../../submissions/open-task.ts';

/** Academy midnights of tomorrow and the next two days, in milliseconds since 1970 UTC. */
export type DaysAhead = { tomorrow: number; second: number; third: number };

type Coming = Pick<Notification, 'kind' | 'event' | 'about' | 'text' | 'href'>;

/**
 * Tasks that open tomorrow, and unsubmitted tasks due in two days.
 * @param clockOf day and time in the academy's zone
 */
export function comingUp(
  { tasks, viva_deadline }: Timeline,
  { tomorrow, second, third }: DaysAhead,
  clockOf: (instant: number) => string,
): Coming[] {
  return tasks.flatMap(({ task, opens_at, due_at, state }): Coming[] => {
    const label = taskLabel(task);
    const about = `task:${task}`;
    const href = taskScreen(task);
    const opens = opens_at === null ? null : Date.parse(opens_at);
    const due = task === 'viva' ? viva_deadline : due_at;
    const deadline = due === null ? null : Date.parse(due);
    const coming: Coming[] = [];
    if (opens !== null && opens >= tomorrow && opens < second)
      coming.push({
        kind: 'week-opens',
        event: `${task}:${opens}`,
        about,
        text: `${label} opens tomorrow, on ${clockOf(opens)}`,
        href,
      });
    if (state === 'open' && deadline !== null && deadline >= second && deadline < third)
      coming.push({
        kind: 'deadline-near',
        event: `${task}:${deadline}`,
        about,
        text: `${label} is due on ${clockOf(deadline)}, and you have not submitted anything yet`,
        href,
      });
    return coming;
  });
}
