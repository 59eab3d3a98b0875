import { expect, test } from 'vitest';
import { buildSelection, buildStudent } from '#support/factories';
import { batch, courses, importFiles, project, refusalOf } from '#support/import-folder';
import { makeTestApp, makeTestContext, type TestContext } from '#support/test-app';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const catalogue = {
  'courses.yaml': courses,
  'batches.yaml':
    batch('WEB-1', '  default: true\n  mentors: [Asha, Biju]\n') + batch('WEB-2', '  open: false\n'),
  'projects.yaml': project('P001') + project('P002', { course: 'data  science' }),
  'images/P001.svg': svg,
  'documents/P001.html': '<!doctype html><title>Plan</title>',
};

async function rowCounts({ context }: TestContext): Promise<number[]> {
  const tables = [
    'courses',
    'batches',
    'batch_mentors',
    'projects',
    'catalogue_files',
    'imported_people',
    'audit_log',
  ] as const;
  return Promise.all(
    tables.map(
      async (table) => (await context.database.reader.selectFrom(table).selectAll().execute()).length,
    ),
  );
}

test('a folder of everything is imported at once, and a second time changes nothing', async () => {
  const app = await makeTestApp();
  expect(await importFiles(app.context, catalogue)).toEqual({
    courses: '2/0/0',
    batches: '2/0/0',
    projects: '2/0/0',
    files: '2/0/0',
  });
  const after = await rowCounts(app);
  expect(await importFiles(app.context, catalogue)).toEqual({
    courses: '0/0/2',
    batches: '0/0/2',
    projects: '0/0/2',
    files: '0/0/2',
  });
  expect(await rowCounts(app)).toEqual(after);
  const open = (await app.nobody.get('/api/auth/batches')).body;
  expect(open).toEqual([{ name: 'WEB-1', course: 'Web Development' }]);
  const batches = await app.context.database.reader
    .selectFrom('batches')
    .selectAll()
    .orderBy('name')
    .execute();
  expect(batches[0]).toMatchObject({
    starts_at: Date.parse('2026-11-01T18:30:00Z'),
    is_default: 1,
    viva_deadline: null,
  });
});

test('a student sees what was imported', async () => {
  const app = await makeTestApp();
  await importFiles(app.context, catalogue);
  const { id } = await app.context.database.reader
    .selectFrom('batches')
    .where('name', '=', 'WEB-1')
    .select('id')
    .executeTakeFirstOrThrow();
  const client = await app.as(await buildStudent(app.context, { batch_id: id }));
  const [read] = (await client.get('/api/projects/projects/P001')).body;
  expect(read).toMatchObject({
    course: 'Web Development',
    overview: ['Plan', 'Build'],
    project_url: '/documents/P001.html',
  });
  expect((await client.get('/images/P001.svg')).status).toBe(200);
  expect((await client.get('/api/students/availableProjects/Web%20Development')).body).toHaveLength(1);
});

test('one fault anywhere leaves nothing behind, and every fault is told', async () => {
  const app = await makeTestContext();
  const lines = await refusalOf(app.context, {
    ...catalogue,
    'batches.yaml': batch('WEB-1') + '- name: BAD\n  course: Cooking\n  start: 2026-11-02\n',
    'projects.yaml': project('P001', { ref1: 'ftp://example.test' }),
    'images/P001.bmp': 'BM',
  });
  expect(lines).toEqual([
    'projects.yaml:10:9: "ref1" must be an address that begins with http:// or https://',
    'batches.yaml:5:11: unknown course "Cooking"; known: Data Science, Web Development',
    'images/P001.bmp:1:1: files in images/ must end in one of: svg, png, jpg, jpeg, webp, avif',
  ]);
  expect(await rowCounts(app)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('a dry run checks and counts, and writes nothing', async () => {
  const app = await makeTestContext();
  expect(await importFiles(app.context, catalogue, { dryRun: true })).toMatchObject({ batches: '2/0/0' });
  expect(await rowCounts(app)).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test.each([
  [
    { 'courses.yaml': '- name: Art\n- name: " ART "\n' },
    ['courses.yaml:2:9: the course "ART" appears twice'],
  ],
  [
    { 'batches.yaml': batch('WEB-1') + batch('web - 1') },
    ['batches.yaml:4:9: the batch "web - 1" appears twice'],
  ],
  [
    { 'batches.yaml': batch('WEB-1', '  default: true\n') + batch('WEB-2', '  default: true\n') },
    ['batches.yaml:8:12: only one batch can be the default; set "default: false" for "WEB-1" first'],
  ],
  [{ 'batches.yaml': batch('a@b') }, ['batches.yaml:1:9: "name" must not contain an @']],
  [
    { 'projects.yaml': project('P001') + project('P001') },
    ['projects.yaml:14:7: the project P001 appears twice'],
  ],
  [
    { 'projects.yaml': project('P/1') },
    ['projects.yaml:1:7: "id" must be 1 to 40 letters, digits, dots, hyphens or underscores, such as P001'],
  ],
  [
    { 'projects.yaml': project('P1', { backgroundImage: '//evil.test/x.svg' }) },
    [
      'projects.yaml:8:20: "backgroundImage" must be a path such as /images/plan.svg, or an address that begins with http:// or https://',
    ],
  ],
  [
    { 'projects.yaml': project('P1', { project_url: 'https://evil.test/x' }) },
    [
      'projects.yaml:9:16: "project_url" is an address that the portal does not show in a frame; allowed hosts: the portal itself (a path such as /documents/plan.html), docs.google.com, drive.google.com (setting FRAME_HOSTS)',
    ],
  ],
  [
    { 'projects.yaml': project('P1', { project_url: 'javascript:alert(1)' }) },
    [
      'projects.yaml:9:16: "project_url" must be a path such as /documents/plan.html, or an address that begins with http:// or https://',
    ],
  ],
  [
    { 'images/a b.svg': '<svg/>' },
    ['images/a b.svg:1:1: the name must be 1 to 120 letters, digits, dots, hyphens or underscores'],
  ],
  [{ 'documents/a.html': '' }, ['documents/a.html:1:1: the file is empty']],
  [
    { 'documents/a.pdf': Buffer.alloc(2 * 1024 * 1024 + 1, 1) },
    ['documents/a.pdf:1:1: the file has 2097153 bytes; at most 2097152 (2 MB) are allowed'],
  ],
  [
    { 'courses.yaml': Buffer.from([0x2d, 0x20, 0x61, 0x0a, 0x2d, 0x20, 0xff]) },
    ['courses.yaml:2:3: is not UTF-8 text; save the file as UTF-8'],
  ],
  [
    { 'courses.yaml': '- name: a\n- name: b\0\n' },
    ['courses.yaml:2:10: contains the character U+0000, which is not allowed'],
  ],
])('%j is refused', async (files, lines) => {
  const app = await makeTestContext();
  await importFiles(app.context, { 'courses.yaml': courses });
  expect(await refusalOf(app.context, files as Record<string, string | Buffer>)).toEqual(lines);
});

test('documents in a frame come from the portal or the hosts that are set', async () => {
  const app = await makeTestContext({
    settings: { frameHosts: ['*.docs.test', 'drive.test:8443'], publicUrl: new URL('https://portal.test') },
  });
  const urls = [
    'https://portal.test/x',
    'https://a.docs.test/x',
    'https://drive.test:8443/x',
    '/documents/x.html',
  ];
  const files = urls.map((project_url, index) => project(`P${index}`, { project_url })).join('');
  await importFiles(app.context, { 'courses.yaml': courses, 'projects.yaml': files });
  for (const project_url of ['https://docs.test/x', 'https://drive.test/x', 'https://adocs.test/x']) {
    expect(await refusalOf(app.context, { 'projects.yaml': project('P9', { project_url }) })).toHaveLength(1);
  }
});

test('changes are carried over, each with its before and after in the audit log', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, catalogue);
  const changed = await importFiles(app.context, {
    'batches.yaml':
      batch('web-1', '  default: false\n  mentors: [Asha, Chitra]\n  viva_deadline: 2027-01-31 17:00\n') +
      batch('WEB-2', '  default: true\n'),
    'projects.yaml': project('P001', { name: 'Another name' }),
    'images/P001.svg': `${svg}\n`,
  });
  expect(changed).toEqual({ batches: '0/2/0', projects: '0/1/0', files: '0/1/0' });
  const { reader } = app.context.database;
  expect(
    await reader.selectFrom('batches').select(['name', 'is_default', 'is_open']).orderBy('id').execute(),
  ).toEqual([
    { name: 'web-1', is_default: 0, is_open: 1 },
    { name: 'WEB-2', is_default: 1, is_open: 1 },
  ]);
  const mentors = await reader.selectFrom('batch_mentors').select('name').orderBy('name').execute();
  expect(mentors.map(({ name }) => name)).toEqual(['Asha', 'Chitra']);
  const log = await reader
    .selectFrom('audit_log')
    .where('before', 'is not', null)
    .select(['actor_id', 'act', 'subject', 'before', 'after'])
    .orderBy('id')
    .execute();
  expect(log.map(({ act }) => act)).toEqual([
    'import-batch',
    'import-batch',
    'import-project',
    'import-file',
  ]);
  expect(log[2]).toMatchObject({
    actor_id: null,
    before: '{"name":"Project P001"}',
    after: '{"name":"Another name"}',
  });
});

test('the default batch of the database counts too', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, catalogue);
  expect(await refusalOf(app.context, { 'batches.yaml': batch('WEB-3', '  default: true\n') })).toEqual([
    'batches.yaml:4:12: only one batch can be the default; set "default: false" for "WEB-1" first',
  ]);
});

test('what students have chosen keeps its course', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, catalogue);
  const { id } = await app.context.database.reader
    .selectFrom('batches')
    .where('name', '=', 'WEB-1')
    .select('id')
    .executeTakeFirstOrThrow();
  const student = await buildStudent(app.context, { batch_id: id });
  await buildSelection(app.context, { account_id: student.id, project_id: 'P001' });
  const moved = { course: 'Data Science' };
  expect(
    await refusalOf(app.context, {
      'batches.yaml': batch('WEB-1').replace('Web Development', 'Data Science'),
      'projects.yaml': project('P001', moved) + project('P003', moved),
    }),
  ).toEqual([
    'batches.yaml:2:11: students of WEB-1 have already chosen projects, so its course must stay "Web Development"',
    'projects.yaml:3:11: students have chosen P001 already; its course stays "Web Development"',
  ]);
});

test('a mentor with an account keeps a batch that the file does not name', async () => {
  const app = await makeTestContext();
  await importFiles(app.context, catalogue);
  const { database } = app.context;
  const mentor = await buildStudent(app.context, { role: 'mentor', name: 'Biju', batch_id: null });
  await database.transaction((writer) =>
    writer.updateTable('batch_mentors').set({ account_id: mentor.id }).where('name', '=', 'Biju').execute(),
  );
  await importFiles(app.context, {
    'batches.yaml': batch('WEB-1', '  default: true\n  mentors: [Chitra, biju, CHITRA]\n'),
  });
  const names = await database.reader.selectFrom('batch_mentors').select('name').orderBy('name').execute();
  expect(names.map(({ name }) => name)).toEqual(['Biju', 'CHITRA']);
});

test('that the comment comes first is taken from the file, and left as it is where the file does not say', async () => {
  const app = await makeTestContext();
  const setting = async () =>
    (
      await app.context.database.reader
        .selectFrom('batches')
        .select('comment_first')
        .executeTakeFirstOrThrow()
    ).comment_first;
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  expect(await setting()).toBe(0);
  await importFiles(app.context, { 'batches.yaml': batch('WEB-1', '  comment_first: true\n') });
  expect(await setting()).toBe(1);
  expect(await importFiles(app.context, { 'batches.yaml': batch('WEB-1') })).toEqual({ batches: '0/0/1' });
  expect(await setting()).toBe(1);
});

test.each([
  ['extension_days', 30],
  ['review_days', 90],
] as const)(
  '%s is taken from the file, left as it is where it does not say, and ended by null',
  async (name, most) => {
    const app = await makeTestContext();
    const days = async () =>
      (await app.context.database.reader.selectFrom('batches').select(name).executeTakeFirstOrThrow())[name];
    await importFiles(app.context, {
      'courses.yaml': courses,
      'batches.yaml': batch('WEB-1', `  ${name}: 3\n`),
    });
    expect(await days()).toBe(3);
    expect(await importFiles(app.context, { 'batches.yaml': batch('WEB-1') })).toEqual({ batches: '0/0/1' });
    expect(await days()).toBe(3);
    await expect(
      importFiles(app.context, { 'batches.yaml': batch('WEB-1', `  ${name}: ${most + 1}\n`) }),
    ).rejects.toMatchObject({ faults: [{ message: expect.stringContaining(`from 1 to ${most}`) }] });
    await importFiles(app.context, { 'batches.yaml': batch('WEB-1', `  ${name}: null\n`) });
    expect(await days()).toBeNull();
  },
);

test('the viva deadline is taken from the file, left as it is where it does not say, and removed by null', async () => {
  const app = await makeTestContext();
  const deadline = async () =>
    (
      await app.context.database.reader
        .selectFrom('batches')
        .select('viva_deadline')
        .executeTakeFirstOrThrow()
    ).viva_deadline;
  const written = batch('WEB-1', '  viva_deadline: 2027-01-31 17:00\n');
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': written });
  expect(await deadline()).toBe(Date.parse('2027-01-31T11:30:00Z'));
  expect(await importFiles(app.context, { 'batches.yaml': batch('WEB-1') })).toEqual({ batches: '0/0/1' });
  expect(await deadline()).toBe(Date.parse('2027-01-31T11:30:00Z'));
  await importFiles(app.context, { 'batches.yaml': batch('WEB-1', '  viva_deadline: null\n') });
  expect(await deadline()).toBeNull();
});

test('times for choosing are taken from the file, left as they are where it does not say, and ended by null', async () => {
  const app = await makeTestApp();
  const times = () =>
    app.context.database.reader
      .selectFrom('batches')
      .select(['choose_from', 'choose_until'])
      .executeTakeFirstOrThrow();
  const from = (day: string) => `  choose_from: ${day}\n`;
  const written = batch('WEB-1', `${from('2027-01-05')}  choose_until: 2027-01-12\n`);
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': written });
  const set = {
    choose_from: Date.parse('2027-01-04T18:30:00Z'),
    choose_until: Date.parse('2027-01-12T18:29:59Z'),
  };
  expect(await times()).toEqual(set);
  expect(await importFiles(app.context, { 'batches.yaml': batch('WEB-1') })).toEqual({ batches: '0/0/1' });
  expect(await times()).toEqual(set);
  await expect(
    importFiles(app.context, { 'batches.yaml': batch('WEB-1', from('2027-02-01')) }),
  ).rejects.toMatchObject({ faults: [{ message: 'must be after choose_from' }] });
  await importFiles(app.context, {
    'batches.yaml': batch('WEB-1', '  choose_from: null\n  choose_until: null\n'),
  });
  expect(await times()).toEqual({ choose_from: null, choose_until: null });
});

test('who joins a batch is taken from the file, and left as it is where the file does not say', async () => {
  const app = await makeTestContext();
  const joining = async () =>
    (await app.context.database.reader.selectFrom('batches').select('joining').executeTakeFirstOrThrow())
      .joining;
  await importFiles(app.context, { 'courses.yaml': courses, 'batches.yaml': batch('WEB-1') });
  expect(await joining()).toBe('anyone');
  await importFiles(app.context, { 'batches.yaml': batch('WEB-1', '  joining: invited\n') });
  expect(await joining()).toBe('invited');
  expect(await importFiles(app.context, { 'batches.yaml': batch('WEB-1') })).toEqual({ batches: '0/0/1' });
  await expect(
    importFiles(app.context, { 'batches.yaml': batch('WEB-1', '  joining: everybody\n') }),
  ).rejects.toMatchObject({ faults: [{ message: '"joining" must be anyone or invited' }] });
  await expect(
    importFiles(app.context, { 'batches.yaml': batch('WEB-1', '  default: true\n') }),
  ).rejects.toMatchObject({
    faults: [{ message: expect.stringContaining('cannot be for invited people only') }],
  });
});

test('seats are taken from the file, left as they are where it does not say, and taken away by null', async () => {
  const app = await makeTestContext();
  const seats = async () =>
    (await app.context.database.reader.selectFrom('projects').select('seats').executeTakeFirstOrThrow())
      .seats;
  await importFiles(app.context, {
    'courses.yaml': courses,
    'projects.yaml': project('P001', { seats: '8' }),
  });
  expect(await seats()).toBe(8);
  expect(await importFiles(app.context, { 'projects.yaml': project('P001') })).toEqual({ projects: '0/0/1' });
  for (const wrong of ['-1', '1.5', 'ten', '10001']) {
    await expect(
      importFiles(app.context, { 'projects.yaml': project('P001', { seats: wrong }) }),
    ).rejects.toMatchObject({
      faults: [{ message: '"seats" must be a whole number from 0 to 10000, or empty (null) for no limit' }],
    });
  }
  await importFiles(app.context, { 'projects.yaml': project('P001', { seats: 'null' }) });
  expect(await seats()).toBeNull();
});
