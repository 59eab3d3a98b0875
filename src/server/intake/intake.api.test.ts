import { expect, test } from 'vitest';
import { makeXlsx } from '#support/make-xlsx';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { removeOldIntakes } from './remove-old-intakes.ts';
import { stageSheet } from './read-intake-file.ts';

const signal = new AbortController().signal;

async function makeDesk() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { name: 'MERN-2026-11', course_id: course.id });
  const other = await buildBatch(context, { name: 'DSA-2026-10' });
  const administrator = await buildAdministrator(context);
  const office = await app.as(administrator);
  const upload = (bytes: Buffer | string, name = 'people.csv') =>
    office.form('/api/staff/intakes', [['file', { name, bytes }]]);
  const check = (id: string, columns: unknown) => office.put(`/api/staff/intakes/${id}/columns`, { columns });
  const rowsOf = async (id: string, query = '') =>
    (await office.get(`/api/staff/intakes/${id}/rows${query}`)).body;
  const importIt = (id: string, body: object = { changes: null }, key = 'k') =>
    office.post(`/api/staff/intakes/${id}/import`, body, { 'idempotency-key': key });
  const imported = (email: string) =>
    context.database.reader
      .selectFrom('imported_people')
      .where('email', '=', email)
      .selectAll()
      .executeTakeFirst();
  return {
    app,
    context,
    course,
    batch,
    other,
    administrator,
    office,
    upload,
    check,
    rowsOf,
    importIt,
    imported,
  };
}

test('a spreadsheet of another shape is mapped, tried, imported once, and remembered', async () => {
  const desk = await makeDesk();
  const { office, context, batch } = desk;
  const sheet = makeXlsx([
    ['Intake of November'],
    ['Sl', 'Student Name', 'Mobile', 'Mail ID', 'Remark', 'Cohort', 'Marks %'],
    [1, 'Asha Rao', 9876543210, 'Asha@x.test', '78 of 100', 'mern -2026-11', 78.5],
    [2, 'Bala K', '', 'bala@x.test', '', 'DSA-2026-10', ''],
  ]);
  const { status, body: read } = await desk.upload(sheet, 'C:\\intake\\november.xlsx');
  expect(status).toBe(201);
  expect(read).toMatchObject({ file: 'november.xlsx', state: 'read', rows: 2, remembered: false });
  expect(read.columns).toEqual([null, 'name', 'phone', 'email', null, 'batch', 'exit_score']);
  expect(read.samples[0].slice(0, 2)).toEqual(['1', 'Asha Rao']);

  const columns = ['grade', 'name', 'phone', 'email', null, 'batch', 'exit_score'];
  const checked = (await desk.check(read.id, columns)).body;
  expect(checked).toMatchObject({
    state: 'checked',
    counts: { new: 2, changed: 0, unchanged: 0, wrong: 0 },
    people_there: 0,
    must_type: null,
  });
  const { rows } = await desk.rowsOf(read.id);
  expect(rows[0]).toMatchObject({ line: 3, state: 'new' });
  expect(rows[0].cells.map(({ value }: { value: string }) => value)).toEqual([
    'asha@x.test',
    'Asha Rao',
    '9876543210',
    'MERN-2026-11',
    '78.5',
    '1',
  ]);
  expect(await desk.imported('asha@x.test')).toBeUndefined();

  const done = await desk.importIt(read.id);
  expect(done).toMatchObject({ status: 200, body: { state: 'imported' } });
  expect((await desk.importIt(read.id)).body).toEqual(done.body);
  expect(await desk.imported('asha@x.test')).toMatchObject({
    name: 'Asha Rao',
    phone: '9876543210',
    batch_id: batch.id,
    exit_score: 78.5,
    grade: '1',
  });
  expect(await desk.importIt(read.id, { changes: null }, 'other')).toMatchObject({ status: 409 });
  const acts = await context.database.reader
    .selectFrom('audit_log')
    .orderBy('id')
    .select(['act', 'subject', 'actor_id', 'after'])
    .execute();
  expect(acts.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'import-person asha@x.test',
    'import-person bala@x.test',
    'import-people november.xlsx',
  ]);
  expect(acts[0]).toMatchObject({ actor_id: desk.administrator.id });
  expect(JSON.parse(acts[0]!.after!)).toEqual({ batch: 'MERN-2026-11', exit_score: 78.5, grade: '1' });

  const again = (await desk.upload('Sl;STUDENT NAME;Mobile;Mail-ID;Remark;Cohort;Marks %\n1;C;;c@x.test;;;'))
    .body;
  expect(again).toMatchObject({ remembered: true, columns });
  expect((await office.get('/api/staff/intakes')).body).toMatchObject([
    { id: again.id, state: 'read' },
    { id: read.id, state: 'imported' },
  ]);

  await removeOldIntakes(context, signal);
  for (const table of ['intake_lines', 'intake_people'] as const) {
    const left = await context.database.reader.selectFrom(table).select('intake_id').distinct().execute();
    expect(left.map(({ intake_id }) => String(intake_id))).toEqual(
      table === 'intake_lines' ? [again.id] : [],
    );
  }
  desk.app.clock.advance(25 * 3_600_000);
  await removeOldIntakes(context, signal);
  const kept = await context.database.reader.selectFrom('intakes').select('id').execute();
  expect(kept.map(({ id }) => String(id))).toEqual([read.id]);
});

test('each row is new, changed, unchanged or wrong, with cell and reason; one that is wrong holds all up', async () => {
  const desk = await makeDesk();
  const { context, course, batch, other } = desk;
  const confirmed = { batch_id: batch.id, exit_score: 60, name: 'Own Name' };
  const same = await buildStudent(context, { ...confirmed, email: 'same@x.test' });
  const moved = await buildStudent(context, { ...confirmed, email: 'moved@x.test', typed_batch: 'Old' });
  const waits = await buildStudent(context, { batch_id: null, email: 'waits@x.test', confirmed_at: null });
  await buildMentor(context, [], { email: 'mentor@x.test' });
  const chosen = await buildStudent(context, { ...confirmed, email: 'chosen@x.test' });
  const project = await buildProject(context, { course_id: course.id, id: 'P901' });
  await buildSelection(context, { account_id: chosen.id, project_id: project.id });
  const wrong = [
    'mentor@x.test,,,',
    'chosen@x.test,,DSA-2026-10,',
    'odd@x.test,,MERM-2026-11,',
    'twice@x.test,,,',
    'TWICE@x.test,,,',
    'not an address,,,',
    'score@x.test,,,101',
  ];
  const right = [
    'same@x.test,Another Name,MERN-2026-11,60',
    'moved@x.test,,dsa-2026-10,',
    'waits@x.test,,MERN-2026-11,70',
    'fresh@x.test,Fresh One,,',
  ];
  const head = 'email,name,batch,exit_score\n';
  const columns = ['email', 'name', 'batch', 'exit_score'];
  const first = (await desk.upload(head + [...right, ...wrong].join('\n'))).body;
  const checked = (await desk.check(first.id, columns)).body;
  expect(checked).toMatchObject({ counts: { new: 1, changed: 2, unchanged: 1, wrong: 7 }, people_there: 4 });
  const { rows } = await desk.rowsOf(first.id, '?state=wrong');
  const faults = rows.flatMap((row: { line: number; cells: { field: string; fault: string | null }[] }) =>
    row.cells.flatMap(({ field, fault }) => (fault === null ? [] : [`${row.line} ${field}: ${fault}`])),
  );
  expect(faults).toEqual([
    '6 email: This is a mentor, not a student',
    '7 batch: The student has chosen P901, a project of another course',
    '8 batch: There is no batch of this name. Did you mean MERN-2026-11?',
    '9 email: The same address stands in row 10',
    '10 email: The same address stands in row 9',
    '11 email: This is no e-mail address',
    '12 exit_score: A score is a number from 0 to 100: "101"',
  ]);
  const changed = (await desk.rowsOf(first.id, '?state=changed&after=3')).rows;
  expect(changed).toHaveLength(1);
  expect(changed[0].cells.find(({ field }: { field: string }) => field === 'exit_score')).toEqual({
    field: 'exit_score',
    value: '70',
    before: '',
    fault: null,
  });
  expect(await desk.importIt(first.id)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('7 rows are wrong') },
  });

  const second = (await desk.upload(head + right.join('\n'))).body;
  expect((await desk.check(second.id, columns)).body).toMatchObject({ must_type: 2 });
  for (const changes of [null, 3])
    expect(await desk.importIt(second.id, { changes }, String(changes))).toMatchObject({
      status: 400,
      body: { message: 'This changes 2 of the 4 people there. Please type 2 to go on.' },
    });
  expect((await desk.importIt(second.id, { changes: 2 })).status).toBe(200);
  const lines = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'import-person')
    .orderBy('subject')
    .select(['subject', 'about_id'])
    .execute();
  expect(lines).toEqual([
    { subject: 'fresh@x.test', about_id: null },
    { subject: 'moved@x.test', about_id: moved.id },
    { subject: 'waits@x.test', about_id: waits.id },
  ]);
  const people = await context.database.reader
    .selectFrom('accounts')
    .where('role', '=', 'student')
    .orderBy('id')
    .select(['email', 'name', 'batch_id', 'typed_batch', 'exit_score'])
    .execute();
  expect(people).toMatchObject([
    { email: same.email, name: 'Own Name', batch_id: batch.id, exit_score: 60 },
    { email: 'moved@x.test', batch_id: other.id, typed_batch: null, exit_score: 60 },
    { email: 'waits@x.test', batch_id: null, exit_score: null },
    { email: 'chosen@x.test', batch_id: batch.id },
  ]);
  expect(await desk.imported('waits@x.test')).toMatchObject({ batch_id: batch.id, exit_score: 70 });
  const { before } = await context.database.reader
    .selectFrom('audit_log')
    .where('subject', '=', 'moved@x.test')
    .select('before')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(before!)).toEqual({ batch: 'MERN-2026-11', exit_score: 60, grade: null });
});

test('an import whose people have changed since its dry run is refused, and one in two hands has one try', async () => {
  const desk = await makeDesk();
  const { context } = desk;
  const { id } = (await desk.upload('email,name\na@x.test,A\n')).body;
  expect(await desk.importIt(id)).toMatchObject({ status: 409 });
  expect(await desk.check(id, ['email', 'email'])).toMatchObject({ status: 400 });
  expect(await desk.check(id, [null, 'name'])).toMatchObject({ status: 400 });
  expect(await desk.check(id, ['email'])).toMatchObject({ status: 400 });
  await desk.check(id, ['email', 'name']);
  await buildMentor(context, [], { email: 'a@x.test' });
  expect(await desk.importIt(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('have changed since the dry run: 1 row would') },
  });
  expect(await desk.imported('a@x.test')).toBeUndefined();
  expect((await desk.check(id, ['email', 'name'])).body.counts).toMatchObject({ wrong: 1 });
});

test('an address that somebody had before is in nobody’s row', async () => {
  const desk = await makeDesk();
  const { database } = desk.context;
  const { id: account_id } = await buildStudent(desk.context, { email: 'new@x.test' });
  await database.transaction((writer) =>
    writer.insertInto('former_emails').values({ email: 'old@x.test', account_id, left_at: 1 }).execute(),
  );
  const { id } = (await desk.upload('email,name\nold@x.test,Old\n')).body;
  expect((await desk.check(id, ['email', 'name'])).body.counts).toMatchObject({ new: 0, wrong: 1 });
  const { rows } = await desk.rowsOf(id, '?state=wrong');
  expect(rows[0].cells[0].fault).toEqual(expect.stringContaining('before'));
});

test('what a later spreadsheet does not say of an address stays known', async () => {
  const desk = await makeDesk();
  const columns = ['email', 'name', 'phone', 'batch', 'exit_score', 'grade'];
  const head = `${columns.join(',')}\n`;
  const first = (await desk.upload(`${head}a@x.test,Asha,9876543210,MERN-2026-11,60,B\n`)).body;
  await desk.check(first.id, columns);
  expect(await desk.importIt(first.id, { changes: null }, 'first')).toMatchObject({ status: 200 });
  const known = await desk.imported('a@x.test');
  const second = (await desk.upload(`${head}a@x.test,,,,70,\n`)).body;
  expect((await desk.check(second.id, columns)).body.counts).toMatchObject({ changed: 1 });
  expect(await desk.importIt(second.id, { changes: 1 }, 'second')).toMatchObject({ status: 200 });
  const { imported_at } = (await desk.imported('a@x.test'))!;
  expect(await desk.imported('a@x.test')).toEqual({ ...known, exit_score: 70, imported_at });
  expect(known).toMatchObject({ name: 'Asha', phone: '9876543210', batch_id: desk.batch.id, grade: 'B' });
});

test('an import that meets another one on an address is refused, and leaves nothing', async () => {
  const desk = await makeDesk();
  const { database } = desk.context;
  const { id } = (await desk.upload('email,name,score\na@x.test,A,60\nb@x.test,B,70\n')).body;
  await desk.check(id, ['email', 'name', 'exit_score']);
  const written = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const other = database.transaction(async (writer) => {
    await writer
      .insertInto('imported_people')
      .values({ email: 'b@x.test', exit_score: 80, imported_at: 1 })
      .execute();
    written.resolve();
    await ending.promise;
  });
  await written.promise;
  const importing = desk.importIt(id);
  // Long enough for the import to come to the address, and to wait for the other transaction.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  ending.resolve();
  await other;
  expect(await importing).toMatchObject({ status: 409 });
  expect(await desk.imported('a@x.test')).toBeUndefined();
  expect(await desk.imported('b@x.test')).toMatchObject({ exit_score: 80, name: null });
  const lines = await database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'import-person')
    .select('id')
    .execute();
  expect(lines).toEqual([]);
  // What its people are by now is seen by another try.
  expect((await desk.check(id, ['email', 'name', 'exit_score'])).body.counts).toMatchObject({
    new: 1,
    changed: 1,
  });
  expect(await desk.importIt(id, { changes: 1 })).toMatchObject({ status: 200 });
  expect(await desk.imported('b@x.test')).toMatchObject({ exit_score: 70, name: 'B' });
});

test('what cannot be read is refused in words, and leaves nothing that anybody sees', async () => {
  const desk = await makeDesk();
  for (const [bytes, words] of [
    ['', 'empty'],
    ['email,name\n', 'no rows below its headings'],
    [Buffer.from('%PDF-1.7'), 'PDF'],
  ] as const)
    expect(await desk.upload(bytes)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(words) },
    });
  expect(await desk.upload(Buffer.alloc(21 * 1024 * 1024, 'a,'))).toMatchObject({
    status: 413,
    body: { message: 'A spreadsheet can have at most 20 MB.' },
  });
  expect(await desk.office.form('/api/staff/intakes', [['note', 'x']])).toMatchObject({ status: 400 });

  // A process that dies while it reads leaves the same: rows of something that was never finished.
  async function* breaksOff() {
    yield Array.from({ length: 300 }, (_, index) => ({ line: index + 1, cells: [`p${index}@x.test`] }));
    throw new Error('gone');
  }
  const source = { pieces: breaksOff(), fileName: 'x.csv', madeBy: desk.administrator.id };
  await expect(stageSheet(desk.context, source)).rejects.toThrow('gone');
  expect((await desk.office.get('/api/staff/intakes')).body).toEqual([]);
  desk.app.clock.advance(25 * 3_600_000);
  await removeOldIntakes(desk.context, signal);
  const left = await desk.context.database.reader.selectFrom('intakes').selectAll().execute();
  expect(left).toEqual([]);
});
