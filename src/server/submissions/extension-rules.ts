import { isOpen, type Task } from '#contract/dates';
import { studentMessages } from '#contract/student-messages';
import { latenessOfTask } from '#contract/submissions/task-lateness';
import type { TimelineTask } from '#contract/submissions/calls';
import { httpErrors, type HttpError } from '../platform/http/http-errors.ts';
import { noProject, notOpenMessage, taskLabel } from './open-task.ts';

/** In milliseconds since 1970 UTC; null without a project, or a due date. */
type Dates = { start: number | null; due: number | null; now: number };

/** In the order of the call's refusals. */
function reasonAgainst(task: Task, { start, due, now }: Dates) {
  if (start === null) return 'no-project';
  if (!isOpen(task, start, now)) return 'locked';
  return due === null ? 'no-due-date' : null;
}

/** Why an extension cannot be requested, or null. @param of `zone`: IANA */
export function refusalOfRequest(task: Task, of: Dates & { zone: string }): HttpError | null {
  const reason = reasonAgainst(task, of);
  if (reason === 'no-project') return noProject();
  if (reason === 'locked') return httpErrors.notOpen(notOpenMessage(task, of.start as number, of.zone));
  return reason === null ? null : httpErrors.conflict(`${taskLabel(task)} has no due date.`);
}

/** Triggers refuse a grant. */
export const frozenDates = 'Your result is closed, so its due dates no longer change. Please ask the office.';

export const alreadyRequested = 'You have already requested an extension for this task.';

/** Of tasks for which the call would take a request, such as one made offline before the mark. */
function needless(task: TimelineTask): string | undefined {
  if (task.state === 'marked') return 'This task is marked, so you do not need an extension.';
  const isInTime = task.state === 'submitted' && latenessOfTask(task) !== 'late';
  return isInTime ? 'You submitted in time, so you do not need an extension.' : undefined;
}

/** Why the student is not offered a request; undefined where they are. */
export function noExtension(task: TimelineTask, dates: Dates): string | undefined {
  const reason = reasonAgainst(task.task, dates);
  if (task.frozen === true) return frozenDates;
  if (reason === 'no-project') return studentMessages.noProjectYet;
  if (reason === 'locked') return 'You can request an extension once the task opens.';
  if (reason === 'no-due-date') return 'This task has no due date.';
  return task.extension_request?.answer === null ? alreadyRequested : needless(task);
}
