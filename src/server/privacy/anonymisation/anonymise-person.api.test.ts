import { readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { hourMs } from '#contract/durations';
import { roles, send, table } from '#support/access-table';
import { buildAdministrator, buildImportedPerson, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { allTables, canary, leaveWords, person, tablesWith } from '#support/leave-words';
import { makeOfficeFixture } from '#support/office-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { readZip } from '#support/read-zip';
import { flushSessionUses, noteSessionUse } from '../../accounts/sessions/session-uses.ts';
import { notify } from '../../notices/notify.ts';
import type { Database } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import { privateEventsOf } from '../../private-questions/queries.ts';
import { runDue } from '#support/run-due';
import { accountOfAddress, anonymisePerson } from './anonymise-person.ts';
import { finishAnonymisationJob } from './finish-anonymisation.ts';

type Fixture = Awaited<ReturnType<typeof leaveWords>>;

const of = (s_id: string, call: string) => `/api/staff/people/${encodeURIComponent(s_id)}/${call}`;
const given = { address: person.email, reason: 'Asked for it by letter.' };
const anonymise = ({ clients }: Fixture, body: object = given, key = 'press') =>
  clients.administrator.post(of(person.email, 'anonymise'), body, { 'idempotency-key': key });

/** Runs what follows an act, so long after it that no request of before can still write. */
async function runFollowingJobs({ app }: Fixture): Promise<void> {
  app.clock.set(Date.now() + 3 * hourMs);
  const queue = jobQueue(app.context, [finishAnonymisationJob]);
  expect(await runDue(queue)).toBe(1);
  expect(await runDue(queue), 'nothing is left to do').toBe(0);
}

const keptFiles = ({ app }: Fixture) =>
  readdirSync(path.join(app.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.basename(name))
    .filter((name) => /^[0-9a-f]{64}$/.test(name));

/** Tables of which no row is about a student, or whose rows about one are nothing but numbers and instants. */
const withoutWords = [
  'academy_face',
  'alarms',
  'announcement_views',
  'announcements',
  'certificate_backgrounds',
  'certificate_pictures',
  'certificate_wishes',
  'certificate_wordings',
  'sheet_headings',
  'signed_sheets',
  'viva_records',
  'joint_markers',
  'consents',
  'examiner_accounts',
  'guardian_rule',
  'text_versions',
  'anonymisations',
  'attachment_posts',
  'audit_erasures',
  'audit_removals',
  'backups',
  'batch_counts',
  'batch_mentors',
  'batches',
  'declarations',
  'briefs',
  'built_files',
  'catalogue_files',
  'comment_counts',
  // What a hundred questions of a batch say is nobody's own word.
  'common_words',
  'courses',
  'daily_mails',
  'planned_announcements',
  'deletion_requests',
  // Keys of changed rows, until they are copied beside the backups.
  'journal',
  'journal_changes',
  'discussion_versions',
  // Who was imported and has no account.
  'expected_counts',
  'expected_people',
  'expected_words',
  'former_batch_names',
  'intake_columns',
  // Rows of a spreadsheet until it is imported, for a day at most.
  'intake_lines',
  'intake_people',
  'intakes',
  'jobs',
  'lifted_limits',
  'mark_rubric_lines',
  'migration_lock',
  'migrations',
  'open_submissions',
  'operator_texts',
  'people_counts',
  'presences',
  'printed_sheets',
  'sheet_invitations',
  'private_questions',
  'private_reads',
  'private_versions',
  'projects',
  'viva_questions',
  'question_changes',
  'question_favorites',
  'question_solutions',
  'question_views',
  'question_reads',
  'discussion_reads',
  'post_versions',
  'receipt_key',
  'receipt_keys',
  'receipt_private_keys',
  // Of batches, in numbers and words of the office.
  'result_freezes',
  'result_rules',
  'retention',
  // A hold refuses the act; after a restore it is removed: src/server/privacy/retention/holds.api.test.ts.
  'retention_holds',
  'retention_plans',
  'rubric_lines',
  'rubric_places',
  'sample_removal',
  'schema_range',
  'selections',
  'mail_words',
  'marking_shares',
  'shared_phrases',
  'staff_phrases',
  'student_extensions',
  'task_progress',
  'translated_texts',
  'turned_off_mails',
  'used_login_states',
  // Numbers of rooms and times; a student's own slot goes with the account.
  'viva_delays',
  'viva_examiners',
  'viva_extra',
  'viva_messages',
  'viva_missed_panels',
  'viva_offers',
  'viva_panels',
  'viva_plans',
  'viva_rooms',
  'viva_rules',
  'viva_slots',
  'viva_steps',
  // Words of the office: a room and its link.
  'viva_times',
  'viva_examiner_times',
];

// It asks every call as everybody: a slow machine takes more than a minute.
test(
  'after the act no table, no call and no file says anything about the person',
  { timeout: 180_000 },
  async () => {
    const fixture = await leaveWords();
    const { app, clients, number, signed } = fixture;
    const before = await tablesWith(app.context, canary);
    // Whoever adds a table says here whether a person's words can stand in it; if they can, `leaveWords` leaves some.
    expect([...before, ...withoutWords].toSorted()).toEqual(await allTables(app.context));
    const files = keptFiles(fixture);

    const answer = await anonymise(fixture);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        s_name: 'Anonymised person',
        goes: { files: 0, posts: 0, mails: 0, notes: 0 },
        stays: { hand_ins: 2, marks: 3 },
      },
    });
    expect(await tablesWith(app.context, canary)).toEqual([]);
    await runFollowingJobs(fixture);
    expect(await tablesWith(app.context, canary)).toEqual([]);
    expect(
      files.filter((file) => keptFiles(fixture).includes(file)),
      'bytes',
    ).toEqual([]);

    const { s_id } = answer.body;
    fixture.emails.student = s_id;
    // Sessions have ended meanwhile.
    for (const role of roles) {
      if (role === 'nobody' || role === 'student') continue;
      clients[role] = await app.as(await accountOf(fixture, role));
    }
    const allowed: number[] = [];
    for (const name of Object.keys(table) as EndpointName[]) {
      if (endpoints[name].method !== 'GET') continue;
      for (const role of roles) {
        const { body, status } = await send(fixture, name, role);
        expect(status, `${name} as ${role}`).toBeLessThan(500);
        if (role === 'administrator' && name !== 'readFile') allowed.push(status);
        expect(JSON.stringify(body), `${name} as ${role}`).not.toMatch(canary);
      }
    }
    expect(allowed.filter((status) => status === 200).length, 'calls that show something').toBeGreaterThan(
      25,
    );
    const zip = await app.app.inject({
      method: 'GET',
      url: of(s_id, 'export'),
      headers: { cookie: await app.cookieOf(await accountOf(fixture, 'administrator')) },
    });
    const entries = readZip(zip.rawPayload);
    for (const [name, bytes] of entries)
      expect(`${name} ${bytes.toString('utf8')}`, name).not.toMatch(canary);
    expect(zip.rawPayload.toString('latin1').split('PK\x01\x02').length - 1, 'no name twice').toBe(
      entries.size,
    );
    expect((await readAuditLog(app)).at(-1)).toMatchObject({ act: 'export-person', subject: s_id });

    // What the receipt stands for is still known.
    const verify = (receipt: object) => clients.nobody.post('/api/receipts/verify', receipt);
    expect((await verify(signed)).body).toEqual({ verdict: 'genuine' });
    expect((await verify({ number, sha256: signed.file.sha256 })).body).toEqual({ verdict: 'genuine' });
    expect((await verify({ ...signed, version: 9 })).body).toEqual({ verdict: 'altered' });
    expect((await clients.administrator.get(`/api/receipts/${number}`)).body).toMatchObject({
      number,
      submitted_at: signed.submitted_at,
      links: '',
      comments: 'Removed on request.',
      file: { name: 'removed', bytes: signed.file.bytes, sha256: signed.file.sha256 },
    });
    expect((await clients.administrator.get(`/api/files/${signed.file.id}`)).body.message).toBe(
      'This file was removed on request.',
    );
  },
);

async function accountOf({ app, emails }: Fixture, role: keyof Fixture['emails']) {
  return app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', emails[role])
    .select('id')
    .executeTakeFirstOrThrow();
}

test('a mail with a name of before, written while others were looked through, goes, too', async () => {
  const { app, clients, emails } = await leaveWords();
  const profile = { name: 'Nila Basalt', phone: '9876543210' };
  const renamed = await clients.administrator.put(of(emails.student, 'profile'), profile);
  expect(renamed.status).toBe(200);
  const { database } = app.context;
  const { id: accountId } = await database.reader
    .selectFrom('accounts')
    .where('email', '=', emails.student)
    .select('id')
    .executeTakeFirstOrThrow();
  const late: Database['transaction'] = async (change) => {
    const mail = { subject: 'Late', text: `${person.name} has asked`, html: '' };
    const to = { event: 'late:1', to: 'mentor@example.test' };
    await database.transaction((writer) => enqueueMail(writer, { ...mail, ...to }, app.clock.now()));
    return database.transaction(change);
  };
  const context = { ...app.context, database: { ...database, transaction: late } };
  await anonymisePerson(context, { accountId, reason: 'Asked for it.' });
  const mails = await database.reader
    .selectFrom('outbox')
    .where('subject', '=', 'Late')
    .select('text')
    .execute();
  expect(mails).toEqual([{ text: expect.stringMatching(/ has asked$/) }]);
  expect(mails[0]?.text).not.toMatch(canary);
});

test('a notice about another’s private question stays, though a private post of the person has its number', async () => {
  const fixture = await leaveWords();
  const { context } = fixture.app;
  const [event] = await privateEventsOf(context.database.reader, fixture.accountId);
  const { id: classmate } = await accountOf(fixture, 'classmate');
  const notice = { accounts: [classmate], about: event!, text: 'A mentor answered', href: '/', now: 1 };
  await context.database.transaction((w) => notify(w, { ...notice, kind: 'private-answer', event: 'other' }));
  await anonymise(fixture);
  const kept = context.database.reader.selectFrom('notices').where('event', '=', 'other').select('text');
  expect(await kept.execute()).toHaveLength(1);
});

test('a notice to mentors about a mark without a file, which names the person, goes', async () => {
  const fixture = await leaveWords();
  const { app, clients, emails } = fixture;
  const url = `/api/staff/students/${emails.student}/tasks/week-4/recorded`;
  await clients.administrator.put(url, { status: 'absent', released: true });
  const asked = { task: 'week-4', version: null, reason: 'I was there.' };
  const review = await clients.student.post(`/api/students/secondLook/${emails.student}`, asked);
  expect(review.status).toBe(201);
  const told = app.context.database.reader.selectFrom('notices').where('kind', '=', 'second-look');
  expect(await told.select('text').execute()).toHaveLength(1);
  await anonymise(fixture);
  expect(await told.select('text').execute()).toEqual([]);
});

test('nobody gets in any more, the address is free again, and the batch counts what it counted', async () => {
  const fixture = await leaveWords();
  const { app, clients } = fixture;
  const batches = async () => (await clients.administrator.get('/api/staff/batches')).body;
  const counted = await batches();
  await anonymise(fixture);
  expect((await clients.student.get('/api/account')).status).toBe(401);
  expect(
    (await clients.nobody.post('/api/auth/login', { email: person.email, password: 'secret1' })).status,
  ).toBe(401);
  expect(await batches()).toEqual(counted);
  const { password_hash, batch_id } = await app.context.database.reader
    .selectFrom('accounts')
    .where('id', '=', fixture.accountId)
    .select(['password_hash', 'batch_id'])
    .executeTakeFirstOrThrow();
  expect([password_hash, batch_id]).toEqual([null, expect.any(Number)]);
  for (const email of [person.email, person.former]) {
    const again = { name: 'Somebody', email, password: 'secret1', phone: '9999999999', batch: fixture.batch };
    expect((await clients.nobody.post('/api/auth/signup', again)).status).toBe(201);
  }
});

test('the batch’s progress forgets when the person was last seen', async () => {
  const fixture = await leaveWords();
  const { app, clients, studentId } = fixture;
  await clients.student.get('/api/account');
  const seen = () =>
    app.context.database.reader
      .selectFrom('student_progress')
      .where('account_id', '=', Number(studentId))
      .select('seen_at')
      .executeTakeFirstOrThrow();
  expect((await seen()).seen_at).toBeGreaterThan(0);
  expect((await anonymise(fixture)).status).toBe(200);
  expect(await seen()).toEqual({ seen_at: 0 });
});

test('a visit of before, which is written a moment later, does not come back', async () => {
  const fixture = await leaveWords();
  const { app, studentId } = fixture;
  const accountId = Number(studentId);
  expect((await anonymise(fixture)).status).toBe(200);
  noteSessionUse(app.context, { tokenHash: 'of before', accountId, at: app.clock.now() });
  await flushSessionUses(app.context);
  const account = app.context.database.reader.selectFrom('accounts').where('id', '=', accountId);
  expect(await account.select('seen_at').executeTakeFirstOrThrow()).toEqual({ seen_at: null });
});

test('it asks for the address, a reason that names nobody, and a fresh proof; a repetition changes nothing', async () => {
  const fixture = await leaveWords();
  const { app, clients, emails } = fixture;
  const refused = async (body: object) => {
    const { status, body: problem } = await anonymise(fixture, body);
    return [status, problem.message];
  };
  expect(await refused({ ...given, address: 'other@example.test' })).toEqual([
    400,
    `Enter the email ${person.email} to confirm.`,
  ]);
  expect(await refused({ ...given, reason: ' ' })).toEqual([400, 'The reason is required']);
  const otherwise = person.name.toUpperCase().replaceAll(' ', '\u00A0');
  for (const reason of [
    `${person.name} asked`,
    `${otherwise} asked`,
    `For ${person.former}`,
    'Phone 9000012345',
  ])
    expect(await refused({ ...given, reason })).toEqual([
      400,
      'The reason stays in the audit log. Remove the name, email and phone number from it.',
    ]);
  expect((await clients.administrator.post(of(emails.mentor, 'anonymise'), given)).status).toBe(404);
  const accountId = await accountOfAddress(app.context, emails.mentor);
  await expect(anonymisePerson(app.context, { accountId, reason: 'Has left.' })).rejects.toThrow(
    'Only a student’s account can be anonymised.',
  );

  app.clock.advance(hourMs);
  expect(await anonymise(fixture)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
  fixture.clients.administrator = await app.as(await accountOf(fixture, 'administrator'));
  expect(await tablesWith(app.context, canary), 'nothing has changed').toContain('submissions');

  const first = await anonymise(fixture);
  expect(first.status).toBe(200);
  expect(await anonymise(fixture)).toMatchObject({ status: 200, body: { s_id: first.body.s_id } });
  expect((await anonymise(fixture, given, 'another press')).status).toBe(404);
  const again = { ...given, address: first.body.s_id };
  const known = await fixture.clients.administrator.post(of(first.body.s_id, 'anonymise'), again);
  expect(known).toMatchObject({ status: 409, body: { message: 'This person is already anonymised.' } });
  const events = (await readAuditLog(app)).filter(({ act }) => act === 'anonymise-person');
  expect(events).toEqual([
    {
      act: 'anonymise-person',
      actor_id: (await accountOf(fixture, 'administrator')).id,
      subject: first.body.s_id,
      before: null,
      after: { reason: given.reason },
    },
  ]);
});

test('an address that somebody has only asked for stays another’s: in the export and after the anonymisation', async () => {
  const { app, asha, admin, me, office, mailsTo } = await makeOfficeFixture();
  const { database } = app.context;
  const strangers = { email: 'xavier@example.test', name: 'Xavier Dias', phone: '9000077777' };
  await buildImportedPerson(app.context, { ...strangers, exit_score: 91 });
  const invited = await office.post('/api/staff/invitations/send', {
    batch: null,
    emails: [strangers.email],
  });
  expect(invited.status).toBe(200);
  const { id: peopleImport } = (
    await office.form('/api/staff/intakes', [
      ['file', { name: 'people.csv', bytes: `email,name\n${strangers.email},${strangers.name}\n` }],
    ])
  ).body;
  await office.put(`/api/staff/intakes/${peopleImport}/columns`, { columns: ['email', 'name'] });
  const words = {
    subject: 'A word to you',
    text: `Dear ${strangers.email}`,
    html: `<p>Dear ${strangers.email}</p>`,
  };
  const rowsOf = async () => ({
    imported: await database.reader.selectFrom('imported_people').selectAll().execute(),
    invitations: await database.reader.selectFrom('invitations').selectAll().execute(),
    staged: await database.reader.selectFrom('intake_people').selectAll().execute(),
    mails: await database.reader
      .selectFrom('outbox')
      .where('event', 'not like', 'confirm:%')
      .where('recipient', '=', strangers.email)
      .orderBy('id')
      .selectAll()
      .execute(),
    lines: await database.reader
      .selectFrom('audit_log')
      .where('subject', '=', strangers.email)
      .orderBy('id')
      .selectAll()
      .execute(),
  });
  const mail = { ...words, event: 'word:1', to: strangers.email };
  await database.transaction((writer) => enqueueMail(writer, mail, app.clock.now()));
  const before = await rowsOf();
  expect(Object.values(before).map((rows) => rows.length)).toEqual([1, 1, 1, 2, 1]);

  const ask = (email: string) => me.put('/api/account/email', { email, current_password: 'secret1' });
  // Ended by the next one.
  expect((await ask('yara@example.test')).status).toBe(200);
  expect((await ask(strangers.email)).status).toBe(200);
  expect(await mailsTo(strangers.email)).toHaveLength(3);
  const zip = await app.app.inject({
    method: 'GET',
    url: of(asha.email, 'export'),
    headers: { cookie: await app.cookieOf(admin) },
  });
  const entries = readZip(zip.rawPayload);
  for (const [name, bytes] of entries)
    expect(bytes.toString(), name).not.toMatch(/Xavier Dias|9000077777|A word to you|invitation to the/);
  expect(JSON.parse(String(entries.get('for-the-person/account.json')))).toMatchObject({
    addresses: [asha.email],
    requested_addresses: [strangers.email],
    imported: [],
  });

  const anonymised = (reason: string) =>
    office.post(of(asha.email, 'anonymise'), { address: asha.email, reason });
  expect((await anonymised(`Asked for ${strangers.email}`)).status).toBe(400);
  const { goes } = (await office.get(of(asha.email, 'data'))).body;
  expect(goes.mails, 'two notices, and the links to the other addresses').toBe(4);
  expect((await anonymised('Asked for it.')).status).toBe(200);
  expect(await rowsOf()).toEqual(before);
  expect(await database.reader.selectFrom('email_confirmations').select('email').execute()).toEqual([]);
  const link = database.reader.selectFrom('outbox').where('event', 'like', 'confirm:%');
  const removed = { recipient: 'removed', text: '', sealed: null, refused_at: app.clock.now() };
  expect(await link.select(['recipient', 'text', 'sealed', 'refused_at']).execute()).toEqual([
    removed,
    removed,
  ]);
});

test('mails with links by version 1.0.0 keep no address that was asked for, whatever has become of the link', async () => {
  const app = await makeTestApp();
  const { database, clock } = app.context;
  const [asha, other] = [await buildStudent(app.context), await buildStudent(app.context)];
  const now = clock.now();
  const link = (account_id: number, email: string, token_hash: string) => ({
    token_hash,
    account_id,
    email,
    created_at: now,
    expires_at: now + 9e6,
    used_at: null,
  });
  const sent = { is_secret: 1 as const, created_at: now, due_at: now, last_error: null, subject: 'Confirm' };
  const mail = (recipient: string, hash: string, sent_at: number | null) => ({
    ...sent,
    event: `confirm:${hash}`,
    recipient,
    text: `For ${recipient}`,
    html: recipient,
    sent_at,
    refused_at: null,
  });
  await database.transaction(async (writer) => {
    const links = [link(asha.id, 'open@example.test', 'a1'), link(other.id, 'theirs@example.test', 'b1')];
    await writer.insertInto('email_confirmations').values(links).execute();
    const mails = [
      mail('open@example.test', 'a1', null),
      mail('sent@example.test', 'a2', now),
      mail('waits@example.test', 'a3', null),
      mail(asha.email, 'a4', now),
      mail('theirs@example.test', 'b1', now),
      mail(other.email, 'b2', now),
    ];
    await writer.insertInto('outbox').values(mails).execute();
  });
  await anonymisePerson(app.context, { accountId: asha.id, reason: 'Asked for it.' });
  const rows = await database.reader
    .selectFrom('outbox')
    .where('event', 'like', 'confirm:%')
    .orderBy('event')
    .select(['recipient', 'refused_at'])
    .execute();
  expect(rows.map(({ recipient, refused_at }) => [recipient, refused_at !== null])).toEqual([
    ['removed', true],
    ['removed', false],
    ['removed', true],
    ['removed', false],
    ['theirs@example.test', false],
    [other.email, false],
  ]);
});

test('a second export of one administrator is refused by words about exports', async () => {
  const recordConcurrency = { maxConcurrent: 2, maxOfAccount: 1, maxQueued: 2, maxWaitMs: 20 };
  const app = await makeTestApp({ recordConcurrency });
  const administrator = await buildAdministrator(app.context);
  const { email } = await buildStudent(app.context);
  await app.context.recordLimiter.acquire(new Socket(), { account: administrator.id });
  const { status, body } = await (await app.as(administrator)).get(of(email, 'export'));
  expect([status, body.message]).toEqual([
    429,
    'Another export of yours is already being downloaded. Please wait until it is finished.',
  ]);
});
