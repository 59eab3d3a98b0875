import type { Task } from '#contract/dates';
import * as calls from '#contract/results/unfinished-calls';
import type { RemindedGroup } from '#contract/results/unfinished';
import { taskScreen } from '#contract/screens';
import { ownBatchOf } from '../accounts/policy.ts';
import { studentsToNotify } from '../accounts/queries.ts';
import { act } from '../accounts/sessions/act.ts';
import { notify } from '../notices/notify.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { localText } from '../platform/zoned-time.ts';
import { taskLabel } from '../submissions/open-task.ts';
import { everyUnfinished } from './unfinished.ts';

function textOf(group: RemindedGroup, of: readonly Task[]): string {
  if (group === 'project') return 'You have not chosen a project yet';
  if (group === 'viva') return 'You have not submitted anything for the viva yet';
  return `You have not submitted yet: ${of.map(taskLabel).join(', ')}`;
}

/** What is missing of each student as they know it, in the order of the tasks. */
async function tasksByStudent(
  writer: Reader | Writer,
  group: RemindedGroup,
  of: { batchId: number; now: number },
) {
  const missing = new Map<number, Task[]>();
  for await (const { accountId, task } of everyUnfinished(writer, group, { ...of, released: 1 }))
    missing.set(accountId, [...(missing.get(accountId) ?? []), ...(task === null ? [] : [task])]);
  return missing;
}

export const remindCall = act(calls.remindUnfinished, {
  who: ownBatchOf,
  audit: 'remind-unfinished',
  async run(writer, { context, resource: { batch, viewer }, body: { group }, now }) {
    const { settings } = context;
    const missing = await tasksByStudent(writer, group, { batchId: batch.id, now });
    const reached = new Set(await studentsToNotify(writer, batch.id, settings));
    const students = [...missing].filter(([id]) => reached.has(id));
    const day = localText(now, settings.academyZone).slice(0, 10);
    const byText = Map.groupBy(students, ([, of]) => textOf(group, of));
    for (const [text, of] of byText) {
      const [task] = of[0]?.[1] ?? [];
      await notify(writer, {
        kind: 'deadline-near',
        // Each student once a day for each group.
        event: `finish:${group}:${day}`,
        accounts: of.map(([id]) => id),
        about: task === undefined ? 'project' : `task:${task}`,
        text,
        href: task === undefined ? '/StudentDashboard' : taskScreen(task),
        now,
      });
    }
    const after = { group, students: students.length };
    return { id: viewer.accountId, audit: { subject: batch.name, after }, shown: students.length };
  },
  // A repetition counts who is left.
  async answer(reader, { resource: { batch }, body: { group }, now, shown }) {
    if (shown !== undefined) return { students: shown };
    return { students: (await tasksByStudent(reader, group, { batchId: batch.id, now })).size };
  },
});
