import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { dayMs, hourMs } from '#contract/durations';
import { gradesAddress } from '#contract/screens';
import { accountByEmail } from '../accounts/queries.ts';
import { viewerOf } from '../accounts/sessions/viewer.ts';
import { pinnedUntilOf, publishWithin } from '../notices/announcements/publish-announcement.ts';
import { batchByName } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { AppContext } from '../platform/context.ts';
import { localText } from '../platform/zoned-time.ts';
import { taskLabel } from '../submissions/open-task.ts';

const announcements: readonly { by: DemoName; batch: string; text: string; days: number }[] = [
  {
    by: 'mentor',
    batch: 'MERN-2026-11',
    text: 'Office hours move to Thursday, 16:00, in room 3. Bring whatever keeps your project from running: we look at it together.',
    days: 5,
  },
  {
    by: 'kavitha',
    batch: 'MERN-2026-09',
    text: 'The rehearsal for the viva is on Saturday at 10:00. Ten minutes each, with the slides that you have by then.',
    days: 6,
  },
];

const marks = [
  { to: 'week2', task: 'week-1', hoursAgo: 20 },
  { to: 'final', task: 'week-4', hoursAgo: 3 },
] as const;

export async function accountOf({ database }: Pick<AppContext, 'database'>, name: DemoName): Promise<number> {
  const account = await accountByEmail(database.reader, demoEmail(name));
  if (account === undefined) throw new Error(`the demo has no ${name}`);
  return account.id;
}

/** All newer than anyone's last visit. */
export async function writeNotices(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
): Promise<void> {
  const { database, clock, settings } = context;
  const now = clock.now();
  for (const { to, task, hoursAgo } of marks) {
    const accounts = [await accountOf(context, to)];
    await database.transaction((writer) =>
      notify(writer, {
        kind: 'mark-released',
        event: `demo:${task}`,
        accounts,
        about: `task:${task}`,
        text: `Your mark for ${taskLabel(task)} is available`,
        href: gradesAddress(task),
        now: now - hoursAgo * hourMs,
      }),
    );
  }
  for (const { by, batch: name, text, days } of announcements) {
    const author = await viewerOf(database.reader, await accountOf(context, by));
    const batch = await batchByName(database.reader, name);
    const [until = ''] = localText(now + days * dayMs, settings.academyZone).split(' ');
    const pinnedUntil = pinnedUntilOf(until, now, settings.academyZone);
    await database.transaction((writer) =>
      publishWithin(
        writer,
        { batch, author: { id: author.accountId, name: author.name }, text, day: null, pinnedUntil },
        { now, settings },
      ),
    );
  }
}
