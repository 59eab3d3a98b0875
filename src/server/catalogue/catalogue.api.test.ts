import { expect, test } from 'vitest';
import { hourMs } from '#contract/durations';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildQuestion,
  buildRubricLine,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { readZip } from '#support/read-zip';
import { makeZip } from '#support/make-zip';
import { makeTestApp } from '#support/test-app';
import { listCatalogue } from '../projects/queries.ts';
import { catalogueEntries } from './catalogue-entries.ts';

const web = 'Web Development';
const at = (rest: string) => `/api/staff/catalogue${rest === '' || rest.startsWith('?') ? rest : `/${rest}`}`;

/** A course with a batch, a project, and who edits them. */
async function makeCatalogue() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: web });
  const batch = await buildBatch(context, { course_id: course.id, name: 'WEB-1', is_default: 1 });
  const project = await buildProject(context, { course_id: course.id, id: 'P001' });
  const administrator = await buildAdministrator(context);
  const office = await app.as(administrator);
  const events = async () =>
    (await readAuditLog(app))
      .filter(({ actor_id }) => actor_id === administrator.id)
      .map(({ act, subject, before, after }) => ({ act, subject, before, after }));
  const entry = async (rest: string) => (await office.get(at(rest))).body;
  return { ...app, course, batch, project, administrator, office, events, entry };
}

const typed = {
  name: 'Loan desk',
  course: web,
  details: 'Lends for a cow.',
  overview: ['Plan', 'Build'],
  prerequisiteKnowledge: ['SQL'],
  jobOpportunities: ['Developer'],
  backgroundImage: '/images/loan.svg',
  project_url: '/documents/loan.html',
  ref1: 'https://example.test/1',
  ref2: 'https://example.test/2',
  ref3: 'https://example.test/3',
  ref4: 'https://example.test/4',
};

test('a course, a batch and a project made on screen are what students get, each on record once', async () => {
  const { office, events, nobody, as, context } = await makeCatalogue();
  const once = { 'idempotency-key': 'k' };
  for (let press = 0; press < 2; press++) {
    expect(await office.post(at('courses'), { name: '  Data Science ' }, once)).toMatchObject({
      status: 201,
      body: { name: 'Data Science', retired: false, used: press === 1 },
    });
    const batch = { name: 'DS-1', course: 'data science', start: '2026-12-01', mentors: ['Biju', 'Asha'] };
    const answer = await office.post(at('batches'), { ...batch, viva_deadline: '2027-01-31' }, once);
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'DS-1', course: 'Data Science', open: true, mentors: ['Asha', 'Biju'], used: false },
    });
    const project = await office.post(at('projects'), { ...typed, id: 'D1', course: 'Data Science' }, once);
    expect(project).toMatchObject({ status: 201, body: { ...typed, id: 'D1', course: 'Data Science' } });
  }
  expect((await events()).map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'add-course Data Science',
    'add-batch DS-1',
    'add-project D1',
  ]);
  expect((await nobody.get('/api/auth/batches?q=ds')).body).toEqual([
    { name: 'DS-1', course: 'Data Science' },
  ]);
  expect((await office.get('/api/staff/batches/DS-1/dates')).body).toMatchObject({
    start: '2026-12-01',
    viva_deadline: '2027-01-31T23:59:59',
  });
  const { id } = await context.database.reader
    .selectFrom('batches')
    .where('name', '=', 'DS-1')
    .select('id')
    .executeTakeFirstOrThrow();
  const student = await as(await buildStudent(context, { batch_id: id }));
  expect((await student.get('/api/students/availableProjects/Data%20Science')).body).toMatchObject([
    { id: 'D1', name: 'Loan desk', details: 'Lends for a cow.' },
  ]);
  expect((await student.get('/api/references/projects/D1')).body).toMatchObject({ ref4: typed.ref4 });
});

test('two who change one entry at once: the second is told what stands there', async () => {
  const { entry, office, events } = await makeCatalogue();
  for (const [address, change, other] of [
    ['projects/P001', typed, { ...typed, details: 'Another one.' }],
    ['batches/WEB-1', { name: 'WEB-1', course: web }, { name: 'WEB-1', course: web, open: false }],
    [`courses/${encodeURIComponent(web)}`, { name: web.toUpperCase() }, { name: 'web development' }],
  ] as const) {
    const read = await entry(address);
    const { version } = read.course?.version === undefined ? read : read.course;
    expect((await office.put(at(address), { ...change, version })).status, address).toBe(200);
    const refused = await office.put(at(address), { ...other, version });
    expect(refused, address).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('was changed in the meantime'), current: change },
    });
    // What stands there already is no conflict and no act.
    expect((await office.put(at(address), { ...change, version })).status, address).toBe(200);
    const { version: newest } = refused.body.current;
    expect((await office.put(at(address), { ...other, version: newest })).body, address).toMatchObject(other);
  }
  expect((await events()).map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'change-project P001',
    'change-project P001',
    'change-batch WEB-1',
    'change-batch WEB-1',
    'change-course WEB DEVELOPMENT',
    'change-course web development',
  ]);
  expect((await events())[1]).toMatchObject({
    before: { details: 'Lends for a cow.' },
    after: { details: 'Another one.' },
  });
});

test('an archivedd project is offered to nobody, and stays for whoever has chosen it', async () => {
  const { office, context, as, batch, project, events } = await makeCatalogue();
  await buildProject(context, { id: 'P002', course_id: batch.course_id });
  const chosen = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: chosen.id, project_id: project.id, started_at: 1 });
  const owner = await as(chosen);
  const other = await buildStudent(context, { batch_id: batch.id });
  const undecided = await as(other);
  const {
    retired: _,
    used: __,
    version: ___,
    id: ____,
    ...fields
  } = (await office.get(at('projects/P001'))).body;
  expect((await office.put(at('projects/P001'), { ...fields, retired: true })).body).toMatchObject({
    retired: true,
    used: true,
  });
  const available = await undecided.get(`/api/students/availableProjects/${encodeURIComponent(web)}`);
  expect(available.body.map(({ id }: { id: string }) => id)).toEqual(['P002']);
  expect((await listCatalogue(context.database)).map(({ id }) => id)).toEqual(['P002']);
  const choose = (p_id: string) =>
    undecided.post('/api/students/selectProject', { sp_id: other.email, p_id });
  expect(await choose('P001')).toMatchObject({
    status: 400,
    body: { message: 'This project is no longer offered. Please choose another one.' },
  });
  expect((await owner.get(`/api/students/studentswithprojects/${chosen.email}`)).body).toMatchObject([
    { p_id: 'P001' },
  ]);
  expect((await owner.get('/api/projects/projects/P001')).body).toMatchObject([
    { id: 'P001', retired: true },
  ]);
  expect((await owner.get('/api/references/projects/P001')).status).toBe(200);
  expect(await office.delete(at('projects/P001'))).toMatchObject({
    status: 409,
    body: { message: 'P001 was chosen by a student. It can be archived, but not removed.' },
  });
  await office.put(at('projects/P001'), { ...fields, retired: false });
  expect((await choose('P001')).status).toBe(201);
  expect((await owner.get('/api/projects/projects/P001')).body[0]).not.toHaveProperty('retired');
  expect((await events()).map(({ act }) => act)).toEqual(['retire-project', 'bring-back-project']);
});

test('an archivedd batch is closed, comes back closed, and goes only while it is empty', async () => {
  const { office, context, batch, nobody, events } = await makeCatalogue();
  const put = (body: object) => office.put(at('batches/WEB-1'), { name: 'WEB-1', course: web, ...body });
  expect(await put({ retired: true, default: true })).toMatchObject({
    status: 400,
    body: { message: 'An archived batch cannot be the default.' },
  });
  expect((await put({ retired: true })).body).toMatchObject({ open: false, default: false, retired: true });
  expect((await nobody.get('/api/auth/batches')).body).toEqual([]);
  expect((await put({ open: false })).body).toMatchObject({ open: false, retired: false });
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  const refused = {
    status: 409,
    body: { message: expect.stringContaining('can be archived, but not removed') },
  };
  expect(await office.delete(at('batches/WEB-1'))).toMatchObject(refused);
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: null }).where('id', '=', student.id).execute(),
  );
  // Nobody lives there any more, and a question stands there still.
  expect(await office.delete(at('batches/WEB-1'))).toMatchObject(refused);
  const empty = { name: 'EMPTY', course: web, start: '2026-12-01', mentors: ['Asha'] };
  await office.post(at('batches'), empty);
  expect((await office.delete(at('batches/empty'))).status).toBe(204);
  expect((await office.get(at('batches/EMPTY'))).status).toBe(404);
  expect((await events()).map(({ act }) => act)).toEqual([
    'retire-batch',
    'bring-back-batch',
    'add-batch',
    'remove-batch',
  ]);
});

test('a new default batch takes the place of the former one; mentors with an account stay', async () => {
  const { office, context, batch, events, entry } = await makeCatalogue();
  await buildMentor(context, [batch.id], { name: 'Chitra' });
  const put = (body: object) => office.put(at('batches/WEB-1'), { name: 'WEB-1', course: web, ...body });
  expect((await put({ default: true, mentors: ['Asha'] })).body).toMatchObject({
    mentors: ['Asha', 'Chitra'],
    accounts: ['Chitra'],
  });
  await office.post(at('batches'), { name: 'WEB-2', course: web, start: '2026-12-01', default: true });
  expect(await entry('batches/WEB-1')).toMatchObject({ default: false });
  // Whoever types an unknown name joins it: it cannot be for invited addresses.
  expect(await put({ default: true, joining: 'invited' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('invited people only') },
  });
  expect(await entry('batches/WEB-2')).toMatchObject({ default: true });
  expect((await events()).map(({ act, subject, after }) => [act, subject, after])).toMatchObject([
    ['change-batch', 'WEB-1', { mentors: ['Asha', 'Chitra'] }],
    ['change-batch', 'WEB-1', { is_default: false }],
    ['add-batch', 'WEB-2', {}],
  ]);
});

test('what has been chosen keeps its course; a course with an open batch is not archived', async () => {
  const { office, context, batch, project } = await makeCatalogue();
  await office.post(at('courses'), { name: 'Art' });
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id, project_id: project.id, started_at: 1 });
  const archive = (name: string, archived = true) =>
    office.put(at(`courses/${encodeURIComponent(name)}`), { name, retired: archived });
  for (const [answer, message] of [
    [
      await office.put(at('projects/P001'), { ...typed, course: 'Art' }),
      'its course must stay "Web Development"',
    ],
    [await office.put(at('batches/WEB-1'), { name: 'WEB-1', course: 'Art' }), 'its course must stay'],
    [
      await office.put(at('batches/WEB-1'), { name: 'WEB-1', course: 'Cooking' }),
      'There is no course "Cooking"',
    ],
  ] as const) {
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  }
  expect(await archive(web)).toMatchObject({
    status: 409,
    body: { message: 'WEB-1 belongs to this course and is open for signup. Close it first.' },
  });
  expect((await archive('Art')).body).toMatchObject({ retired: true });
  const inArchived = await office.post(at('projects'), { ...typed, id: 'A1', course: 'Art' });
  expect(inArchived.body.message).toBe('The course Art is archived. Restore it first.');
  await office.put(at('batches/WEB-1'), { name: 'WEB-1', course: web, open: false });
  await archive(web);
  expect(await listCatalogue(context.database)).toEqual([]);
  expect(await office.delete(at(`courses/${encodeURIComponent(web)}`))).toMatchObject({ status: 409 });
  expect((await office.delete(at('courses/Art'))).status).toBe(204);
});

test('a project that nobody ever chose goes with its briefs and rubric', async () => {
  const { office, context, events, entry } = await makeCatalogue();
  await office.put('/api/staff/projects/P001/briefs/week-1', { text: 'Show a plan.' });
  await buildRubricLine(context, { project_id: 'P001' });
  const key = { 'idempotency-key': 'k' };
  expect((await office.delete(at('projects/p001'), key)).status).toBe(204);
  expect((await office.delete(at('projects/p001'), key)).status).toBe(204);
  expect((await office.delete(at('projects/P001'))).status).toBe(404);
  expect(await entry('')).toMatchObject({ courses: [{ projects: [] }] });
  expect((await events()).at(-1)).toMatchObject({
    act: 'remove-project',
    subject: 'P001',
    before: { name: 'Project P001', briefs: { 'week-1': 'Show a plan.' } },
    after: null,
  });
});

test('what an import refuses is refused on screen', async () => {
  const { office, events } = await makeCatalogue();
  const refused = [
    ['projects', { ...typed, id: 'no spaces' }, '"id" must be 1 to 40 letters'],
    ['projects', { ...typed, id: 'p001' }, 'There is already a project P001.'],
    ['projects', { ...typed, id: 'X1', ref1: 'ftp://example.test' }, '"ref1" must be an address that begins'],
    [
      'projects',
      { ...typed, id: 'X1', overview: Array(51).fill('x') },
      '"overview" must be a list of at most 50 texts',
    ],
    ['projects', { ...typed, id: 'X1', project_url: 'https://evil.test/' }, 'does not show in a frame'],
    [
      'projects',
      { ...typed, id: 'X1', backgroundImage: 'javascript:alert(1)' },
      '"backgroundImage" must be a path',
    ],
    ['batches', { name: 'a@b', course: web, start: '2026-12-01' }, '"name" must not contain an @'],
    ['batches', { name: 'web - 1', course: web, start: '2026-12-01' }, 'There is already a batch "WEB-1".'],
    ['batches', { name: 'X', course: web, start: '31 May' }, '"start" must be a day'],
    ['batches', { name: 'X', course: web, start: '0026-11-29' }, '"start" must be a day from 2000 to 2099'],
    [
      'batches',
      { name: 'X', course: web, start: '2026-12-01', viva_deadline: '2100-01-01' },
      '"viva_deadline" must be a day from 2000 to 2099',
    ],
    ['courses', { name: ' ' }, '"name" must be a text of 1 to 120 characters'],
    ['courses', { name: 'WEB development' }, 'There is already a course "Web Development".'],
  ] as const;
  for (const [kind, body, message] of refused) {
    const answer = await office.post(at(kind), body);
    expect([400, 409], message).toContain(answer.status);
    expect(answer.body.message).toContain(message);
  }
  expect(await events()).toEqual([]);
});

test('all that is wrong with a project is told at once, by field', async () => {
  const { office } = await makeCatalogue();
  const answer = await office.post(at('projects'), {
    ...typed,
    id: '',
    ref2: 'y',
    ref3: 'x',
    overview: [''],
  });
  expect(answer.status).toBe(400);
  const { fields } = answer.body as { fields: { name: string; message: string }[] };
  expect(new Set(fields.map(({ name }) => name))).toEqual(new Set(['id', 'overview', 'ref2', 'ref3']));
  expect(fields.find(({ name }) => name === 'overview')?.message).toMatch(/^entry 1, must be a text/);
});

test('pictures and documents: replaced only by whoever has seen them, removed only where nobody shows them', async () => {
  const { office, nobody, events } = await makeCatalogue();
  const put = (name: string, bytes: string | Buffer, original?: string) =>
    office.form(at('files'), [
      ...(original === undefined ? [] : [['original', original] as const]),
      ['file', { name, bytes }],
    ]);
  const first = await put('P001.svg', '<svg/>');
  expect(first).toMatchObject({
    status: 200,
    body: { path: '/images/P001.svg', bytes: 6, used_by: ['P001'] },
  });
  expect(await put('P001.svg', '<svg>2</svg>')).toMatchObject({
    status: 409,
    body: { message: 'There is already another file at /images/P001.svg.', current: first.body },
  });
  expect((await put('P001.svg', '<svg>2</svg>', first.body.sha256)).status).toBe(200);
  expect((await nobody.get('/images/P001.svg')).body.toString()).toBe('<svg>2</svg>');
  expect((await put('plan.pdf', '%PDF-1.4')).body.path).toBe('/documents/plan.pdf');
  for (const [name, bytes, status, message] of [
    ['run.exe', 'MZ', 400, 'must end in one of'],
    ['my plan.svg', '<svg/>', 400, 'the name must be'],
    ['empty.svg', '', 400, 'the file is empty'],
    ['big.png', Buffer.alloc(2 * 1024 * 1024 + 1), 413, 'at most 2 MB'],
  ] as const) {
    const answer = await put(name, bytes);
    expect([answer.status, answer.body.message], name).toEqual([status, expect.stringContaining(message)]);
  }
  expect((await office.form(at('files'), [['original', 'x']])).body.message).toBe('Please choose a file.');
  const two = ['a.svg', 'b.svg'].map((name) => ['file', { name, bytes: '<svg/>' }] as const);
  expect(await office.form(at('files'), two)).toMatchObject({
    status: 400,
    body: { message: 'Please send one file only.' },
  });
  expect((await office.post(at('files'), { file: 'x' })).status).toBe(415);
  expect(await office.delete(at('files/images/P001.svg'))).toMatchObject({
    status: 409,
    body: { message: 'Project P001 shows /images/P001.svg: choose another file for it first.' },
  });
  expect((await office.delete(at('files/documents/plan.pdf'))).status).toBe(204);
  expect((await office.get(at('files'))).body).toMatchObject({
    files: [{ path: '/images/P001.svg', bytes: 12, used_by: ['P001'] }],
    next: null,
  });
  expect((await events()).map(({ act }) => act)).toEqual([
    'put-catalogue-file',
    'put-catalogue-file',
    'put-catalogue-file',
    'remove-catalogue-file',
  ]);
});

test('the download has what the command writes, and leaves a line', async () => {
  const { app, office, context, events, cookieOf, administrator } = await makeCatalogue();
  await office.form(at('files'), [['file', { name: 'P001.svg', bytes: '<svg/>' }]]);
  const { rawPayload, statusCode, headers } = await app.inject({
    url: at('export'),
    headers: { cookie: await cookieOf(administrator) },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip']);
  const zip = [...readZip(rawPayload)].map(([name, bytes]) => [name, bytes.toString()]);
  const entries: string[][] = [];
  for await (const { name, body } of catalogueEntries(context)) entries.push([name, body.toString()]);
  expect(zip).toEqual(entries);
  expect(zip.map(([name]) => name)).toContain('images/P001.svg');
  expect((await events()).at(-1)).toMatchObject({ act: 'export-catalogue' });
});

test('what cannot be undone asks whoever has a second factor for a fresh proof', async () => {
  const { office, context, administrator, clock, entry } = await makeCatalogue();
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ has_second_factor: 1 }).where('id', '=', administrator.id).execute(),
  );
  clock.advance(hourMs);
  for (const address of ['projects/P001', 'batches/WEB-1', `courses/${encodeURIComponent(web)}`])
    expect(await office.delete(at(address)), address).toMatchObject({
      status: 403,
      body: { code: 'proof_needed' },
    });
  expect(await entry('projects/P001')).toMatchObject({ id: 'P001' });
});

test('a long catalogue is read page by page, all of it once', async () => {
  const { office, context, course } = await makeCatalogue();
  for (let n = 0; n < 11; n++) await buildCourse(context, { name: `Course ${n}` });
  for (let n = 0; n < 9; n++) await buildBatch(context, { course_id: course.id, name: `MORE-${n}` });
  const first = (await office.get(at(''))).body;
  expect(first.courses).toHaveLength(10);
  expect(first.courses[0]).toMatchObject({ name: web, projects: [{ id: 'P001' }], next_projects: null });
  expect(first.courses[0].batches.map(({ name }: { name: string }) => name)).toEqual(
    [8, 7, 6, 5, 4, 3, 2, 1].map((n) => `MORE-${n}`),
  );
  const rest = (await office.get(at(`?after=${first.next}`))).body;
  expect([rest.courses.length, rest.next]).toEqual([2, null]);
  const { listed } = (
    await office.get(at(`courses/${encodeURIComponent(web)}?batches=${first.courses[0].next_batches}`))
  ).body;
  expect(listed.batches.map(({ name }: { name: string }) => name)).toEqual(['MORE-0', 'WEB-1']);
});

test('a ZIP is imported on screen as a folder is by the command: first what would change, then all of it or nothing', async () => {
  const { app, office, events, cookieOf, administrator, entry } = await makeCatalogue();
  const send = (zip: Buffer, ...more: [string, string][]) =>
    office.form(at('import'), [...more, ['file', { name: 'catalogue.zip', bytes: zip }]]);
  const { rawPayload } = await app.inject({
    url: at('export'),
    headers: { cookie: await cookieOf(administrator) },
  });
  const own = await send(rawPayload, ['dry_run', 'yes']);
  expect(own).toMatchObject({ status: 200, body: { imported: false, faults: [], changes: [] } });
  const parts = [
    { name: 'catalogue/courses.yaml', data: '- name: Art\n' },
    { name: 'catalogue/batches.yaml', data: '- name: ART-1\n  course: Art\n  start: 2026-12-01\n' },
    { name: 'catalogue/images/art.svg', data: '<svg/>' },
    { name: 'catalogue/people.csv', data: 'email\nnobody\n' },
    { name: '__MACOSX/courses.yaml', data: 'x' },
  ];
  const dry = await send(makeZip(parts), ['dry_run', 'yes']);
  expect(dry.body).toEqual({
    imported: false,
    faults: [],
    parts: [
      { noun: 'courses', added: 1, changed: 0, unchanged: 0 },
      { noun: 'batches', added: 1, changed: 0, unchanged: 0 },
      { noun: 'files', added: 1, changed: 0, unchanged: 0 },
    ],
    changes: ['course Art', 'batch ART-1', 'file /images/art.svg'].map((what) => ({
      kind: 'added',
      what,
      fields: [],
    })),
  });
  expect((await office.get(at('batches/ART-1'))).status).toBe(404);
  expect((await send(makeZip(parts))).body).toMatchObject({ imported: true });
  expect(await entry('batches/ART-1')).toMatchObject({ course: 'Art' });
  expect((await events()).map(({ act, subject }) => `${act} ${subject}`)).toEqual([
    'export-catalogue catalogue',
    'import-course Art',
    'import-batch ART-1',
    'import-file /images/art.svg',
  ]);
  const wrong = makeZip([{ name: 'courses.yaml', data: '- name: Music\n- title: x\n' }]);
  expect((await send(wrong)).body).toMatchObject({
    imported: false,
    faults: [{ file: 'courses.yaml', line: 2 }, { message: expect.stringContaining('unknown key "title"') }],
  });
  expect((await office.get(at('courses/Music'))).status).toBe(404);
});

test('a ZIP that is not to be opened is refused in words', async () => {
  const { office, events } = await makeCatalogue();
  const refused: [what: string, zip: Buffer, message: string][] = [
    ['no ZIP', Buffer.from('hello'), 'it is damaged, or it is not a ZIP.'],
    ['nothing of a catalogue', makeZip([{ name: 'notes.txt', data: 'x' }]), 'it has none of courses.yaml'],
    [
      'a bomb',
      makeZip([{ name: 'images/bomb.svg', data: Buffer.alloc(8 * 1024 * 1024), bytes: 100 }]),
      'it is damaged',
    ],
    [
      'a picture that is too large',
      makeZip([{ name: 'images/big.png', data: Buffer.alloc(3 * 1024 * 1024) }]),
      'images/big.png is too large when unpacked.',
    ],
    [
      'more entries than anybody looks through',
      makeZip(Array.from({ length: 5_001 }, (_, n) => ({ name: `notes/${n}.txt`, data: '' }))),
      'it has more than 5000 entries.',
    ],
    ['a way out', makeZip([{ name: '../images/a.svg', data: 'x' }]), 'it is damaged'],
    [
      'an encrypted one',
      makeZip([{ name: 'courses.yaml', data: 'x', flags: 1 }]),
      'it is damaged, encrypted',
    ],
  ];
  for (const [what, zip, message] of refused) {
    const answer = await office.form(at('import'), [['file', { name: 'catalogue.zip', bytes: zip }]]);
    expect([answer.status, answer.body.message], what).toEqual([400, expect.stringContaining(message)]);
  }
  expect(await events()).toEqual([]);
});
