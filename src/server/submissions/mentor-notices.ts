import { shownName } from '#contract/accounts/person-name';
import type { Task } from '#contract/dates';
import { staffAddress } from '#contract/marking/staff-view';
import { mentorAccounts } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { taskLabel } from './open-task.ts';

const texts = {
  'second-look': (name: string, task: Task) => `${name} requests a mark review for ${taskLabel(task)}`,
  'new-version': (name: string, task: Task) =>
    `${name} has submitted ${taskLabel(task)} again after it was marked`,
} as const;

/** Opens the submission. @param accounts by default the batch's mentors */
export async function notifyMentors(
  writer: Writer,
  kind: keyof typeof texts,
  student: { name: string; batch: { id: number; name: string } | null },
  {
    task,
    number,
    at,
    accounts,
  }: { task: Task; number: string; at: number; accounts?: readonly number[] | undefined },
): Promise<void> {
  const { name, batch } = student;
  if (batch === null) return;
  await notify(writer, {
    kind,
    event: number,
    accounts: accounts ?? (await mentorAccounts(writer, batch.id)),
    about: `desk:${number}`,
    text: texts[kind](shownName(name), task),
    href: staffAddress({ batch: batch.name, open: number }),
    now: at,
  });
}
