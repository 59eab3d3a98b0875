import { dueTasks } from '#contract/submissions/due-days';
import { taskScreen } from '#contract/screens';
import { studentsToNotify } from '../accounts/queries.ts';
import type { ShownDates } from '../courses/batch-dates.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { chosenProjects } from '../selections/queries.ts';
import type { TellOfBrief } from '../projects/briefs.ts';
import { studentsWithoutMark } from '../marking/staff-queries.ts';
import { taskLabel } from '../submissions/open-task.ts';

const choosing = 'when you can choose a project';
const choosingOf = ({ choose_from, choose_until }: ShownDates) => [choose_from, choose_until];

/** In the student's words. */
export function changedDates(before: ShownDates, after: ShownDates): string[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...(before.start === after.start ? [] : ['its start']),
    ...dueTasks.filter((task) => !isSame(before.due[task], after.due[task])).map(taskLabel),
    ...(before.viva_deadline === after.viva_deadline ? [] : ['the viva deadline']),
    ...(isSame(choosingOf(before), choosingOf(after)) ? [] : [choosing]),
    ...(before.review_days === after.review_days ? [] : ['how long you can request a mark review']),
  ];
}

/** Due dates are on their own screens. */
export async function tellOfDates(
  writer: Writer,
  settings: Pick<Settings, 'requireConfirmedEmail'>,
  { batch, before, after, at }: { batch: { id: number }; before: ShownDates; after: ShownDates; at: number },
): Promise<void> {
  const changed = changedDates(before, after);
  if (changed.length === 0) return;
  const students = await studentsToNotify(writer, batch.id, settings);
  const isForChoosers = changed.every((what) => what === choosing);
  const chosen = isForChoosers ? await chosenProjects(writer, students) : new Map();
  await notify(writer, {
    kind: 'dates-changed',
    event: `${batch.id}:${at}`,
    accounts: students.filter((id) => !chosen.has(id)),
    about: 'project',
    text: `The dates of your batch have changed: ${changed.join(', ')}`,
    href: isForChoosers ? '/StudentDashboard' : '/ProjectDashboard1',
    now: at,
  });
}

/** Only those without a mark for the task. */
export const tellOfBrief: TellOfBrief = async (writer, { projectId, task, before, text, at }) => {
  const label = taskLabel(task);
  const written =
    before === '' ? `${label} has instructions now` : `The instructions for ${label} have changed`;
  await notify(writer, {
    kind: 'brief-changed',
    event: `${projectId}:${task}:${at}`,
    accounts: await studentsWithoutMark(writer, { projectId, task }),
    about: `task:${task}`,
    text: text === '' ? `${label} no longer has instructions` : written,
    href: taskScreen(task),
    now: at,
  });
};
