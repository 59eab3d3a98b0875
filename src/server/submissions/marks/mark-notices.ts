import type { Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { gradesAddress } from '#contract/screens';
import { staffAddress } from '#contract/marking/staff-view';
import { mentorAccounts } from '../../courses/batch-queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import { takeBackMs } from './mark-rules.ts';
import { taskLabel } from '../open-task.ts';

const aboutTask = (task: Task) => `task:${task}`;

/** With the instant: a second release is a new event. */
const releaseEvent = (task: Task, releasedAt: number) => `${task}:${releasedAt}`;

type Notice = { task: Task; accounts: readonly number[]; at: number };

/** Mailed once it cannot be withdrawn. Call last in the transaction. */
export async function notifyReleased(writer: Writer, { task, accounts, at }: Notice): Promise<void> {
  await notify(writer, {
    kind: 'mark-released',
    event: releaseEvent(task, at),
    accounts,
    about: aboutTask(task),
    text: `Your mark for ${taskLabel(task)} is available`,
    href: gradesAddress(task),
    now: at,
    dueAt: at + takeBackMs + 1,
  });
}

/** Withdraws unsent mail, too. */
export async function withdrawReleased(
  writer: Writer,
  { task, accounts, at, releasedAt }: Notice & { releasedAt: number },
): Promise<void> {
  await withdraw(writer, {
    kind: 'mark-released',
    event: releaseEvent(task, releasedAt),
    accounts,
    now: at,
  });
}

/** Unless the release's mail is still to come. */
export async function notifyCorrected(
  writer: Writer,
  { task, accounts, at, releasedAt }: Notice & { releasedAt: number },
): Promise<void> {
  if (at <= releasedAt + takeBackMs) return;
  await notify(writer, {
    kind: 'mark-released',
    event: `${releaseEvent(task, releasedAt)}:${at}`,
    accounts,
    about: aboutTask(task),
    text: `Your mark for ${taskLabel(task)} has changed`,
    href: gradesAddress(task),
    now: at,
  });
}

export async function notifyReviewAnswered(
  writer: Writer,
  { task, accounts, at, number }: Notice & { number: string },
): Promise<void> {
  await notify(writer, {
    kind: 'second-look-answered',
    event: number,
    accounts,
    about: aboutTask(task),
    text: `Your review request for ${taskLabel(task)} was answered`,
    href: gradesAddress(task),
    now: at,
  });
}

const deskEvents = {
  'second-look': (name: string, task: Task) => `${name} requests a mark review for ${taskLabel(task)}`,
  'new-version': (name: string, task: Task) =>
    `${name} has submitted ${taskLabel(task)} again after it was marked`,
} as const;

/** @param accounts by default the batch's mentors */
export async function notifyMentors(
  writer: Writer,
  kind: keyof typeof deskEvents,
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
    text: deskEvents[kind](shownName(name), task),
    href: staffAddress({ batch: batch.name, open: number }),
    now: at,
  });
}
