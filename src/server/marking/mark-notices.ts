import { shownName } from '#contract/accounts/person-name';
import type { Task } from '#contract/dates';
import { staffAddress } from '#contract/marking/staff-view';
import { gradesAddress } from '#contract/screens';
import { accountById, activeStaff } from '../accounts/queries.ts';
import { batchById } from '../courses/batch-queries.ts';
import { notify, withdraw } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { takeBackMs } from './mark-rules.ts';
import { taskLabel } from '../submissions/open-task.ts';

const aboutTask = (task: Task) => `task:${task}`;

/** With the instant: a second release is a new event. */
const releaseEvent = (task: Task, releasedAt: number) => `${task}:${releasedAt}`;

type Notice = {
  task: Task;
  accounts: readonly number[];
  at: number;
  /** A mark without a file: staff record several of a student in a row, and one mail tells of all. */
  isRecord?: boolean;
  /** It counts nothing, and there is no mark. */
  isExcused?: boolean;
};

const excusedText = (task: Task) => `You are excused from ${taskLabel(task)}`;

/** Mailed once it cannot be withdrawn. Call last in the transaction. */
export async function notifyReleased(
  writer: Writer,
  { task, accounts, at, isRecord, isExcused }: Notice,
): Promise<void> {
  await notify(writer, {
    kind: 'mark-released',
    event: releaseEvent(task, at),
    accounts,
    about: aboutTask(task),
    text: isExcused ? excusedText(task) : `Your mark for ${taskLabel(task)} is available`,
    href: gradesAddress(task),
    now: at,
    dueAt: at + takeBackMs + 1,
    ...(isRecord && { isDaily: true }),
  });
}

type OfRelease = Notice & { releasedAt: number };

/** Two versions that were released at the same instant have one notice: students of whom one still is. */
async function stillReleased(
  writer: Writer,
  { task, accounts, releasedAt }: OfRelease,
): Promise<Set<number>> {
  const versions = writer
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .where('submissions.account_id', 'in', accounts)
    .where('submissions.task', '=', task)
    .where('marks.released', '=', 1)
    .where('marks.released_at', '=', releasedAt)
    .select('submissions.account_id');
  const records = writer
    .selectFrom('recorded_marks')
    .where('account_id', 'in', accounts)
    .where('task', '=', task)
    .where('released', '=', 1)
    .where('released_at', '=', releasedAt)
    .select('account_id');
  const rows = await versions.union(records).execute();
  return new Set(rows.map(({ account_id: id }) => id));
}

/** Withdraws unsent mail, too. Call after the mark is withdrawn. */
export async function withdrawReleased(writer: Writer, of: OfRelease): Promise<void> {
  const still = await stillReleased(writer, of);
  const accounts = of.accounts.filter((id) => !still.has(id));
  if (accounts.length > 0) await withdrawNotice(writer, { ...of, accounts });
}

async function withdrawNotice(writer: Writer, { task, accounts, at, releasedAt }: OfRelease): Promise<void> {
  await withdraw(writer, {
    kind: 'mark-released',
    event: releaseEvent(task, releasedAt),
    accounts,
    now: at,
  });
}

/** While the release's mail is still to come, that one says whether the student is excused now. */
export async function notifyCorrected(
  writer: Writer,
  notice: OfRelease & { wasExcused?: boolean },
): Promise<void> {
  const { task, accounts, at, releasedAt, isRecord, isExcused = false, wasExcused = false } = notice;
  if (at <= releasedAt + takeBackMs) {
    if (isExcused === wasExcused) return;
    await withdrawNotice(writer, notice);
    await notifyReleased(writer, { ...notice, at: releasedAt });
    return;
  }
  await notify(writer, {
    kind: 'mark-released',
    event: `${releaseEvent(task, releasedAt)}:${at}`,
    accounts,
    about: aboutTask(task),
    text: isExcused ? excusedText(task) : `Your mark for ${taskLabel(task)} has changed`,
    href: gradesAddress(task),
    now: at,
    ...(isRecord && { isDaily: true }),
  });
}

/** In place of the student's own request. */
export async function notifyReviewOpened(
  writer: Writer,
  { task, accounts, at, number }: Notice & { number: string },
): Promise<void> {
  await notify(writer, {
    kind: 'second-look-answered',
    event: `${number} opened`,
    accounts,
    about: aboutTask(task),
    text: `The office opened a review of your mark for ${taskLabel(task)}`,
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

/** Tells a colleague whose mark somebody else has changed. The kind is one that earlier versions know. */
export async function notifyReplaced(
  writer: Writer,
  { number, task, accountId }: { number: string; task: Task; accountId: number },
  {
    before,
    by,
    at,
  }: { before: { marked_by: number | null }; by: { accountId: number; name: string }; at: number },
): Promise<void> {
  if (before.marked_by === null || before.marked_by === by.accountId) return;
  const accounts = await activeStaff(writer, [before.marked_by]);
  const student = await accountById(writer, accountId);
  const batch = student.batch_id === null ? undefined : await batchById(writer, student.batch_id);
  if (accounts.length === 0 || batch === undefined) return;
  await notify(writer, {
    kind: 'new-version',
    event: `${number} changed ${at}`,
    accounts,
    about: `desk:${number}`,
    text: `${shownName(by.name)} changed your mark for ${taskLabel(task)} of ${shownName(student.name)}`,
    href: staffAddress({ batch: batch.name, open: number }),
    now: at,
  });
}
