import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { picture } from '#support/attachments';
import { buildMentor } from '#support/factories';
import { makeImportFolder } from '#support/import-folder';
import { makeTestApp, makeTestContext, type TestContext } from '#support/test-app';
import { loadSample } from './sample/sample-files.ts';
import { importSources } from './import/import-sources.ts';
import { readSources } from './import/read-sources.ts';
import { catalogueEntries } from './catalogue-entries.ts';

type Files = Record<string, string | Buffer>;

async function exportOf({ context }: TestContext): Promise<Files> {
  const files: Files = {};
  for await (const { name, body } of catalogueEntries(context)) files[name] = body;
  return files;
}

async function importInto({ context }: TestContext, files: Files) {
  return importSources(context, await readSources(makeImportFolder(files)));
}

/** Texts on which a careless writer of YAML stumbles. */
const awkward = [
  'yes',
  '1e3',
  '2026-11-02',
  '- a: b # c',
  'ends with a colon:',
  '"quoted" and \'single\'',
  'first line\n\n  indented\nlast line',
  'tab\tinside, back\\slash',
  'nul-free control \u0001, next line \u0085, separator \u2028',
  'മലയാളം, ನಮಸ್ಕಾರ, 😀',
  '| looks like a block',
  '%TAG, &anchor, *alias, !tag, @at, `tick`',
  'x'.repeat(300) + ' ' + 'y'.repeat(300),
];

const yaml = (value: unknown) => JSON.stringify(value);

/** A catalogue in which every key of the files says something. */
function everything(): Files {
  const briefs = Object.fromEntries(tasks.map((task, index) => [task, awkward[index]]));
  const project = {
    id: 'P001',
    name: 'yes',
    course: 'web  development',
    details: awkward.join('\n'),
    overview: awkward,
    prerequisiteKnowledge: ['null', '~', '0x1f', 'true'],
    jobOpportunities: [' trimmed '.trim(), '5'],
    backgroundImage: '/images/plan.svg',
    project_url: '/documents/plan.html',
    ref1: 'https://example.test/?a=1&b=%20#x',
    ref2: 'https://example.test/:',
    ref3: 'http://example.test/3',
    ref4: 'https://example.test/4',
    briefs,
    rubrics: {
      'week-1': [
        { text: 'It opens: "yes"', points: 60.25 },
        { text: '# not a comment', points: -5, optional: true },
      ],
      viva: [{ text: 'Says why', points: 100 }],
    },
    viva: {
      introduction: awkward.filter((text) => !text.includes('\n')).map((text) => text.slice(0, 500)),
      conclusion: ['Why?'],
      samples: ['- not a list', '# no heading', 'yes'],
      bring: awkward.join('\n'),
    },
  };
  const archived = {
    ...project,
    id: 'p001',
    name: 'Retired',
    retired: true,
    briefs: {},
    rubrics: {},
    viva: {},
  };
  return {
    'courses.yaml': yaml([{ name: 'Web Development' }, { name: 'no', retired: true }]),
    'batches.yaml': yaml([
      {
        name: 'WEB: 1',
        course: 'Web Development',
        start: '2026-11-02',
        viva_deadline: '2026-12-20 23:59:59',
        default: true,
        comment_first: true,
        due: { 'week-1': 3, final: '2026-12-24' },
        extension_days: 2,
        review_days: 7,
        choose_from: '2026-11-05 09:00',
        choose_until: '2026-11-12',
        mentors: ['Biju', 'Asha'],
      },
      {
        name: '2024',
        course: 'no',
        start: '2024-03-04',
        viva_deadline: '2024-08-01T18:29:59.999Z',
        open: false,
        retired: true,
        mentors: [],
      },
    ]),
    'projects.yaml': yaml([project, archived]),
    'images/plan.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'images/photo.PNG': picture('png'),
    'documents/plan.html': '<!doctype html><title>Plan</title>',
  };
}

test('an export is the same to the byte once it has been imported into an empty portal', async () => {
  const app = await makeTestContext();
  await importInto(app, everything());
  // A name with an account is a name in the file.
  const [batch] = await app.context.database.reader.selectFrom('batches').select('id').execute();
  await buildMentor(app.context, [batch!.id], { name: 'Chitra' });
  const exported = await exportOf(app);
  expect(Object.keys(exported)).toEqual([
    'courses.yaml',
    'batches.yaml',
    'projects.yaml',
    'documents/plan.html',
    'images/photo.PNG',
    'images/plan.svg',
  ]);
  expect(exported['batches.yaml']).toBe(`- name: "WEB: 1"
  course: Web Development
  start: 2026-11-02
  viva_deadline: 2026-12-20 23:59:59
  open: true
  default: true
  comment_first: true
  due:
    week-1: 3
    final: 2026-12-24
  extension_days: 2
  review_days: 7
  choose_from: 2026-11-05 09:00:00
  choose_until: 2026-11-12 23:59:59
  mentors:
    - Asha
    - Biju
    - Chitra
- name: "2024"
  course: no
  start: 2024-03-04
  viva_deadline: 2024-08-01T18:29:59.999Z
  open: false
  default: false
  retired: true
  mentors: []
`);
  const empty = await makeTestContext();
  await importInto(empty, exported);
  expect(await exportOf(empty)).toEqual(exported);
});

test('a portal that gets its own export back finds nothing to change, the sample too', async () => {
  for (const fill of [
    (app: TestContext) => importInto(app, everything()),
    (app: TestContext) => loadSample(app.context),
  ]) {
    const app = await makeTestContext();
    await fill(app);
    const report = await importInto(app, await exportOf(app));
    expect(report.map(({ noun }) => noun)).toEqual([
      'courses',
      'batches',
      'projects',
      'rubrics',
      'viva questions',
      'files',
    ]);
    for (const { noun, changes, unchanged } of report) {
      expect(changes, noun).toEqual([]);
      expect(unchanged, noun).toBeGreaterThan(0);
    }
  }
});

test('a portal without a catalogue exports lists that an import takes', async () => {
  const app = await makeTestContext();
  const exported = await exportOf(app);
  expect(exported).toEqual({ 'courses.yaml': '[]\n', 'batches.yaml': '[]\n', 'projects.yaml': '[]\n' });
  expect((await importInto(app, exported)).flatMap(({ changes }) => changes)).toEqual([]);
});

test('an export is of one instant, whatever is edited while it is read', async () => {
  const app = await makeTestContext();
  const { database } = app.context;
  await importInto(app, everything());
  const before = await exportOf(app);
  const files: Files = {};
  for await (const { name, body } of catalogueEntries(app.context)) {
    files[name] = body;
    if (name !== 'projects.yaml') continue;
    await database.transaction(async (writer) => {
      await writer.deleteFrom('catalogue_files').where('path', '=', '/images/photo.PNG').execute();
      await writer
        .updateTable('catalogue_files')
        .set({ body: Buffer.from('another') })
        .where('path', '=', '/images/plan.svg')
        .execute();
    });
  }
  expect(files).toEqual(before);
  expect(Object.keys(await exportOf(app))).not.toContain('images/photo.PNG');
});

test('an export that nobody reads to its end holds nothing of the database', async () => {
  const app = await makeTestApp();
  await importInto(app, everything());
  const { pool } = app.context.database;
  const isPostgres = pool() !== null;
  // The portal's own jobs take a connection now and then, and give it back.
  const inUse = () => {
    const counted = pool();
    return counted === null ? 0 : counted.size - counted.idle;
  };
  for await (const { name } of catalogueEntries(app.context)) {
    expect(name).toBe('courses.yaml');
    await expect.poll(inUse).toBe(isPostgres ? 1 : 0);
    break;
  }
  await expect.poll(inUse).toBe(0);
});
