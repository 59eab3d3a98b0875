import { expect, test } from 'vitest';
import { noticeKindNames, noticeKinds, type NoticeKind } from '#contract/notices/notice-kinds';
import { buildStudent } from '#support/factories';
import { migratedBefore } from '#support/migrated-before';
import { runDue } from '#support/run-due';
import { makeTestContext, type TestContext } from '#support/test-app';
import { sendDailyMails } from '../progress/daily-mails/daily-mails.ts';
import { dueMailQueue } from './mails/due-mail-queue.ts';
import { notify, readersOf, withdraw } from './notify.ts';
import { isOnceADay } from './mails/once-a-day.ts';

const never = new AbortController().signal;

/** As version 1.0.0 names them. */
const known = `mark-released second-look-answered answer mention answer-marked question-solved post-moderated
  announcement grant start-corrected selection-undone dates-changed brief-changed week-opens deadline-near second-look
  post-reported new-version`.split(/\s+/);

/** A student with a notice of each kind, at the hour of the daily mail. */
async function makeNoticed() {
  const made = await makeTestContext();
  const { context, clock } = made;
  clock.set('2026-11-22T01:30:00.000Z');
  const student = await buildStudent(context);
  const tell = (kind: NoticeKind, event = '1') =>
    context.database.transaction((writer) =>
      notify(writer, {
        kind,
        event,
        accounts: [student.id],
        about: 'project',
        text: `It is ${kind}`,
        href: '/',
        now: clock.now(),
      }),
    );
  for (const kind of noticeKindNames) await tell(kind);
  return { ...made, student, tell };
}

/** By the queries of version 1.0.0. */
const seenBy1_0_0 = ({ context }: Pick<TestContext, 'context'>) =>
  context.database.reader
    .selectFrom('notices')
    .where((of) => of.or([of('mail_due_at', 'is not', null), of('is_daily', '=', 1)]))
    .select('kind')
    .execute();

const mails = ({ context }: Pick<TestContext, 'context'>) =>
  context.database.reader.selectFrom('outbox').orderBy('id').select(['event', 'text']).execute();

test('version 1.0.0 finds pending mails of the kinds that it knows, and of no other', async () => {
  const found = (await seenBy1_0_0(await makeNoticed())).map(({ kind }) => kind);
  expect(found.toSorted()).toEqual(known.toSorted());
});

test('this version mails every kind once, at once or with the daily mail', async () => {
  const made = await makeNoticed();
  const { context, student } = made;
  await runDue(dueMailQueue(context));
  await sendDailyMails(context, never);
  const sent = await mails(made);
  const ofKind = (when: string) => noticeKindNames.filter((kind) => noticeKinds[kind].when === when);
  const own = ofKind('at-once').map((kind) => `notice:${kind}:1:${student.id}`);
  expect(sent.map(({ event }) => event).toSorted()).toEqual(
    [...own, `daily:${student.id}:2026-11-22`].toSorted(),
  );
  const daily = sent.at(-1)?.text;
  // Their day has had its mail: that of the delay.
  const nextDay = ofKind('daily').filter(isOnceADay);
  expect(nextDay).toEqual(['viva-time', 'viva-panel']);
  for (const kind of ofKind('daily'))
    expect(daily?.includes(`- It is ${kind}\n`), kind).toBe(!nextDay.includes(kind));
  expect(await runDue(dueMailQueue(context)), 'nothing is pending').toBe(0);
  for (const at of ['2026-11-23T01:30:00.000Z', '2026-11-24T01:30:00.000Z']) {
    context.clock.now = () => Date.parse(at);
    await sendDailyMails(context, never);
  }
  const later = (await mails(made)).slice(sent.length);
  expect(later.map(({ event }) => event)).toEqual([`daily:${student.id}:2026-11-23`]);
  for (const kind of nextDay) expect(later[0]?.text).toContain(`- It is ${kind}\n`);
});

test.each(['private-answer', 'extension-declined', 'answer'] as const)(
  'a withdrawn notice of the kind %s is not mailed, nor is a new one of the same event told twice',
  async (kind) => {
    const made = await makeNoticed();
    const { context, clock, student } = made;
    const events = ['1'];
    await context.database.transaction(async (writer) => {
      expect(await readersOf(writer, { kind, events }), 'pending').toEqual([]);
      await withdraw(writer, { kind, event: '1', now: clock.now() });
    });
    await runDue(dueMailQueue(context));
    expect((await mails(made)).map(({ event }) => event)).not.toContain(`notice:${kind}:1:${student.id}`);
  },
);

test('pending mails of kinds that this version does not know wait for a version that does, and hold nobody up', async () => {
  const made = await makeNoticed();
  const { context, clock, student } = made;
  const row = {
    account_id: student.id,
    about: 'project',
    text: 'Later',
    href: '/',
    created_at: clock.now() - 9,
    read_at: null,
  };
  const later = 'a-later-kind' as NoticeKind;
  const none = { mail_due_at: null, later_mail_due_at: null, is_daily: 0, is_later_daily: 0 } as const;
  const pending = [
    { ...none, mail_due_at: clock.now() - 9 },
    { ...none, later_mail_due_at: clock.now() - 9 },
    { ...none, is_daily: 1 as const },
    { ...none, is_later_daily: 1 as const },
  ];
  const rows = pending.map((each, event) => ({ ...row, kind: later, event: String(event), ...each }));
  await context.database.transaction((writer) => writer.insertInto('notices').values(rows).execute());
  await runDue(dueMailQueue(context));
  await sendDailyMails(context, never);
  const sent = await mails(made);
  expect(sent.map(({ event }) => event)).toContain(`notice:answer:1:${student.id}`);
  expect(sent.at(-1)?.text).toContain('- It is week-opens\n');
  expect(sent.at(-1)?.text).not.toContain('Later');
  expect(await runDue(dueMailQueue(context)), 'it is not tried again and again').toBe(0);
  const waiting = await context.database.reader
    .selectFrom('notices')
    .where('kind', '=', later)
    .orderBy('event')
    .select(['mail_due_at', 'later_mail_due_at', 'is_daily', 'is_later_daily'])
    .execute();
  expect(waiting).toEqual(pending);
});

test('what was pending before the columns goes into them, and into no others', async () => {
  const { engine, run, migrate } = await migratedBefore('0106');
  await run(`insert into accounts (email, name, password_hash, role, created_at)
    values ('a@example.test', 'Asha', 'x', 'administrator', 1)`);
  for (const [event, [kind, due, daily]] of Object.entries<[string, string, number]>({
    ownOfBoth: ['answer', '5', 0],
    ownOfLater: ['private-answer', '6', 0],
    sentOfLater: ['private-question', 'null', 0],
    dailyOfBoth: ['week-opens', 'null', 1],
    dailyOfLater: ['certificate', 'null', 1],
  }))
    await run(`insert into notices (account_id, kind, event, about, text, href, created_at, mail_due_at, is_daily)
      select id, '${kind}', '${event}', '', '', '', 1, ${due}, ${daily} from accounts`);
  await migrate();
  const rows = await engine.reader
    .selectFrom('notices')
    .orderBy('id')
    .select(['event', 'mail_due_at', 'is_daily', 'later_mail_due_at', 'is_later_daily'])
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['ownOfBoth', 5, 0, null, 0],
    ['ownOfLater', null, 0, 6, 0],
    ['sentOfLater', null, 0, null, 0],
    ['dailyOfBoth', null, 1, null, 0],
    ['dailyOfLater', null, 0, null, 1],
  ]);
});
