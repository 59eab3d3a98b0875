import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { noticeKindNames } from '#contract/notices/notice-kinds';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeDatabase } from '#server/platform/database/database';
import type { Engine } from '#server/platform/database/engine';
import { notify } from '#server/notices/notify';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { eraseWhatIsLeft } from '#server/privacy/anonymisation/anonymise-again';
import { makeFixture, send, table, type Fixture } from '#support/access-table';
import { makeFolder, makeHome, makePlace } from '#support/backup-fixture';
import { earlier, runEarlier, startEarlier } from '#support/earlier-version';
import { engineName } from '#support/empty-database';
import { eventually } from '#support/eventually';
import { buildSelection, buildStudent } from '#support/factories';
import { makeFrozenBatch } from '#support/frozen-batch';
import { canary, leaveWords, tablesWith } from '#support/leave-words';
import type { Answer } from '#support/test-app';

/** Processes start, and a busy machine starts them slowly. */
const timeout = 300_000;

/** Without them 1.0.0 makes no mail. */
const mailing = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'office@example.test',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  DAILY_MAIL_HOUR: '0',
};

/** They end what the next calls need. */
const endings = new Set<EndpointName>(['logOut', 'endOtherSessions', 'anonymisePerson', 'resetPassword']);
const asked = ['student', 'classmate', 'mentor', 'administrator'] as const;

/** As devices do where the portal is busy, such as on a loaded machine. */
async function sendAgain(...call: Parameters<typeof send>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await send(...call);
    if (answer.status !== 503 || tries === 5) return answer;
    await sleep(1_000);
  }
}

/** 1.0.0 as a process on data that this version has written. */
describe.runIf(earlier !== undefined)('version 1.0.0 on this schema and data', () => {
  test('answers its calls as this version does, and sends what it knows', { timeout }, async () => {
    const fixture = await leaveWords();
    const { context } = fixture.app;
    const now = Date.now() - 5_000;
    const accounts = await context.database.reader.selectFrom('accounts').select(['id', 'email']).execute();
    const everybody = accounts.map(({ id }) => id);
    await context.database.transaction(async (writer) => {
      for (const kind of noticeKindNames)
        await notify(writer, {
          kind,
          event: `of ${kind}`,
          accounts: everybody,
          about: 'project',
          text: `It is ${kind}`,
          href: '/result',
          now,
        });
      const off = { account_id: fixture.accountId, mail: 'results' };
      await writer
        .insertInto('turned_off_mails')
        .values(off as never)
        .execute();
      const text = { page: '/terms/ml', text: '# നിബന്ധനകൾ', sha256: 'x', changed_at: 1 } as const;
      await writer.insertInto('translated_texts').values(text).execute();
    });
    const old = await startEarlier(fixture.app, mailing);
    const clients = { ...fixture.clients };
    for (const role of asked)
      clients[role] = await old.as(accounts.find(({ email }) => email === fixture.emails[role])!);
    const remote: Fixture = { ...fixture, clients };
    const names = (Object.keys(table) as EndpointName[]).filter((name) => !endings.has(name));
    const isReading = (name: EndpointName) => endpoints[name].method === 'GET';
    let answered = 0;
    for (const name of [...names.filter(isReading), ...names.filter((each) => !isReading(each))])
      for (const role of asked) {
        if (table[name].expected[role] >= 400) continue;
        const { status, body } = await sendAgain(remote, name, role);
        expect.soft(status, `${name} of ${role}: ${JSON.stringify(body)}`).toBeLessThan(500);
        if (status < 400) answered += 1;
      }
    expect(answered).toBeGreaterThan(200);
    for (const path of ['/', '/terms', '/account', '/notices', '/staff'])
      for (const role of asked) expect((await clients[role].get(path)).status, path).toBeLessThan(400);

    const { reader } = old.engine;
    await eventually(
      async () => {
        const due = reader.selectFrom('notices').where('mail_due_at', 'is not', null).select('kind');
        expect(await due.execute()).toEqual([]);
        const days = await reader.selectFrom('daily_mails').select('day').execute();
        expect(days).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    const mails = await reader.selectFrom('outbox').select('event').execute();
    expect(mails.some(({ event }) => event.startsWith('daily:'))).toBe(true);
    const waiting = await reader
      .selectFrom('notices')
      .where('later_mail_due_at', 'is not', null)
      .select('kind')
      .distinct()
      .execute();
    expect(waiting.map(({ kind }) => kind).toSorted()).toEqual([
      'data-removal',
      'extension-declined',
      'message',
      'private-answer',
      'private-question',
      'project-chosen',
      'viva-delay',
    ]);
    const failed = reader
      .selectFrom('jobs')
      .where('last_error', 'is not', null)
      .select(['kind', 'last_error']);
    expect(await failed.execute()).toEqual([]);
  });

  test('shows an examiner nothing of any student', { timeout }, async () => {
    const fixture = await makeFixture();
    const { emails, submission } = fixture;
    const { reader } = fixture.app.context.database;
    const examiner = await reader
      .selectFrom('accounts')
      .where('email', '=', emails.examiner)
      .select('id')
      .executeTakeFirstOrThrow();
    const old = await startEarlier(fixture.app);
    const clients = { ...fixture.clients, examiner: await old.as(examiner) };
    const session = await clients.examiner.get('/api/auth/session');
    expect(session.body.student).toMatchObject({ s_id: emails.examiner, role: 'mentor', batches: [] });
    const secrets = [emails.student, emails.classmate, emails.outsider, submission];
    const texts: string[] = [];
    for (const name of (Object.keys(table) as EndpointName[]).filter(
      (one) => endpoints[one].method === 'GET' && !endings.has(one),
    )) {
      const { status, body } = await sendAgain({ ...fixture, clients }, name, 'examiner');
      const text = status >= 300 ? '' : JSON.stringify(body);
      if (text !== '') texts.push(name);
      for (const secret of secrets) expect.soft(text, `${name}: ${secret}`).not.toContain(secret);
    }
    // They were answered, but for what 1.0.0 does not know.
    expect(texts.length).toBeGreaterThan(10);
  });

  test('can change nothing that is frozen: it fails, and leaves all as it was', { timeout }, async () => {
    const made = await makeFrozenBatch();
    const { app, context, batch, mentor, office, passed, failed } = made;
    const absent = await buildStudent(context, { batch_id: batch.id, name: 'Devi' });
    await buildSelection(context, { account_id: absent.id });
    for (const [n, task] of tasks.entries()) {
      const record = { status: n % 2 === 0 ? 'absent' : 'excused', comments: '', released: n % 2 === 0 };
      const to = `/api/staff/students/${absent.email}/tasks/${task}/recorded`;
      expect(await office.put(to, record)).toMatchObject({ status: 200 });
    }
    await made.freeze();
    expect((await office.post('/api/staff/batches/OURS/certificates', {})).status).toBeLessThan(300);
    const administrator = await context.database.reader
      .selectFrom('accounts')
      .where('role', '=', 'administrator')
      .select('id')
      .executeTakeFirstOrThrow();
    const { number } = await context.database.reader
      .selectFrom('submissions')
      .where('account_id', '=', passed.id)
      .select('number')
      .executeTakeFirstOrThrow();
    const { project_id } = await context.database.reader
      .selectFrom('selections')
      .where('account_id', '=', passed.id)
      .select('project_id')
      .executeTakeFirstOrThrow();

    const old = await startEarlier(app, { SECRET_KEY: 'k'.repeat(32) });
    const before = await frozenRows(old.engine);
    expect(before['frozen_results']).toHaveLength(4);
    expect(before['certificates']).not.toEqual([]);
    const [staff, head, student] = [await old.as(mentor), await old.as(administrator), await old.as(passed)];
    const of = `/api/staff/students/${passed.email}`;
    const mark = { marks: 91, comments: 'Better.', released: true };
    const dates = { until: '2027-01-31', reason: 'Was ill.' };
    const changes = {
      'another mark': () => staff.put(`/api/staff/submissions/${number}/mark`, mark),
      'a withdrawal': () =>
        staff.put(`/api/staff/submissions/${number}/mark`, { ...mark, marks: 80, released: false }),
      'an own name': () => student.put('/api/account/profile', { name: 'Lakshmi N', phone: '9876543210' }),
      'a corrected name': () =>
        head.put(`/api/staff/people/${passed.email}/profile`, {
          name: 'Lakshmi N',
          phone: '9876543210',
          reason: 'So.',
        }),
      'another start': () => staff.post(`${of}/start`, { start: '2026-10-20T09:00', reason: 'Was ill.' }),
      'an undone choice': () => head.post(`${of}/undo-selection`, { p_id: project_id, reason: 'Wrong.' }),
      'an extension': () => staff.post(`${of}/extensions`, { task: 'viva', ...dates }),
      'an extension of a student with records': () =>
        staff.post(`/api/staff/students/${absent.email}/extensions`, { task: 'viva', ...dates }),
      'an outage': () =>
        staff.post('/api/staff/batches/OURS/outage', {
          from: '2026-11-20T15:00',
          to: '2026-11-20T18:00',
          reason: 'No network.',
        }),
    };
    const answers: Record<string, number> = {};
    for (const [what, change] of Object.entries(changes)) answers[what] = (await change()).status;
    // 1.0.0 has no words for it: a trigger's refusal is a 500 there, with nothing changed.
    for (const [what, status] of Object.entries(answers)) {
      expect.soft(status, what).toBeGreaterThanOrEqual(400);
      expect.soft(status, what).not.toBe(401);
    }
    expect(await frozenRows(old.engine)).toEqual(before);

    for (const { email } of [passed, failed, absent]) {
      for (const path of [
        '/api/students/timeline',
        '/api/students/studentCourse',
        '/api/students/submissions',
      ])
        expect((await staff.get(`${path}/${email}`)).status, path).toBe(200);
    }
    expect((await staff.get('/api/staff/batches/OURS/submissions')).status).toBe(200);
  });

  test('makes a backup that this version restores, with every row', { timeout }, async () => {
    const { app } = await leaveWords();
    const folder = makeFolder('backups');
    const { engine } = await runEarlier(app, 'backup', folder);
    const place = await makePlace(folder);
    const home = await makeHome(engineName, 'folder');
    const [newest] = await place.list();
    await restoreBackup(home.engine, home.files, place, newest as string);
    const names = ['accounts', 'marks', 'submissions', 'audit_log', 'notices', ...frozenTables] as const;
    for (const name of names) {
      const all = sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`;
      const [had, has] = [await all.execute(engine.reader), await all.execute(home.engine.reader)];
      // Its own line of the audit log is written after the backup.
      const own = name === 'audit_log' ? 1 : 0;
      expect(Number(has.rows[0]?.rows), name).toBe(Number(had.rows[0]?.rows) - own);
    }
  });

  test('leaves words of whom it anonymises, and this version erases them', { timeout }, async () => {
    const { app, emails } = await leaveWords();
    const administrator = await app.context.database.reader
      .selectFrom('accounts')
      .where('email', '=', emails.administrator)
      .select('id')
      .executeTakeFirstOrThrow();
    const old = await startEarlier(app);
    const { reader, writer } = old.engine;
    const office = await old.as(administrator);
    await writer
      .updateTable('sessions')
      .set({ proven_at: Date.now() })
      .where('account_id', '=', administrator.id)
      .execute();
    const body = { address: emails.student, reason: 'Asked for it.' };
    const to = `/api/staff/people/${encodeURIComponent(emails.student)}/anonymise`;
    expect(await office.post(to, body)).toMatchObject({ status: 200 });
    await eventually(
      async () => {
        const waits = reader.selectFrom('jobs').where('kind', '=', 'finish-anonymisation');
        const again = waits.where('is_running', '=', 0).where('due_at', '>', Date.now()).select('id');
        expect(await again.execute()).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    await old.process.stop();
    const context = { ...app.context, database: makeDatabase(old.engine) };
    expect(await tablesWith(context, canary)).toContain('recorded_marks');
    await eraseWhatIsLeft(context);
    // Somebody else's mail quotes a question of the person; its body goes 90 days after it was sent.
    expect((await tablesWith(context, canary)).filter((name) => name !== 'outbox')).toEqual([]);
    expect(await tablesWith(context, /zubeida|9000012345/i)).toEqual([]);
    const rows = await reader.selectFrom('anonymisations').select('program').execute();
    expect(rows[0]?.program).toBeGreaterThan(100);
  });
});

const frozenTables = [
  'marks',
  'recorded_marks',
  'selections',
  'former_selections',
  'extensions',
  'result_freezes',
  'frozen_results',
  'frozen_students',
  'certificate_names',
  'certificates',
] as const;

/** All that is frozen, and the names of the accounts. */
async function frozenRows({ reader }: Engine): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const name of frozenTables)
    rows[name] = (await sql`select * from ${sql.table(name)} order by 1, 2`.execute(reader)).rows;
  rows['names'] = await reader.selectFrom('accounts').orderBy('id').select(['id', 'name']).execute();
  return rows;
}
