import { isOpen, type Task } from '#contract/dates';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { scheduleOf } from './queries.ts';
import { notOpenMessage } from './task-labels.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/**
 * In milliseconds since 1970 UTC.
 * @throws 409 without a project
 */
export async function requireProjectStart(
  { database }: Pick<Context, 'database'>,
  accountId: number,
): Promise<number> {
  const [schedule] = await scheduleOf(database.reader, { accountId });
  if (schedule?.startedAt == null) throw httpErrors.conflict(messages.noProjectYet);
  return schedule.startedAt;
}

/** @throws 403 `not_open` with the instant the task opens */
export function requireOpenTask(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  task: Task,
  start: number,
): void {
  if (!isOpen(task, start, clock.now())) {
    throw httpErrors.notOpen(notOpenMessage(task, start, settings.academyZone));
  }
}
