import { sql } from 'kysely';
import { recordAuditBacklog } from '#server/audit/audit-backlog';
import type { AppContext } from '#server/platform/context';
import { makeKeyPair } from '#server/platform/signing/key-pair';
import { signDocument } from '#server/platform/signing/signed-document';
import { changeFinal } from '#server/viva-hour/final/final-rows';
import { changeHour } from '#server/viva-hour/hour-rows';
import { isLasting } from '#server/viva-hour/record-fields';
import { insertRecord } from '#server/viva-hour/record-rows';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';
import { makeFixture, type Fixture } from './access-table.ts';
import { buildCertificate } from './build-certificate.ts';
import { giveOwnMarks } from './build-final.ts';
import { givePaper, paperOfNothing } from './build-viva-hour.ts';
import { engineName } from './empty-database.ts';

/** Stands in everything that a student of `leaveWords` has left anywhere. */
export const canary = /quartz|9000012345/i;

export const person = {
  email: 'zubeida.quartz@example.test',
  former: 'old.quartz@example.test',
  name: 'Zubeida Quartz',
  phone: '9000012345',
  typed_batch: 'QUARTZ-1',
};

/** Tables that hold something of somebody, by what a row of them says. */
export async function tablesWith(
  { database }: Pick<AppContext, 'database'>,
  words: RegExp,
): Promise<string[]> {
  const found: string[] = [];
  for (const table of await allTables({ database })) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.reader);
    const text = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
        ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
        : value,
    );
    if (words.test(text)) found.push(table);
  }
  return found;
}

/** Every table of the database, by its name. */
export async function allTables({ database }: Pick<AppContext, 'database'>): Promise<string[]> {
  const names =
    engineName === 'sqlite'
      ? sql<{
          name: string;
        }>`select name from pragma_table_list where type = 'table' and schema = 'main' and name not like 'sqlite_%'`
      : sql<{
          name: string;
        }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`;
  return (await names.execute(database.reader)).rows.map(({ name }) => name).toSorted();
}

/** What an examiner wrote in the viva, and the office when it closed the panel. */
async function giveWords(context: AppContext, email: string): Promise<void> {
  const of = (column: 'email' | 'role', value: string) =>
    context.database.reader
      .selectFrom('accounts')
      .where(column, '=', value)
      .orderBy('id')
      .select(['id', 'batch_id'])
      .executeTakeFirstOrThrow();
  const [student, examiner] = [await of('email', email), await of('role', 'mentor')];
  const about = { accountId: student.id, batchId: student.batch_id ?? 0, examinerId: examiner.id };
  const hourId = await givePaper(context, about, {
    ...paperOfNothing,
    words: 'Quartz knows the code',
    questions: [{ step: 'qa', text: 'Why quartz?', answered: 'right' }],
    incidents: [{ at: null, text: 'Quartz lost the line' }],
  });
  const closed = { closed_at: 1, closed_by: examiner.id, closed_reason: 'Quartz waited long enough' };
  const number = 'VIVA-2026-1';
  const at = '2026-12-03T04:30:00.000Z';
  const told = {
    held_at: at,
    minutes: '20',
    form: 'room',
    how: 'mean',
    confirmed_at: at,
    result: '74',
    comments: 'Quartz did well',
  };
  const fields = Object.entries(told).map(([name, value]) => ({ name, value }));
  const document = signDocument(
    { type: 'capstone-viva-record', number, signedAt: at, fields },
    makeKeyPair(),
  );
  const record = { hourId, accountId: student.id, version: 1, at: 1 };
  await context.database.transaction(async (writer) => {
    await changeHour(writer, hourId, closed);
    await insertRecord(writer, record, { number, document }, isLasting);
  });
  const version = await context.database.reader
    .selectFrom('submissions')
    .where('account_id', '=', student.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const final = { submissionId: version.id, accountId: student.id };
  await giveOwnMarks(context, { ...final, markerId: examiner.id }, 'Quartz is clear');
  await context.database.transaction((writer) =>
    changeFinal(writer, { ...final, version: 1 }, { ...closed, outcome_comments: 'Quartz did well' }),
  );
}

async function must<A extends { status: number; body: unknown }>(answer: Promise<A>): Promise<A> {
  const given = await answer;
  if (given.status >= 300) throw new Error(`answered ${given.status}: ${JSON.stringify(given.body)}`);
  return given;
}

/**
 * A portal whose student has left words in every table that takes any: through the portal's own calls, and where these would
 * take a provider or a mail server, as rows.
 */
export async function leaveWords(): Promise<Fixture & { accountId: number; number: string; signed: any }> {
  const fixture = await makeFixture();
  const { app, clients } = fixture;
  const { context, clock } = app;
  const { database } = context;
  const { id: accountId } = await database.reader
    .selectFrom('accounts')
    .where('email', '=', fixture.emails.student)
    .select('id')
    .executeTakeFirstOrThrow();
  const now = clock.now();
  const { email, former, name, phone, typed_batch } = person;
  fixture.emails.student = email;
  await database.transaction(async (w) => {
    await w
      .updateTable('accounts')
      .set({
        email,
        name,
        phone,
        typed_batch,
        grade: 'quartz',
        exit_score: 77,
        former_emails: JSON.stringify([former]),
      })
      .where('id', '=', accountId)
      .execute();
    await w
      .insertInto('declarations')
      .values({ id: 'asked', statement: 'My own work.', ai_use: '{}' })
      .execute();
    await w
      .insertInto('former_emails')
      .values({ email: former, account_id: accountId, left_at: now })
      .execute();
    await w
      .insertInto('imported_people')
      .values({ email, batch_id: null, exit_score: 77, grade: 'quartz', imported_at: now })
      .execute();
    const guardian = { name: 'Hasan Quartz', contact: 'hasan.quartz@example.test' };
    await w
      .insertInto('guardians')
      .values({ account_id: accountId, noted_at: now, ...guardian })
      .execute();
    await w
      .insertInto('external_identities')
      .values({ issuer: 'https://id.example.test', subject: 'quartz', account_id: accountId, linked_at: now })
      .execute();
    await w
      .insertInto('second_factors')
      .values({
        account_id: accountId,
        kind: 'app',
        name: 'Quartz phone',
        secret: 'QUARTZ',
        counter: 0,
        added_at: now,
      })
      .execute();
    await w
      .insertInto('recovery_codes')
      .values({ account_id: accountId, label: 'quartz', code_hash: 'x', used_at: null })
      .execute();
    await w
      .insertInto('known_devices')
      .values({ token_hash: 'quartz', account_id: accountId, made_at: now, expires_at: now + 1e9 })
      .execute();
    await w
      .insertInto('sessions')
      .values({
        token_hash: 'quartz',
        account_id: accountId,
        created_at: now,
        used_at: now,
        expires_at: now + 1e9,
        device: 'Quartz browser',
        proven_at: null,
      })
      .execute();
    await w
      .insertInto('access_tokens')
      .values({
        token_hash: 'quartz',
        account_id: accountId,
        name: 'Quartz program',
        scopes: 'batch:read',
        created_at: now,
        expires_at: now + 1e9,
      })
      .execute();
    for (const table of ['one_time_tokens', 'email_confirmations'] as const) {
      const link = { token_hash: 'quartz', account_id: accountId, created_at: now, expires_at: now + 1e9 };
      const rest = table === 'one_time_tokens' ? { purpose: 'reset' as const } : { email };
      await w
        .insertInto(table)
        .values({ ...link, ...rest } as never)
        .execute();
    }
    await w
      .insertInto('pending_logins')
      .values({
        token_hash: 'quartz',
        account_id: accountId,
        attempts: 0,
        created_at: now,
        expires_at: now + 1e9,
        used_at: null,
      })
      .execute();
    await w
      .insertInto('factor_challenges')
      .values({ holder_hash: 'quartz', purpose: 'prove', value: 'quartz', expires_at: now + 1e9 })
      .execute();
    await w
      .insertInto('idempotency_locks')
      .values({ account_id: accountId, task: 'final', idempotency_key: 'quartz', expires_at: now + 1e9 })
      .execute();
    await w
      .insertInto('rate_limit_hits')
      .values({ kind: 'login-account', subject: email, at: now, source: null })
      .execute();
    await w.insertInto('deletion_requests').values({ account_id: accountId, asked_at: now }).execute();
    await w
      .insertInto('calendars')
      .values({ account_id: accountId, secret: 'quartz', schedule: '[]', changed_at: 1 })
      .execute();
    await w.insertInto('mail_link_keys').values({ account_id: accountId, secret: 'quartz' }).execute();
    await w
      .insertInto('lifted_limits')
      .values({ account_id: accountId, until_at: now + 1e9 })
      .execute();
    await w
      .insertInto('invitations')
      .values({
        email,
        token_hash: 'quartz',
        way: 'print',
        made_by: null,
        made_at: now,
        expires_at: now + 1e9,
      })
      .execute();
    await recordAuditBacklog(
      w,
      { engine: engineName, at: now, actorId: null, act: 'import-person' },
      sql<never>`(select cast(${email} as text) as subject, null as before, '{"grade":"quartz"}' as after,
        cast(null as integer) as about_id)`,
    );
    const mail = { subject: 'To mark', text: `${name} has handed in`, html: `<p>${name}</p>` };
    await enqueueMail(w, { ...mail, event: 'daily:1', to: 'mentor@example.test' }, now);
  });
  const { name: friend } = await database.reader
    .selectFrom('accounts')
    .where('email', '=', fixture.emails.classmate)
    .select('name')
    .executeTakeFirstOrThrow();
  const { student, mentor, administrator, classmate } = clients;
  const s_id = encodeURIComponent(email);
  const key = (kind: string) => ({ 'idempotency-key': `quartz-${kind}` });

  // What the student does.
  await must(student.put('/api/account/profile', { name, phone }, key('profile')));
  const { body } = await must(
    student.form(
      `/api/students/uploadWeek/${s_id}`,
      [
        ['selectedWeek', '1'],
        ['links', 'https://example.test/quartz'],
        ['comments', 'The quartz of it'],
        ['declaration', 'asked'],
        ['declared', 'yes'],
        ['ai_use', 'parts'],
        ['ai_text', 'Quartz drew the pictures'],
        ['files', { name: 'quartz.txt', bytes: 'quartz bytes' }],
      ],
      key('hand-in'),
    ),
  );
  const { number } = body.receipt;
  const { body: signed } = await must(student.get(`/api/receipts/${number}`));
  await must(
    student.post('/api/uploads', undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': '4',
      'upload-metadata': `task ${btoa('week-2')},filename ${btoa('quartz-2.txt')}`,
    }),
  );
  const asked = await must(
    student.post(
      `/api/discussion/discussion/${s_id}/question`,
      { question: `Who knows quartz, @${friend}?` },
      key('question'),
    ),
  );
  const own = asked.body.questions.at(-1)._id;
  const attached = await must(
    student.form(
      `/api/discussion/discussion/${s_id}/attachments`,
      [['file', { name: 'quartz.log', bytes: 'quartz attached' }]],
      key('attachment'),
    ),
  );
  await must(
    student.post(`/api/discussion/discussion/${s_id}/question`, {
      question: attached.body.mark,
      format: 'markdown',
    }),
  );
  await must(
    student.post(
      `/api/discussion/discussion/${s_id}/question/${fixture.question}/answer`,
      { answer: `Quartz does, @${friend}.` },
      key('answer'),
    ),
  );
  await must(student.put(`/api/discussion/discussion/${s_id}/question/${own}/favorite`));
  await must(student.post(`/api/discussion/discussion/${s_id}/question/${own}/view`));

  // What others write about the student. A hold that is left would refuse the anonymisation.
  await must(administrator.put(`/api/staff/people/${s_id}/hold`, { reason: 'Quartz has complained.' }));
  await must(administrator.delete(`/api/staff/people/${s_id}/hold`));
  const confirmed = { guardian: 'Hasan Quartz', guardian_how: 'Quartz letter', guardian_on: '2026-11-20' };
  const onPaper = { line: 'Zubeida Quartz', ...confirmed };
  await must(administrator.put(`/api/staff/people/${s_id}/certificate-name`, onPaper));
  const theirs = encodeURIComponent(fixture.batch);
  await must(
    mentor.put(`/api/discussion/discussion/${theirs}/question/${own}`, {
      questionText: 'Who knows quartz well?',
    }),
  );
  await must(
    classmate.post(
      `/api/discussion/discussion/${encodeURIComponent(fixture.emails.classmate)}/question/${own}/answer`,
      { answer: 'I do.' },
    ),
  );
  const answered = await must(student.get(`/api/discussion/discussion/${s_id}/question/${own}/answers`));
  await must(
    student.post(
      `/api/discussion/discussion/${s_id}/question/${own}/report`,
      { comment: answered.body.comments.at(-1).id, reason: 'Quartz is mine' },
      key('report'),
    ),
  );
  await must(
    mentor.post(`/api/discussion/discussion/${theirs}/question/${own}/moderation`, {
      act: 'pin',
      reason: 'Quartz in short',
    }),
  );
  await must(
    mentor.put(`/api/staff/submissions/${number}/mark`, {
      marks: 88,
      comments: 'Quartz, well done',
      released: true,
    }),
  );
  await must(
    student.post(
      `/api/students/secondLook/${s_id}`,
      { task: 'week-1', version: body.receipt.version, reason: 'Quartz is more' },
      key('look'),
    ),
  );
  await must(
    mentor.post(`/api/staff/submissions/${number}/line-comments`, { line: 1, text: 'Quartz, name it' }),
  );
  await giveWords(fixture.app.context, email);
  const review = `/api/staff/submissions/${number}/second-look`;
  await must(mentor.put(`${review}/comment`, { comment: 'Quartz was counted' }));
  await must(administrator.put(review, { answer: 'Quartz is not' }));
  const record = `/api/staff/students/${s_id}/tasks/final/recorded`;
  const given = { status: 'marked', marks: 66, comments: 'Quartz spoke well', released: true };
  await must(mentor.put(record, given));
  await must(
    student.post(
      `/api/students/secondLook/${s_id}`,
      { task: 'final', version: null, reason: 'Quartz spoke better' },
      key('record-look'),
    ),
  );
  await must(mentor.put(`${record}/second-look/comment`, { comment: 'Quartz was heard' }));
  await must(administrator.put(`${record}/second-look`, { answer: 'Quartz was quiet' }));
  await must(mentor.post(`/api/staff/students/${s_id}/notes`, { text: 'Quartz needs help' }));
  await must(
    mentor.post(`/api/staff/students/${s_id}/extensions`, {
      task: 'viva',
      until: '2027-01-31',
      reason: 'Quartz was ill',
    }),
  );
  const { batch: ofViva, emails } = fixture;
  const place = { starts_at: '2026-12-03T10:00', room: 'Room 1', examiners: [emails.mentor] };
  const plan = `/api/staff/batches/${ofViva}/viva-plan`;
  const placed = await must(administrator.put(`${plan}/students/${s_id}`, place));
  const [viva] = placed.body.vivas;
  await must(
    mentor.put(`/api/staff/batches/${ofViva}/viva-day/students/${s_id}`, {
      starts_at: viva.starts_at,
      state: 'broken_off',
      from: '10:05',
      reason: 'Quartz felt unwell',
    }),
  );
  const letter = await must(
    student.form(
      `/api/discussion/discussion/${s_id}/attachments`,
      [['file', { name: 'quartz-letter.txt', bytes: 'quartz is ill' }]],
      key('letter'),
    ),
  );
  await must(
    student.post(
      `/api/students/extensionRequest/${s_id}`,
      { task: 'viva', until: '2027-02-15', reason: 'Quartz is ill again', file: letter.body.id },
      key('extension'),
    ),
  );
  const privately = await must(
    student.post(`/api/discussion/private/${s_id}`, { text: 'Quartz is afraid' }, key('private')),
  );
  const [{ _id: question }] = privately.body.questions;
  const batch = privately.body.batch;
  await must(mentor.post(`/api/discussion/private/${batch}`, { text: 'Dear Quartz', question }));
  await must(
    administrator.post(`/api/staff/students/${s_id}/start`, {
      start: '2026-10-20T09:00',
      reason: 'Quartz was late',
    }),
  );
  await database.transaction((w) =>
    w
      .updateTable('marks')
      .set({ overrule_reason: 'Quartz writes small' })
      .where('comments', 'like', 'Quartz%')
      .execute(),
  );
  await database.transaction((w) =>
    w.updateTable('recorded_marks').set({ overrule_reason: 'Quartz mumbles' }).execute(),
  );
  const freezes = `/api/staff/batches/${batch}/freezes`;
  const { digest } = (await administrator.get(freezes)).body.next;
  await must(administrator.post(freezes, { digest, incomplete: 'freeze' }));
  const freeze = await database.reader
    .selectFrom('result_freezes')
    .select(['id', 'batch_id'])
    .executeTakeFirstOrThrow();
  const sheet = { batch_id: freeze.batch_id, freeze_id: freeze.id };
  await buildCertificate(app.context, { ...sheet, account_id: accountId, issued_by: accountId, name });
  const revocation = { reason: 'wrong_entry', note: 'Quartz is spelled wrongly' };
  await must(administrator.post('/api/staff/certificates/MARKS-1/revocation', revocation));
  const reason = 'Quartz was marked wrongly';
  await must(administrator.post(`/api/staff/students/${s_id}/results/open`, { reason }));
  return { ...fixture, accountId, number, signed };
}
