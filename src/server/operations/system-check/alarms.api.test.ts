import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { minuteMs } from '#contract/durations';
import { storedAppSecret } from '#server/accounts/second-factor/app-secret';
import { recordAuditEvent } from '#server/audit/record-audit-event';
import { withoutTriggers } from '#server/operations/backups/load-rows';
import { alarmKinds, alarmOf, type AlarmKind } from '#server/platform/alarms/alarm-kinds';
import { makeAlarms } from '#server/platform/alarms/alarms';
import { makeDatabase } from '#server/platform/database/database';
import { DatabaseReplaced } from '#server/platform/database/database-errors';
import type { Job } from '#server/platform/jobs/job';
import { jobQueue } from '#server/platform/jobs/job-queue';
import { enqueueSecretMail } from '#server/platform/mail/enqueue-mail';
import { makeSealing } from '#server/platform/settings/sealing';
import { buildStudent, buildSubmission } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestContext } from '#support/test-app';
import { checks, logMismatch, runChecks } from './run-checks.ts';
import { acknowledgeAlarms, compareNotes } from './watch-alarms.ts';

// Every watch, by construction: one without a row here fails.

async function makePortal() {
  const made = await makeTestContext();
  const { engine, clock, dataDir } = made;
  const portal = { ...made, version: 0, accountId: 0, submit, restart, note };
  portal.context.log = { info() {}, warn() {}, error() {} };
  portal.accountId = (await buildStudent(portal.context)).id;
  async function submit(count: number): Promise<string[]> {
    const numbers = [];
    for (let n = 0; n < count; n += 1) {
      const version = (portal.version += 1);
      numbers.push((await buildSubmission(portal.context, { account_id: portal.accountId, version })).number);
    }
    return numbers;
  }
  /** Another process on the same database and folder. */
  async function restart(): Promise<void> {
    await portal.context.alarms.idle();
    const database = makeDatabase(engine);
    const { settings } = portal.context;
    const alarms = makeAlarms({ settings, database, clock }, () => portal.context.log);
    portal.context = { ...portal.context, database, alarms };
    await logMismatch(portal.context);
    await compareNotes(portal.context);
  }
  function note(name: string): string {
    return path.join(dataDir, name);
  }
  return portal;
}

type Portal = Awaited<ReturnType<typeof makePortal>>;

async function addLine({ context, clock }: Portal): Promise<void> {
  await context.database.transaction((writer) =>
    recordAuditEvent(writer, { at: clock.now(), actorId: null, act: 'check-files', subject: '' }),
  );
}

async function removeFrom(
  { context }: Portal,
  table: 'submissions' | 'audit_log',
  remove: (writer: Parameters<typeof recordAuditEvent>[0]) => Promise<unknown>,
): Promise<void> {
  const { database } = context;
  await database.transaction((writer) =>
    withoutTriggers(writer, database.engine, [table], async () => void (await remove(writer))),
  );
}

/** As at each start. */
const lookAgain = ({ context }: Portal): Promise<void> => logMismatch(context);

type Row = {
  /** Makes the bad thing, for the first or second time, and lets the portal see it. */
  fault(portal: Portal, time: 1 | 2): Promise<void>;
  /** The bad thing goes away, which ends no alarm. */
  mend?(portal: Portal): Promise<void>;
};

const rows: Record<AlarmKind, Row> = {
  'lost-submissions': {
    async fault(portal) {
      const lost = await portal.submit(3);
      await compareNotes(portal.context);
      await removeFrom(portal, 'submissions', (writer) =>
        writer
          .updateTable('submissions')
          .set({ number: `other-${lost[0]}` })
          .where('number', '=', lost[0] as string)
          .execute(),
      );
      await compareNotes(portal.context);
    },
  },
  'older-copy': {
    async fault(portal) {
      portal.clock.advance(minuteMs);
      const at = portal.clock.now();
      await addLine(portal);
      await compareNotes(portal.context);
      await removeFrom(portal, 'audit_log', (writer) =>
        writer.deleteFrom('audit_log').where('at', '=', at).execute(),
      );
      await compareNotes(portal.context);
    },
  },
  'receipt-key': {
    async fault(portal, time) {
      writeFileSync(portal.note('receipt-key'), `${String(time).repeat(43)}=\n`);
      await compareNotes(portal.context);
    },
  },
  'missing-files': {
    async fault(portal, time) {
      await buildSubmission(portal.context, {
        account_id: portal.accountId,
        version: (portal.version += 1),
        file_id: `file-${time}`,
        file_name: 'work.txt',
        file_bytes: 1,
        file_sha256: String(time).repeat(64),
      });
      await lookAgain(portal);
    },
  },
  'damaged-database': {
    async fault(portal) {
      if (portal.context.database.damage.found() !== null) await portal.restart();
      const look = vi.spyOn(portal.engine, 'findDamage').mockResolvedValue('row 7 missing from index');
      await portal.context.database.damage.look();
      await portal.context.alarms.idle();
      look.mockRestore();
    },
    mend: (portal) => portal.restart(),
  },
  'replaced-database': {
    async fault({ context, clock }) {
      clock.advance(minuteMs);
      await expect(
        context.database.writes.run(() => Promise.reject(new DatabaseReplaced('capstone.sqlite', false))),
      ).rejects.toThrow();
    },
    mend: (portal) => portal.restart(),
  },
  'unreadable-mail': {
    async fault(portal, time) {
      const { context, clock } = portal;
      const mail = makeSealing([`the former mail.key ${time}`]);
      await context.database.transaction((writer) =>
        enqueueSecretMail(
          writer,
          { ...context.secrets, mail },
          { event: `link:${time}`, to: 'a@example.test', subject: 'x', text: 'x', html: 'x' },
          clock.now(),
        ),
      );
      await lookAgain(portal);
    },
  },
  'unreadable-apps': {
    async fault(portal, time) {
      const { context, clock } = portal;
      const { id: account_id } = await buildStudent(context);
      const keys = makeSealing([`the former SECRET_KEY ${time}`]);
      const secret = storedAppSecret(
        { secrets: { ...context.secrets, keys } },
        { accountId: account_id, secret: 'ABCDEFGH' },
      );
      await context.database.transaction((writer) =>
        writer
          .insertInto('second_factors')
          .values({ account_id, kind: 'app', name: 'Phone', secret, added_at: clock.now(), counter: 0 })
          .execute(),
      );
      await lookAgain(portal);
    },
  },
  // Raised by commands: src/cli/backup.test.ts.
  'failed-rehearsal': {
    fault: async ({ context }, time) =>
      void (await context.alarms.raise('failed-rehearsal', [`${time} in /mnt/backups`])),
  },
  'restored-without': {
    fault: async ({ context }, time) =>
      void (await context.alarms.raise('restored-without', [`the file ${time}`])),
  },
  'clock-set-back': {
    async fault(portal) {
      const job: Job<null> = { kind: 'none', payload: z.null(), run: () => Promise.resolve() };
      const { claim } = jobQueue(portal.context, [job]);
      const { signal } = new AbortController();
      await claim(1, signal);
      portal.clock.advance(-2 * minuteMs);
      await claim(1, signal);
      await portal.context.alarms.idle();
    },
  },
  'later-version': {
    async fault(portal) {
      await portal.context.database.transaction((writer) =>
        writer.insertInto('migrations').values({ name: '9999-later', timestamp: '2030-01-01' }).execute(),
      );
      await lookAgain(portal);
    },
    async mend(portal) {
      await portal.context.database.transaction((writer) =>
        writer.deleteFrom('migrations').where('name', '=', '9999-later').execute(),
      );
      await lookAgain(portal);
    },
  },
};

async function states(portal: Portal, kind: AlarmKind) {
  const [line] = await runChecks(
    portal.context,
    checks.filter(({ id }) => id === alarmOf(kind).check),
  );
  return {
    open: (await portal.context.alarms.open()).map((alarm) => alarm.kind),
    fails: line?.state === 'fail' && line.todo?.includes(`npx capstone acknowledge ${kind}`) === true,
  };
}

/** An hour of looks, submissions and changes. */
async function passAnHour(portal: Portal): Promise<void> {
  for (let part = 0; part < 4; part += 1) {
    portal.clock.advance(15 * minuteMs);
    await portal.submit(6);
    for (let n = 0; n < 6; n += 1) {
      portal.clock.advance(1);
      await addLine(portal);
    }
    await compareNotes(portal.context);
  }
}

test.each(Object.entries(rows) as [AlarmKind, Row][])(
  '%s stays on over time, traffic, restart and upgrade, until it is acknowledged',
  async (kind, { fault, mend }) => {
    const portal = await makePortal();
    await portal.submit(2);
    await addLine(portal);
    await compareNotes(portal.context);
    const isOn = { open: [kind], fails: true };
    expect(await states(portal, kind)).toEqual({ open: [], fails: false });

    await fault(portal, 1);
    expect(await states(portal, kind), 'after the fault').toEqual(isOn);
    await mend?.(portal);
    expect(await states(portal, kind), 'after it went away').toEqual(isOn);
    await passAnHour(portal);
    expect(await states(portal, kind), 'after an hour').toEqual(isOn);
    await portal.restart();
    expect(await states(portal, kind), 'after a restart').toEqual(isOn);
    // As when its rows are in the newer database only, or the version before had no table for them.
    await portal.context.database.transaction((writer) => writer.deleteFrom('alarms').execute());
    await portal.restart();
    expect(await states(portal, kind), 'after an upgrade').toEqual(isOn);
    await portal.context.alarms.raise(kind, []);
    rmSync(portal.note('alarms'));
    await portal.restart();
    expect(await states(portal, kind), 'on a machine with another folder').toEqual(isOn);

    expect(await acknowledgeAlarms(portal.context, [kind], 'Seen to.')).toMatchObject([{ kind }]);
    expect(await states(portal, kind), 'acknowledged').toEqual({ open: [], fails: false });
    const [line] = (await readAuditLog(portal)).filter(({ act }) => act === 'acknowledge-loss');
    expect(line).toMatchObject({ actor_id: null, after: { reason: 'Seen to.' } });
    await passAnHour(portal);
    await portal.restart();
    expect(await states(portal, kind), 'acknowledged for good').toEqual({ open: [], fails: false });

    await fault(portal, 2);
    expect(await states(portal, kind), 'a later fault').toEqual(isOn);
  },
);

test('every watch has its row, and names a check that there is', async () => {
  const portal = await makePortal();
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(alarmKinds).toSorted());
  const ids = (await runChecks(portal.context)).map(({ id }) => id);
  expect(Object.values(alarmKinds).filter(({ check }) => !ids.includes(check))).toEqual([]);
});

test('what version 1.0.0 and later ones noted is still an alarm', async () => {
  const portal = await makePortal();
  writeFileSync(portal.note('newest-submission'), '314\n');
  writeFileSync(portal.note('receipt-key'), `${'k'.repeat(43)}=\n`);
  await portal.restart();
  await passAnHour(portal);
  expect((await portal.context.alarms.open()).map(({ kind, facts }) => [kind, facts])).toEqual([
    ['lost-submissions', ['#314']],
    ['receipt-key', [`${'k'.repeat(43)}=`]],
  ]);
});

test('another machine sees an alarm, and its acknowledgement', async () => {
  const portal = await makePortal();
  const { context, clock } = portal;
  const other = await makeTestContext();
  const settings = { ...context.settings, dataDir: other.dataDir };
  const beside = makeAlarms({ settings, database: context.database, clock }, () => context.log);
  await context.alarms.raise('restored-without', ['the file 1']);
  await beside.raise('receipt-key', ['k']);
  const open = async () => [await context.alarms.open(), await beside.open()].map((all) => all.length);
  expect(await open()).toEqual([2, 2]);
  await acknowledgeAlarms({ ...context, settings, alarms: beside }, ['restored-without'], 'Seen to.');
  expect(await open()).toEqual([1, 1]);
  // An older copy of the database has neither the alarms nor the acknowledgement.
  await context.alarms.raise('receipt-key', []);
  await context.database.transaction((writer) => writer.deleteFrom('alarms').execute());
  expect(await open()).toEqual([0, 1]);
});

test('while the database cannot be written or read, the file beside it keeps the alarm; half a line harms nothing', async () => {
  const portal = await makePortal();
  const { context, clock } = portal;
  const broken = {
    ...context.database,
    reader: { selectFrom: () => expect.fail('no database') } as never,
    transaction: () => Promise.reject(new Error('no database')),
  };
  const alarms = makeAlarms({ settings: context.settings, database: broken, clock }, () => context.log);
  expect(await alarms.raise('damaged-database', ['malformed'])).toBe(true);
  writeFileSync(portal.note('alarms'), '{"id":"x","fac', { flag: 'a' });
  expect(await alarms.raise('lost-submissions', ['CAP-1'])).toBe(true);
  await portal.restart();
  expect((await portal.context.alarms.open()).map(({ kind }) => kind)).toEqual([
    'lost-submissions',
    'damaged-database',
  ]);
});

test('what can be stored nowhere is reported as such, and found again', async () => {
  const portal = await makePortal();
  const { context, clock } = portal;
  const settings = { ...context.settings, dataDir: '/nonexistent' };
  const database = { ...context.database, transaction: () => Promise.reject(new Error('full')) };
  const alarms = makeAlarms({ settings, database, clock }, () => context.log);
  expect(await alarms.raise('lost-submissions', ['CAP-1'])).toBe(false);
});

test('many facts are one alarm, and a fact found twice at once is one', async () => {
  const { context } = await makePortal();
  const facts = Array.from({ length: 2_000 }, (_, n) => `CAP-${n}`);
  await Promise.all([1, 2, 3].map(() => context.alarms.raise('lost-submissions', facts)));
  const [alarm] = await context.alarms.open();
  expect([alarm?.ids.length, alarm?.facts.length]).toEqual([1, 2_000]);
});
