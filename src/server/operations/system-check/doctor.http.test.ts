import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { dayMs, hourMs } from '#contract/durations';
import { messages } from '#contract/messages';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';
import { listMail } from '#server/platform/mail/outbox-admin';
import { build } from '#server/platform/version';
import { makeSealing } from '#server/platform/settings/sealing';
import { receiptKeys, rotateReceiptKey } from '#server/submissions/receipts/receipt-key';
import { buildAdministrator, buildStudent } from '#support/factories';
import { startMailServer } from '#support/mail-server';
import { readAuditLog } from '#support/read-audit-log';
import { file, makeStudentFixture, week } from '#support/student-fixture';
import { makeTestApp, type TestApp } from '#support/test-app';
import type { CheckState, CheckLine } from './check.ts';
import { readBackupAges } from '../backups/backup-records.ts';
import { judgeClock } from './database-checks.ts';
import { recordHeldMailDecision } from './portal-mail.ts';
import { logMismatch, runChecks } from './run-checks.ts';
import { acknowledgeAlarms } from './watch-alarms.ts';

const states = (lines: CheckLine[]): Record<string, CheckState> =>
  Object.fromEntries(lines.map(({ id, state }) => [id, state]));

async function look(app: Pick<TestApp, 'context'>, id: string): Promise<CheckLine> {
  return (await runChecks(app.context)).find((line) => line.id === id) as CheckLine;
}

async function addBackup({ context }: TestApp, ageMs: number, rehearsedMs: number | null): Promise<void> {
  const now = context.clock.now();
  const counts = { rows: 7, files: 2, bytes: 10, copied_files: 2, faults: 0, took_ms: 5 };
  const backup = { made_at: now - ageMs, place: '/mnt/backups', name: 'b', ...counts };
  await context.database.transaction((writer) =>
    writer
      .insertInto('backups')
      .values({ ...backup, rehearsed_at: rehearsedMs === null ? null : now - rehearsedMs })
      .execute(),
  );
}

test('a new portal lacks what its operator has to give, and nothing else', async () => {
  const app = await makeTestApp();
  const lines = await runChecks(app.context);
  expect(states(lines)).toEqual({
    database: 'ok',
    migrations: 'ok',
    clock: 'ok',
    files: 'ok',
    disk: expect.any(String) as CheckState,
    backup: 'warn',
    rehearsal: 'warn',
    journal: 'warn',
    'receipt-key': 'ok',
    'newest-submission': 'ok',
    'missing-files': 'ok',
    sealed: 'ok',
    names: 'ok',
    mail: 'warn',
    outbox: 'ok',
    jobs: 'ok',
    version: 'ok',
    settings: 'warn',
    zone: 'ok',
  });
  // Whatever is amiss says what to do, and what is in order asks for nothing.
  expect(lines.filter(({ state, todo }) => (state === 'ok') !== (todo === null))).toEqual([]);
  // A line and a page end the finding themselves.
  expect(lines.filter(({ found }) => found.endsWith('.'))).toEqual([]);
  expect(lines.find(({ id }) => id === 'version')?.found).toBe(
    `Capstone ${build}, Node ${process.versions.node}`,
  );
});

test('a backup is told by its age, and a rehearsal too', async () => {
  const app = await makeTestApp();
  const ages: [number, number | null, CheckState, CheckState][] = [
    [8 * dayMs, null, 'fail', 'warn'],
    [30 * hourMs, 9 * dayMs, 'warn', 'warn'],
    [2 * hourMs, hourMs, 'ok', 'ok'],
  ];
  for (const [age, rehearsed, backup, rehearsal] of ages) {
    await addBackup(app, age, rehearsed);
    expect(states(await runChecks(app.context))).toMatchObject({ backup, rehearsal });
  }
  expect((await look(app, 'backup')).found).toContain('2 hours old (');
});

test('a portal without a backup is warned on its first day, and fails once a night has passed', async () => {
  const app = await makeTestApp();
  const ages = async () => {
    const { backupMs, rehearsalMs } = await readBackupAges(app.context);
    return [(await look(app, 'backup')).state, backupMs, rehearsalMs];
  };
  app.clock.advance(9 * dayMs);
  expect(await ages(), 'nothing to lose').toEqual(['warn', 0, 0]);
  await buildStudent(app.context);
  app.clock.advance(25 * hourMs);
  expect(await ages()).toEqual(['warn', 25 * hourMs, 25 * hourMs]);
  app.clock.advance(2 * hourMs);
  expect(await ages()).toEqual(['fail', 27 * hourMs, 27 * hourMs]);
  await addBackup(app, hourMs, null);
  expect(await ages()).toEqual(['ok', hourMs, 27 * hourMs]);
});

test('a line of the audit log that is from the future tells of a clock that was wrong', async () => {
  const app = await makeTestApp();
  const administrator = await buildAdministrator(app.context);
  app.clock.advance(dayMs);
  await app.context.database.transaction((writer) =>
    recordHeldMailDecision('drop', administrator.id)(writer, app.clock.now(), 1),
  );
  expect((await look(app, 'clock')).state).toBe('ok');
  app.clock.advance(-dayMs);
  app.context.log = { info() {}, warn() {}, error() {} };
  const found = expect.stringContaining('24 hours');
  expect(await look(app, 'clock')).toMatchObject({ state: 'fail', found });
  await acknowledgeAlarms(app.context, [], 'The clock was right.');
  expect(await look(app, 'clock')).toMatchObject({ state: 'warn', found });
});

test('files that are gone, and a key that the database does not know, are told at the start', async () => {
  const fixture = await makeStudentFixture(29);
  const { context, client, url, dataDir } = fixture;
  await client.form(url('uploadWeek'), [week('1'), file('work')]);
  const told: string[] = [];
  const log = { info() {}, error() {}, warn: (line: unknown) => void told.push(String(line)) };
  context.log = log;
  const start = async () => {
    told.length = 0;
    await logMismatch(context);
    return [...told];
  };
  const { publicKey } = await receiptKeys(context);
  expect(await start()).toEqual([]);
  // A key that was replaced is known for ever.
  await rotateReceiptKey(context);
  expect(await start()).toEqual([]);

  const noted = path.join(dataDir, 'receipt-key');
  writeFileSync(noted, `${publicKey.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}\n`);
  const [{ number, file_sha256: sha256 }] = (await context.database.reader
    .selectFrom('submissions')
    .select(['number', 'file_sha256'])
    .execute()) as [{ number: string; file_sha256: string }];
  rmSync(path.join(dataDir, 'files', sha256.slice(0, 2), sha256));
  const lines = [
    expect.stringMatching(/^Receipt key: This database does not know the key \S+, with which this machine/),
    expect.stringMatching(
      `^Submitted files: 1 file missing or altered: ${sha256} .*checked\\), .* receipt ${number}`,
    ),
  ];
  expect(await start()).toEqual(lines);
  expect(await start(), 'until somebody has seen to it').toEqual(lines);
  rmSync(noted);
  expect(await start()).toEqual(lines);
  await acknowledgeAlarms(context, [], 'Both are known.');
  expect(await start()).toEqual([
    expect.stringMatching(
      `^Submitted files: 1 missing or of another size .* receipt ${number}, as acknowledged`,
    ),
  ]);

  expect((await look(fixture, 'receipt-key')).found).toMatch(/only copy .* not encrypted$/);
  // A key that is sealed with what the operator of before gave.
  const keys = makeSealing(['a'.repeat(32)]);
  await receiptKeys({ ...context, secrets: { ...context.secrets, keys } });
  await rotateReceiptKey({ ...context, secrets: { ...context.secrets, keys } });
  expect((await look(fixture, 'receipt-key')).found).toMatch(/^Setting SECRET_KEY is not set/);
});

test('a public address that leads to this machine only is told, but not in a demo', async () => {
  const app = await makeTestApp({ settings: { publicUrl: new URL('http://localhost:3000') } });
  expect(await look(app, 'settings')).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('PUBLIC_URL is http://localhost:3000, which leads to'),
    todo: expect.stringContaining('QR codes of certificates'),
  });
  app.context.settings.publicUrl = null;
  expect((await look(app, 'settings')).todo).toContain('no certificate can be issued');
  app.context.settings.publicUrl = new URL('https://portal.example.test');
  expect((await look(app, 'settings')).found).toContain('SECRET_KEY is not set');
});

test('work that waits too long, and what was given up', async () => {
  const app = await makeTestApp();
  const { context, clock } = app;
  const job = { kind: 'x', key: 'x', payload: 'null', created_at: clock.now(), wanted_at: clock.now() };
  await context.database.transaction((writer) =>
    writer
      .insertInto('jobs')
      .values({ ...job, due_at: clock.now() })
      .execute(),
  );
  clock.advance(14 * 60_000);
  expect((await look(app, 'jobs')).state).toBe('ok');
  clock.advance(2 * 60_000);
  expect(await look(app, 'jobs')).toMatchObject({
    state: 'fail',
    found: '1 job waiting, the oldest for 16 minutes',
  });
  await context.database.transaction((writer) =>
    writer.updateTable('jobs').set({ failed_at: clock.now() }).where('kind', '=', 'x').execute(),
  );
  expect(await look(app, 'jobs')).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('1 job failed'),
  });
});

test('the mail server is asked, and a mail is sent once for each press, with a line in the audit log', async () => {
  const mail = await startMailServer();
  const app = await makeTestApp({ settings: { smtpUrl: mail.url } });
  expect(await look(app, 'mail')).toMatchObject({ state: 'ok' });
  const administrator = await app.as(await buildAdministrator(app.context));
  const send = (address: string, key = 'k') =>
    administrator.post('/api/staff/portal/mail', { address }, { 'idempotency-key': key });
  expect((await send('nobody')).body.message).toBe(messages.emailInvalid);
  for (let n = 0; n < 2; n += 1) expect((await send('office@example.test')).status).toBe(200);
  expect(mail.received.map(({ to }) => to)).toEqual([['office@example.test']]);
  expect((await readAuditLog(app)).map(({ act, subject }) => [act, subject])).toEqual([
    ['send-test-mail', 'office@example.test'],
  ]);
  await mail.stop();
  expect((await look(app, 'mail')).state).toBe('fail');
  const refused = await send('office@example.test', 'another');
  expect(refused.status).toBe(409);
  expect(refused.body.message).toMatch(/^The mail server says: .*ECONNREFUSED/);
});

test.each([
  ['send', 'waiting'],
  ['drop', 'refused'],
])('mail that was never sent is asked about once: %s', async (decision, state) => {
  const app = await makeTestApp({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const { context, clock } = app;
  const mail = { event: 'x:1', to: 'asha@example.test', subject: 'x', text: 'x', html: 'x' };
  await context.database.transaction((writer) => enqueueMail(writer, mail, clock.now()));
  clock.advance(3 * dayMs);
  expect(await look(app, 'outbox')).toMatchObject({
    state: 'warn',
    found: '1 mail held: unsent for more than two days',
  });
  const administrator = await app.as(await buildAdministrator(context));
  expect((await administrator.get('/api/staff/portal')).body.held_mails).toBe(1);
  const settle = () => administrator.post('/api/staff/portal/held-mail', { decision });
  expect((await settle()).body.message).toContain('1 email');
  expect((await settle()).body.message).toContain('0 emails');
  expect((await listMail(context, 1))[0]).toMatchObject({ state });
  expect((await readAuditLog(app)).map(({ act, subject }) => [act, subject])).toEqual([
    [`${decision}-held-mail`, '1 mail'],
  ]);
  expect((await look(app, 'outbox')).found).not.toContain('held');
});

test('administrators see settings and where they come from, without secrets', async () => {
  for (const [name, value] of [
    ['SECRET_KEY', 'k'.repeat(32)],
    ['SMTP_URL', 'smtp://me:hidden@mail.example.test'],
    ['STORAGE_URL', 's3://KEY:hidden@s3.example.test/bucket'],
    ['ACADEMY_NAME', 'Academy'],
  ] as const)
    vi.stubEnv(name, value);
  try {
    const app = await makeTestApp();
    const { status, body } = await (
      await app.as(await buildAdministrator(app.context))
    ).get('/api/staff/portal');
    expect(status).toBe(200);
    const shown = Object.fromEntries(
      (body.settings as { name: string }[]).map(({ name, ...rest }) => [name, rest]),
    );
    expect(shown).toMatchObject({
      ACADEMY_NAME: { value: 'Academy', source: 'environment' },
      SECRET_KEY: { value: '(not shown)', source: 'environment' },
      STORAGE_URL: { value: 's3://***@s3.example.test/bucket', source: 'environment' },
      PORT: { value: '3000', source: 'default' },
      DEMO_PASSWORD: { value: '(not shown)', source: 'default' },
    });
    expect(JSON.stringify(body)).not.toMatch(/hidden|kkkk/);
    expect(body.build).toBe(build);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('a clock that differs by more than people notice, and by more than tokens bear', () => {
  expect([-4_000, 5_001, -59_000, 61_000].map((ms) => judgeClock(ms).state)).toEqual([
    'ok',
    'warn',
    'warn',
    'fail',
  ]);
  expect(judgeClock(-61_500).found).toBe("61.5 s behind the database's");
});
