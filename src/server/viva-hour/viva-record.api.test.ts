import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { VivaRecord, VivaRecords } from '#contract/viva-hour/record-calls';
import { buildApp } from '#server/app';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { writeBackup } from '#server/operations/backups/write-backup';
import { makeDatabase } from '#server/platform/database/database';
import { makeHome, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { buildMentor, buildSubmission } from '#support/factories';
import { readZip } from '#support/read-zip';
import { makeClient } from '#support/test-app';
import { makePanel, panelPlan, paperOf } from '#support/viva-panel';
import { verifyDocument, type SignedDocument } from '../platform/signing/signed-document.ts';
import { anonymisePerson } from '../privacy/anonymisation/anonymise-person.ts';

const questions = [
  { step: 'qa', text: 'Why SQLite?', answered: 'with-help' },
  { step: null, text: 'What was hard?', answered: 'fully' },
];
const incidents = [{ at: '2026-12-03T04:40:00.000Z', text: 'A quixotic silence.' }];
const onePaper = paperOf(80, { words: 'A quixotic answer.', questions, incidents });
const reason = 'The quixotic second heard less.';

/** Two examiners, 12 points apart: everything that a record can say. */
async function makeConfirmed() {
  const made = await makePanel();
  const { one, two, of, student, office, app } = made;
  const asStudent = await made.as(student);
  const records = async (client = office) => (await client.get(`${of}/records`)).body as VivaRecords;
  const own = `/api/students/vivaRecords/${student.email}`;
  const recorded = `/api/staff/students/${student.email}/tasks/viva/recorded`;
  const confirmBoth = async () => {
    await one.give(onePaper);
    await two.give(paperOf(68));
    for (const { confirm } of [one, two])
      expect((await confirm({ marks: 74, reason, comments: 'Well explained.' })).status).toBe(200);
  };
  return {
    ...made,
    asStudent,
    records,
    newest: async () => (await records()).records[0] as VivaRecord,
    signed: async (number: string, client = office) =>
      (await client.get(`${of}/records/${number}`)).body as SignedDocument,
    own,
    ownRecords: async () => (await asStudent.get(own)).body.records as VivaRecord[],
    recorded,
    confirmBoth,
    release: (marks = 74) =>
      office.put(recorded, {
        status: 'marked',
        marks,
        comments: 'Well explained.',
        released: true,
        began: { released: false },
      }),
    bring: async (file: object) => (await made.nobody.post('/api/documents/verify', file)).body.verdict,
    zip: async () => {
      const url = `/api/students/record/${student.email}`;
      return readZip(
        (await app.inject({ url, headers: { cookie: await made.cookieOf(student) } })).rawPayload,
      );
    },
  };
}

test('the last confirmation signs a record of all that was given; its numbers and words are whole', async () => {
  const { confirmBoth, records, newest, signed, bring, one, outside, student, context } =
    await makeConfirmed();
  expect(await records(), 'before').toMatchObject({ records: [], signed: null, marks: null });
  await confirmBoth();
  const record = await newest();
  expect(record).toMatchObject({
    number: expect.stringMatching(/^VIVA-2026-.{4}-.{4}-.{5}$/),
    replaces: null,
    replaced_by: null,
    batch: 'OURS',
    viva: 1,
    student: { name: 'Asha Nair', email: student.email },
    held_at: '2026-12-03T04:30:00.000Z',
    minutes: 20,
    form: 'room',
    place: 'Room 2',
    examiners: [
      { name: 'Kavitha Das', gave: true },
      { name: 'Ravi Menon', gave: true },
    ],
    questions,
    result: 74,
    comments: 'Well explained.',
    how: 'mean',
    apart: 12,
    reason,
    incidents: [{ ...incidents[0], by: 'Kavitha Das' }],
    closed: null,
    correction: null,
  });
  expect(record.papers).toMatchObject([
    { name: 'Kavitha Das', marks: 80, words: 'A quixotic answer.', questions: [1, 2] },
    { name: 'Ravi Menon', marks: 68, words: '', questions: [] },
  ]);
  expect(record.papers[0]?.points[0]).toEqual({ text: 'Introduction', most: 10, points: 10 });
  expect(record.papers.every(({ given_at, confirmed_at }) => given_at !== '' && confirmed_at !== '')).toBe(
    true,
  );
  // Panel, mentors of the batch and the office read the same.
  for (const client of [one.client, outside]) expect((await records(client)).records).toEqual([record]);
  const file = await signed(record.number);
  expect(verifyDocument(file)).toEqual(file);
  expect(await bring(file)).toBe('genuine');
  const changed = file.fields.map((field) => field && { ...field, value: 'Another' });
  expect(await bring({ ...file, fields: [changed[0], ...file.fields.slice(1)] })).toBe('not_genuine');
  const events = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'confirm-viva-outcome')
    .orderBy('id', 'desc')
    .limit(1)
    .select('after')
    .execute();
  expect(JSON.parse(String(events[0]?.after))).toMatchObject({ confirmed: true, record: record.number });
});

test('the student reads result and answers once the mark is released, and nothing of one examiner', async () => {
  const { confirmBoth, release, newest, own, ownRecords, asStudent, of, bring, zip, ...app } =
    await makeConfirmed();
  await confirmBoth();
  const { number } = await newest();
  expect((await asStudent.get(`${of}/records`)).status).toBe(403);
  expect(await ownRecords(), 'unreleased').toEqual([]);
  expect((await asStudent.get(`${own}/${number}`)).status, 'unreleased').toBe(404);
  expect([...(await zip()).keys()].filter((name) => name.startsWith('viva-records'))).toEqual([]);
  expect((await release()).status).toBe(200);
  const [record] = await ownRecords();
  expect(record).toMatchObject({ number, result: 74, questions, comments: 'Well explained.' });
  const file = (await asStudent.get(`${own}/${number}`)).body as SignedDocument;
  expect(verifyDocument(file)).toEqual(file);
  expect(await bring(file)).toBe('genuine');
  const packed = (await zip()).get(`viva-records/${number}.json`);
  expect(JSON.parse(String(packed))).toEqual(file);
  for (const text of [JSON.stringify(record), JSON.stringify(file)]) {
    expect(text).toContain('Why SQLite?');
    expect(text).not.toMatch(/quixotic|"(80|68)"|:(80|68)\b/);
  }
  // A withdrawn mark, within its ten minutes.
  const body = {
    status: 'marked',
    marks: 74,
    comments: 'Well explained.',
    released: false,
    began: { released: true },
  };
  expect((await app.office.put(app.recorded, body)).status).toBe(200);
  expect(await ownRecords()).toEqual([]);
  expect((await release()).status).toBe(200);
  expect(await ownRecords()).toHaveLength(1);
  // A later mark that waits for its release.
  const { number: later } = await buildSubmission(app.context, { account_id: app.student.id, task: 'viva' });
  const url = `/api/staff/submissions/${later}/mark`;
  expect((await app.outside.put(url, { marks: 90, comments: '', released: false })).status).toBe(200);
  expect(await ownRecords()).toEqual([]);
});

test.each([
  ['without a file', false],
  ['of a version', true],
])(
  'a confirmed mark %s that is never released stays unseen, also once a later version has a released mark',
  async (_, hasVersion) => {
    const { confirmBoth, ownRecords, context, student, outside } = await makeConfirmed();
    if (hasVersion) await buildSubmission(context, { account_id: student.id, task: 'viva' });
    await confirmBoth();
    const { number } = await buildSubmission(context, { account_id: student.id, task: 'viva', version: 2 });
    const url = `/api/staff/submissions/${number}/mark`;
    expect((await outside.put(url, { marks: 45, comments: '', released: true })).status).toBe(200);
    expect(await ownRecords()).toEqual([]);
  },
);

test('a closed panel: the record names who gave, who did not, and why', async () => {
  const { one, two, office, of, newest } = await makeConfirmed();
  await one.give(onePaper);
  await office.post(`${of}/closing`, { reason: 'Ill since Monday.', waiting: [two.email] });
  // Half a surrogate pair cannot be signed.
  expect((await one.confirm({ marks: 80, comments: 'Good \ud800' })).status).toBe(200);
  expect(await newest()).toMatchObject({
    comments: 'Good \ufffd',
    examiners: [
      { name: 'Kavitha Das', gave: true },
      { name: 'Ravi Menon', gave: false },
    ],
    papers: [{ name: 'Kavitha Das' }],
    apart: null,
    closed: { reason: 'Ill since Monday.' },
  });
});

test.each([
  ['without a file', false],
  ['of a version', true],
])(
  'a review %s goes to somebody who was not on the panel, and its change makes the next record',
  async (_, isOfVersion) => {
    const { confirmBoth, student, asStudent, one, outside, office, recorded, bring, ...app } =
      await makeConfirmed();
    const version = isOfVersion
      ? await buildSubmission(app.context, { account_id: student.id, task: 'viva' })
      : null;
    await confirmBoth();
    const number = version?.number ?? '';
    if (isOfVersion)
      expect(
        (
          await office.put(`/api/staff/submissions/${number}/mark`, {
            marks: 74,
            comments: '',
            released: true,
          })
        ).status,
      ).toBe(200);
    else expect((await app.release()).status).toBe(200);
    const first = await app.newest();
    const file = await app.signed(first.number);
    const asked = { task: 'viva', version: version?.version ?? null, reason: 'I answered more.' };
    expect((await asStudent.post(`/api/students/secondLook/${student.email}`, asked)).status).toBe(201);
    const url = isOfVersion ? `/api/staff/submissions/${number}/second-look` : `${recorded}/second-look`;
    const mark = { marks: 79, comments: '', released: true };
    const change = isOfVersion
      ? { mark: { ...mark, original: null } }
      : { record: { ...mark, status: 'marked' } };
    const answer = 'The last answer was right.';
    const refused = await one.client.put(url, { answer, ...change });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body.message).toContain('You were on the panel of this viva, so another mentor decides');
    const desk = isOfVersion
      ? await one.client.put(`/api/staff/submissions/${number}/mark`, { ...mark, marks: 80 })
      : await one.client.put(recorded, { ...change.record, marks: 80, began: { marks: 74 } });
    expect(desk.status, 'nor past the review').toBe(403);
    const seen = isOfVersion
      ? (await outside.get(`/api/staff/submissions/${number}`)).body
      : (await outside.get(recorded)).body.record;
    expect(seen.second_look).toMatchObject({ together: true });
    expect(seen.second_look.decider).toBeUndefined();
    const given = isOfVersion
      ? { mark: { ...mark, original: { marks: 74, comments: '', released: true } } }
      : change;
    const answered = await outside.put(url, { answer, ...given });
    expect(answered.body.message ?? answered.status).toBe(200);
    const list = await app.records();
    expect(list).toMatchObject({
      marks: 79,
      records: [
        { result: 79, replaces: first.number, replaced_by: null, correction: { by: 'Devi Iyer', answer } },
        { result: 74, number: first.number, replaced_by: list.records[0]?.number, correction: null },
      ],
    });
    expect(list.records[0]?.papers).toEqual(first.papers);
    expect(await bring(file)).toBe('replaced');
    expect(await bring(await app.signed(list.records[0]?.number ?? ''))).toBe('genuine');
    expect((await app.ownRecords()).map(({ result }) => result)).toEqual([79, 74]);
  },
);

test('an answer that changes nothing makes no record; where all who could decide sat there, nobody does', async () => {
  const { confirmBoth, student, asStudent, one, outside, recorded, ...app } = await makeConfirmed();
  await confirmBoth();
  await app.release();
  const asked = { task: 'viva', version: null, reason: 'I answered more.' };
  await asStudent.post(`/api/students/secondLook/${student.email}`, asked);
  await app.context.database.transaction(async (writer) => {
    const panel = [one.id, app.two.id];
    await sql`update accounts set suspended_at = 1
      where role <> 'student' and id not in (${sql.join(panel)})`.execute(writer);
  });
  const refused = await one.client.put(`${recorded}/second-look`, { answer: 'No.' });
  expect(refused.status).toBe(403);
  expect(refused.body.message).toContain('nobody else can decide its review');
  expect((await one.client.get(recorded)).body.record.second_look.decider).toBe('nobody');
  await app.context.database.transaction((writer) =>
    sql`update accounts set suspended_at = null`.execute(writer),
  );
  expect((await outside.put(`${recorded}/second-look`, { answer: 'No.' })).status).toBe(200);
  expect((await app.records()).records).toHaveLength(1);
});

test('after an anonymisation number, times and result stay, words and salts are gone, and it still verifies', async () => {
  const { confirmBoth, student, newest, signed, bring, context } = await makeConfirmed();
  await confirmBoth();
  const { number } = await newest();
  const before = await signed(number);
  await anonymisePerson(context, { accountId: student.id, reason: 'Asked for it.' });
  const { reader } = context.database;
  const stored = await reader.selectFrom('viva_records').selectAll().execute();
  expect(await reader.selectFrom('viva_record_lines').selectAll().execute()).toEqual([]);
  const after = JSON.parse(stored[0]?.document ?? '') as SignedDocument;
  expect(verifyDocument(after)).toEqual(after);
  expect([after.signature, after.number]).toEqual([before.signature, number]);
  const kept = Object.fromEntries(
    after.fields.flatMap((field) => (field ? [[field.name, field.value]] : [])),
  );
  expect(kept).toMatchObject({ held_at: '2026-12-03T04:30:00.000Z', minutes: '20', result: '74' });
  expect(JSON.stringify(stored)).not.toMatch(/quixotic|Asha|SQLite|Kavitha/);
  const salts = before.fields.flatMap((field) => (field && !(field.name in kept) ? [field.salt] : []));
  expect(salts.length).toBeGreaterThan(5);
  for (const salt of salts) expect(JSON.stringify(stored)).not.toContain(salt);
  for (const file of [before, after]) expect(await bring(file)).toBe('genuine');
});

test('only who sees the mark reads the record: no stranger, and no examiner whose access has ended', async () => {
  const { confirmBoth, of, one, context, office, asExaminer, place, two, ...app } = await makeConfirmed();
  await confirmBoth();
  const stranger = await app.as(await buildMentor(context, []));
  for (const client of [stranger, app.asStudent])
    expect((await client.get(`${of}/records`)).status).toBe(403);
  // On the panel without being a mentor of the batch.
  const guest = await asExaminer(await buildMentor(context, []));
  const plan = (await office.get(panelPlan)).body.plan;
  await office.put(panelPlan, {
    ...plan,
    examiners: [one, two, guest].map(({ email }) => ({ email, hours: null })),
  });
  expect((await place([one.email, two.email, guest.email])).status).toBe(200);
  const read = () => guest.client.get(`${of}/records`);
  expect((await read()).body.records).toHaveLength(1);
  expect((await app.release()).status).toBe(200);
  expect((await read()).status, 'the result is released').toBe(403);
});

test('the database refuses what would change a record', async () => {
  const { confirmBoth, context } = await makeConfirmed();
  await confirmBoth();
  const attempt = (change: Parameters<typeof context.database.transaction>[0]) =>
    expect(context.database.transaction(change)).rejects.toThrow(/forbidden/);
  await attempt((w) => w.updateTable('viva_records').set({ document: '{}' }).execute());
  await attempt((w) => w.deleteFrom('viva_records').execute());
  await attempt((w) => w.updateTable('viva_record_lines').set({ field: '{}' }).execute());
  await attempt((w) => w.deleteFrom('viva_record_lines').execute());
  await attempt((w) => w.updateTable('joint_markers').set({ marker_id: 1 }).execute());
  await attempt((w) => w.deleteFrom('joint_markers').execute());
});

test('a press that arrives twice, and two at once, make one record', async () => {
  const { one, two, context } = await makeConfirmed();
  await one.give(paperOf(70));
  await two.give(paperOf(72));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => [one.confirm({ marks: 71 }), two.confirm({ marks: 71 })]).flat(),
  );
  expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
  const stored = await context.database.reader.selectFrom('viva_records').select('version').execute();
  expect(stored).toEqual([{ version: 1 }]);
});

test('restored from a backup the record is there, verifies, and stays as it is', async () => {
  const { confirmBoth, newest, signed, of, context, cookieOf, one } = await makeConfirmed();
  await confirmBoth();
  const record = await newest();
  const file = await signed(record.number);
  const [cookie = '', token = ''] = (await cookieOf(one)).split('=', 2);
  const place = await makePlace();
  const { name, faults } = await writeBackup(context, place);
  expect(faults).toEqual([]);
  const home = await makeHome(engineName, 'folder');
  await restoreBackup(home.engine, home.files, place, name);
  const app = await buildApp(
    { ...context, database: makeDatabase(home.engine), files: home.files },
    { pages: null },
  );
  onTestFinished(() => app.close());
  const client = makeClient(app, { [cookie]: token });
  expect((await client.get(`${of}/records`)).body.records).toEqual([record]);
  expect((await client.get(`${of}/records/${record.number}`)).body).toEqual(file);
  expect((await client.post('/api/documents/verify', file)).body).toEqual({ verdict: 'genuine' });
});
