import { isOpen, type Task, opensAt } from '#contract/dates';
import { studentMessages } from '#contract/student-messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { scheduleOf } from './queries.ts';
import { localMoment } from '../platform/zoned-time.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

export const noProject = () => httpErrors.conflict(studentMessages.noProjectYet);

/** Milliseconds since 1970 UTC; null without a project. */
export async function projectStart(
  { database }: Pick<Context, 'database'>,
  accountId: number,
): Promise<number | null> {
  const [schedule] = await scheduleOf(database.reader, { accountId });
  return schedule?.startedAt ?? null;
}

/** @throws 409 without a project */
export async function requireProjectStart(
  context: Pick<Context, 'database'>,
  accountId: number,
): Promise<number> {
  const start = await projectStart(context, accountId);
  if (start === null) throw noProject();
  return start;
}

/** @throws 403 `not_open` with the opening instant */
export function requireOpenTask(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  task: Task,
  start: number,
): void {
  if (!isOpen(task, start, clock.now())) {
    throw httpErrors.notOpen(notOpenMessage(task, start, settings.academyZone));
  }
}

const fullLabels: Record<Task, string> = {
  'week-1': 'Week 1',
  'week-2': 'Week 2',
  'week-3': 'Week 3',
  'week-4': 'Week 4',
  final: 'The final project submission',
  viva: 'The viva voce',
};

export { taskLabel } from '#contract/task-label';

export function notOpenMessage(task: Task, start: number, zone: string): string {
  return `${fullLabels[task]} is not open yet. It opens on ${localMoment(opensAt(task, start), zone)}.`;
}
