import { expect, test } from 'vitest';
import { makeSheet, makeXlsx, xlsxParts } from '#support/make-xlsx';
import { makeZip } from '#support/make-zip';
import {
  buildImportedPerson,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { removeOldImports } from './remove-old-imports.ts';
import { stageSheet } from './read-import-file.ts';

const signal = new AbortController().signal;

test('a spreadsheet of another shape is mapped, tried, imported once, and remembered', async () => {
  const desk = await makeImportDesk();
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
  expect(await desk.importIt(read.id, { changes: null }, 'other')).toMatchObject({
    status: 409,
    body: { message: 'This spreadsheet has already been imported, or is being checked.' },
  });
  const events = await context.database.reader
    .selectFrom('audit_log')
    .orderBy('id')
    .select(['act', 'subject', 'actor_id', 'after'])
    .execute();
  expect(events.map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'import-person asha@x.test',
    'import-person bala@x.test',
    'import-people november.xlsx',
  ]);
  expect(events[0]).toMatchObject({ actor_id: desk.administrator.id });
  expect(JSON.parse(events[0]!.after!)).toEqual({ batch: 'MERN-2026-11', exit_score: 78.5, grade: '1' });

  const again = (await desk.upload('Sl;STUDENT NAME;Mobile;Mail-ID;Remark;Cohort;Marks %\n1;C;;c@x.test;;;'))
    .body;
  expect(again).toMatchObject({ remembered: true, columns });
  expect((await office.get('/api/staff/intakes')).body).toMatchObject([
    { id: again.id, state: 'read' },
    { id: read.id, state: 'imported' },
  ]);

  await removeOldImports(context, signal);
  for (const table of ['intake_lines', 'intake_people'] as const) {
    const left = await context.database.reader.selectFrom(table).select('intake_id').distinct().execute();
    expect(left.map(({ intake_id }) => String(intake_id))).toEqual(
      table === 'intake_lines' ? [again.id] : [],
    );
  }
  desk.app.clock.advance(25 * 3_600_000);
  await removeOldImports(context, signal);
  const kept = await context.database.reader.selectFrom('intakes').select('id').execute();
  expect(kept.map(({ id }) => String(id))).toEqual([read.id]);
});

test('each row is new, changed, unchanged or wrong, with cell and reason; one that is wrong holds all up', async () => {
  const desk = await makeImportDesk();
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
    '8 batch: There is no batch with this name. Did you mean MERN-2026-11?',
    '9 email: Row 10 has the same email',
    '10 email: Row 9 has the same email',
    '11 email: This is not a valid email',
    '12 exit_score: The score "101" is not a number from 0 to 100',
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
      body: { message: 'This changes 2 of 4 people. Enter 2 to continue.' },
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

test('wrong rows are mended on screen: a batch for all its rows, a cell, and rows that are left out', async () => {
  const desk = await makeImportDesk();
  const { office } = desk;
  const sheet = [
    'Email,First,Last,Batch,Score',
    'a@x.test,Asha,Rao,mern-2026-1l,70',
    'b@x.test,Bala,,MERN -2026-1l,71',
    'c@x.test,Devi,,DSA-2026-10,absent',
    'nobody,,,,141',
    'a@x.test,Asha,Rao,MERN-2026-11,70',
  ].join('\n');
  const { id } = (await desk.upload(sheet)).body;
  const columns = ['email', 'name', 'name', 'batch', 'exit_score'];
  expect((await desk.check(id, columns)).body.counts).toMatchObject({ wrong: 5 });
  const { rows } = await desk.rowsOf(id);
  const cellOf = (line: number, field: string) =>
    rows
      .find((row: { line: number }) => row.line === line)
      .cells.find((cell: { field: string }) => cell.field === field);
  expect(cellOf(2, 'batch')).toMatchObject({ typed: 'mern-2026-1l', near: 'MERN-2026-11' });
  expect(cellOf(4, 'exit_score')).toMatchObject({ value: null, typed: 'absent' });

  const mend = (body: object) => office.put(`/api/staff/intakes/${id}/rows`, body);
  const rename = { typed: 'mern-2026-1l', name: 'MERN-2026-11' };
  expect((await mend({ batch: rename })).body).toMatchObject({ state: 'checked', counts: { wrong: 4 } });
  expect((await mend({ cells: [{ line: 4, field: 'exit_score', value: '' }] })).body.counts).toMatchObject({
    wrong: 3,
  });
  expect(await mend({ leave_out: [5, 6] })).toMatchObject({
    status: 200,
    body: { rows: 3, counts: { new: 3, wrong: 0 } },
  });
  // A row that is right is mended as well, several of its cells at once, or all of them or none.
  const asha = [
    { line: 2, field: 'name', value: 'Asha R' },
    { line: 2, field: 'exit_score', value: '72' },
  ];
  expect((await mend({ cells: asha })).body.counts).toMatchObject({ new: 3, wrong: 0 });
  const unknown = { line: 2, field: 'grade', value: 'A' };
  expect(await mend({ cells: [{ ...asha[0], value: 'Nobody' }, unknown] })).toMatchObject({ status: 400 });
  expect(await mend({ cells: [{ line: 99, field: 'name', value: 'X' }] })).toMatchObject({ status: 400 });
  expect(await mend({ leave_out: [3] })).toMatchObject({ body: { rows: 2, counts: { new: 2, wrong: 0 } } });
  expect((await desk.importIt(id)).status).toBe(200);
  expect(await desk.imported('a@x.test')).toMatchObject({
    name: 'Asha R',
    batch_id: desk.batch.id,
    exit_score: 72,
  });
  expect(await desk.imported('b@x.test')).toBeUndefined();
  expect(await desk.imported('c@x.test')).toMatchObject({ exit_score: null });
  expect(await mend({ leave_out: [2] })).toMatchObject({ status: 409 });
});

test('of two who mend a cell the later reads what it says now, and nothing is overwritten', async () => {
  const desk = await makeImportDesk();
  const { office } = desk;
  const { id } = (await desk.upload('Email,Name,Score\na@x.test,Asha,60.0\nb@x.test,Bala,absent')).body;
  await desk.check(id, ['email', 'name', 'exit_score']);
  const mend = (...cells: object[]) => office.put(`/api/staff/intakes/${id}/rows`, { cells });
  const name = (value: string, began?: string) => ({ line: 2, field: 'name', value, began });
  expect((await mend(name('Asha R', 'Asha'))).status).toBe(200);
  const other = { line: 3, field: 'exit_score', value: '', began: 'absent' };
  const refused = await mend(other, name('Asha Rao', 'Asha'));
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Name in row 2 was changed in the meantime. It is now “Asha R”. Your row is not saved yet.',
  ]);
  expect((await desk.check(id, ['email', 'name', 'exit_score'])).body.counts).toMatchObject({ wrong: 1 });
  // The same text, another cell, one as it is listed, and a page that has seen it.
  expect((await mend(name(' Asha R', 'Asha'))).status).toBe(200);
  expect((await mend({ line: 2, field: 'exit_score', value: '61', began: '60' })).status).toBe(200);
  expect((await mend(other, name('Asha Rao', 'Asha R'))).body.counts).toMatchObject({ new: 2, wrong: 0 });
  // A page of a version before.
  expect((await mend(name('Asha'))).status).toBe(200);
});

test('a page that shows an earlier preview imports nothing', async () => {
  const { upload, check, importIt, imported, office } = await makeImportDesk();
  const { id } = (await upload('email,first,second\na@x.test,40,80\n')).body;
  const seen = (await check(id, ['email', 'exit_score', null])).body.check;
  const now = (await check(id, ['email', null, 'exit_score'])).body.check;
  expect(await importIt(id, { changes: null, check: seen })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Nothing was imported. Load the page again') },
  });
  expect(await imported('a@x.test')).toBeUndefined();
  expect((await office.get(`/api/staff/intakes/${id}`)).body).toMatchObject({ state: 'checked', check: now });
  expect((await importIt(id, { changes: null, check: now }, 'next')).body).toMatchObject({ check: null });
  expect(await imported('a@x.test')).toMatchObject({ exit_score: 80 });
});

test('a name or phone that an account keeps is said in the preview', async () => {
  const { context, upload, check, rowsOf } = await makeImportDesk();
  await buildStudent(context, { email: 'own@x.test', name: 'Own Name', phone: '9876543210' });
  const rows = ['own@x.test,Other Name,9876543210', 'new@x.test,New Name,9876543211'];
  const { id } = (await upload(`email,name,phone\n${rows.join('\n')}\n`)).body;
  const columns = ['email', 'name', 'phone'];
  expect((await check(id, columns)).body).toMatchObject({ kept: 1, counts: { unchanged: 1, new: 1 } });
  const shown = (await rowsOf(id)).rows as { cells: { field: string; kept?: string }[] }[];
  const kept = shown.map(({ cells }) => cells.flatMap((cell) => cell.kept ?? []));
  expect(kept).toEqual([['Own Name'], []]);
});

test('an archivedd batch takes nobody from a spreadsheet; whoever is in it, or waits for it, stays', async () => {
  const desk = await makeImportDesk();
  const { context, batch, other } = desk;
  await buildStudent(context, { email: 'in@x.test', batch_id: batch.id });
  await buildStudent(context, { email: 'moves@x.test', batch_id: other.id });
  await buildImportedPerson(context, { email: 'moves@x.test', batch_id: batch.id });
  await buildImportedPerson(context, { email: 'waits@x.test', batch_id: batch.id });
  const columns = ['email', 'batch', 'exit_score'];
  const rows = ['in', 'waits', 'moves', 'fresh'].map((name) => `${name}@x.test,MERN-2026-11,70`);
  const archive = (retired_at: number | null) =>
    context.database.transaction((writer) =>
      writer.updateTable('batches').set({ retired_at }).where('id', '=', batch.id).execute(),
    );
  await archive(1);
  const { id } = (await desk.upload(['email,batch,score', ...rows].join('\n'))).body;
  expect((await desk.check(id, columns)).body.counts).toEqual({ new: 0, changed: 2, unchanged: 0, wrong: 2 });
  const wrong = (await desk.rowsOf(id, '?state=wrong')).rows;
  const refusal =
    'MERN-2026-11 is archived, so nobody can join it. Choose another batch, or restore it in the catalogue first.';
  expect(
    wrong.map((row: { line: number; cells: { field: string; fault: string | null }[] }) => [
      row.line,
      ...row.cells.filter(({ fault }) => fault !== null),
    ]),
  ).toEqual([4, 5].map((line) => [line, expect.objectContaining({ field: 'batch', fault: refusal })]));
  for (const { cells } of (await desk.rowsOf(id, '?state=changed')).rows)
    expect(cells.every(({ fault }: { fault: string | null }) => fault === null)).toBe(true);
  expect(await desk.importIt(id)).toMatchObject({ status: 400 });

  // Retired after the dry run, it takes nobody either.
  await archive(null);
  expect((await desk.check(id, columns)).body.counts).toMatchObject({ new: 1, changed: 3 });
  await archive(1);
  expect(await desk.importIt(id, { changes: 3 }, 'late')).toMatchObject({ status: 409 });
  await archive(null);
  expect(await desk.importIt(id, { changes: 3 }, 'back')).toMatchObject({ status: 200 });
  expect(await desk.imported('fresh@x.test')).toMatchObject({ batch_id: batch.id });
});

test('an address that somebody had before is in nobody’s row', async () => {
  const desk = await makeImportDesk();
  const { database } = desk.context;
  const { id: account_id } = await buildStudent(desk.context, { email: 'new@x.test' });
  await database.transaction((writer) =>
    writer.insertInto('former_emails').values({ email: 'old@x.test', account_id, left_at: 1 }).execute(),
  );
  const { id } = (await desk.upload('email,name\nold@x.test,Old\n')).body;
  expect((await desk.check(id, ['email', 'name'])).body.counts).toMatchObject({ new: 0, wrong: 1 });
  const { rows } = await desk.rowsOf(id, '?state=wrong');
  expect(rows[0].cells[0].fault).toEqual(expect.stringContaining('former email'));
});

test('what a later spreadsheet does not say of an address stays known', async () => {
  const desk = await makeImportDesk();
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

test('what cannot be read is refused in words, and leaves nothing that anybody sees', async () => {
  const desk = await makeImportDesk();
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
  await removeOldImports(desk.context, signal);
  const left = await desk.context.database.reader.selectFrom('intakes').selectAll().execute();
  expect(left).toEqual([]);
});

test('a workbook with several sheets asks which one; an older page still reads the first', async () => {
  const { office, rowsOf, check } = await makeImportDesk();
  const { sheet, strings } = makeSheet([
    ['Name', 'Email'],
    ['Asha Rao', 'asha@x.test'],
  ]);
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
  const parts = xlsxParts('<worksheet><sheetData/></worksheet>', [
    { name: 'xl/sharedStrings.xml', data: strings },
    { name: 'xl/worksheets/sheet2.xml', data: sheet },
  ]).map(({ name, data = '' }) => ({
    name,
    data:
      name === 'xl/workbook.xml'
        ? String(data).replace('</sheets>', '<sheet name="Students" sheetId="3" r:id="rId8"/></sheets>')
        : name === 'xl/_rels/workbook.xml.rels'
          ? String(data).replace(
              '</Relationships>',
              `<Relationship Id="rId8" Type="${relation}worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
            )
          : data,
  }));
  const file = { name: 'book.xlsx', bytes: makeZip(parts) };
  const upload = (...fields: [string, string][]) =>
    office.form('/api/staff/intakes', [...fields, ['file', file]]);
  expect(await upload(['sheet', ''])).toMatchObject({
    status: 409,
    body: { current: { sheets: ['Intake', 'Students'] } },
  });
  const chosen = await upload(['sheet', 'Students']);
  expect(chosen).toMatchObject({ status: 201, body: { rows: 1, columns: ['name', 'email'] } });
  await check(chosen.body.id, ['name', 'email']);
  expect((await rowsOf(chosen.body.id)).rows[0].cells[0].value).toBe('asha@x.test');
  for (const [fields, message] of [
    [[['sheet', 'Gone']], 'The workbook has no sheet "Gone".'],
    [[], 'The spreadsheet has no rows below its headings.'],
  ] as [[string, string][], string][])
    expect(await upload(...fields)).toMatchObject({ status: 400, body: { message } });
});
