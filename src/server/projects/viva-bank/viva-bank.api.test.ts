import { expect, test } from 'vitest';
import type { VivaBank } from '#contract/projects/viva-bank';
import { importFiles, project as projectLine, courses, refusalOf } from '#support/import-folder';
import { makePortalFixture } from '#support/portal-fixture';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestContext } from '#support/test-app';
import { bankOf } from './bank.ts';

const empty: VivaBank = {
  introduction: [],
  methodology: [],
  findings: [],
  challenges: [],
  qa: [],
  conclusion: [],
  samples: [],
  bring: '',
};
const full: VivaBank = {
  ...empty,
  introduction: ['Who is it **for**?'],
  qa: ['What does `await` wait for?', 'രണ്ടാമത്തെ ചോദ്യം?', '# Not a heading'],
  samples: ['What was hard?', 'What would you *change*?'],
  bring: 'A laptop.\n\n- the *report*',
};

async function makeBank() {
  const portal = await makePortalFixture({ classmate: {} });
  const { clients, project, people } = portal;
  const url = (id = project.id) => `/api/staff/projects/${id}/viva-questions`;
  const ofStudent = async (who: 'student' | 'mentor' = 'student') =>
    (await clients[who].get(`/api/students/viva-preparation/${people.student.email}`)).body;
  const set = (body: object, headers = {}) => clients.mentor.put(url(), body, headers);
  return { ...portal, url, ofStudent, set };
}

test('staff of the course read every question; students the samples and what to bring, as safe Markdown', async () => {
  const { clients, set, url, ofStudent, project } = await makeBank();
  const { id, name, course } = project as { id: string; name?: string; course?: string };
  expect((await clients.mentor.get(url())).body).toMatchObject({ project: { id }, ...empty });
  expect(await ofStudent()).toEqual({ samples: [], bring: null });
  expect((await set({ ...full, bring: `  ${full.bring}\n ` })).status).toBe(200);
  const { body } = await clients.administrator.get(url());
  expect(body).toMatchObject({
    project: { id, name: name ?? body.project.name, course: course ?? body.project.course },
    ...full,
  });
  const shown = await ofStudent();
  expect(shown.samples[0]).toEqual({ text: 'What was hard?', html: null });
  expect(shown.samples[1].html).toContain('<em>change</em>');
  expect(shown.bring.html).toContain('<li>the <em>report</em></li>');
  expect(Object.keys(shown)).toEqual(['samples', 'bring']);
  expect(await ofStudent('mentor')).toEqual(shown);
  await set(empty);
  expect(await ofStudent()).toEqual({ samples: [], bring: null });
});

test('two who write at once: other parts are kept, the same part is shown to the second', async () => {
  const { set, clients, url, app, people, project } = await makeBank();
  await set(full);
  const introduced = {
    ...full,
    introduction: ['Whom does it help?'],
    began: { introduction: full.introduction },
  };
  expect((await set(introduced)).status).toBe(200);
  const concluded = { ...full, conclusion: ['What is next?'], began: { conclusion: [] } };
  expect((await set(concluded)).status).toBe(200);
  expect((await clients.mentor.get(url())).body).toMatchObject({
    introduction: ['Whom does it help?'],
    conclusion: ['What is next?'],
    qa: full.qa,
  });
  const stale = { ...full, introduction: ['Nobody?'], began: { introduction: full.introduction } };
  const refused = await set(stale);
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: 'These questions were changed in the meantime. Your version is not saved yet.',
      current: { introduction: ['Whom does it help?'] },
    },
  });
  const key = { 'idempotency-key': 'k' };
  const brings = { ...full, bring: 'A pen.', began: { bring: full.bring } };
  expect((await set(brings, key)).status).toBe(200);
  await set({ ...full, bring: 'Two pens.', began: { bring: 'A pen.' } });
  expect((await set(brings, key)).body.bring).toBe('Two pens.');
  const lines = (await readAuditLog(app)).filter(({ act }) => act === 'change-viva-questions');
  expect(lines.map(({ before, after }) => [before, after])).toEqual([
    [
      { introduction: [], qa: [], samples: [], bring: '' },
      { introduction: full.introduction, qa: full.qa, samples: full.samples, bring: full.bring },
    ],
    [{ introduction: full.introduction }, { introduction: ['Whom does it help?'] }],
    [{ conclusion: [] }, { conclusion: ['What is next?'] }],
    [{ bring: full.bring }, { bring: 'A pen.' }],
    [{ bring: 'A pen.' }, { bring: 'Two pens.' }],
  ]);
  expect(lines[0]).toMatchObject({ actor_id: people.mentor.id, subject: project.id });
});

test.each([
  [{ introduction: ['one\ntwo'] }, 'introduction'],
  [{ findings: ['  '] }, 'findings'],
  [{ findings: ['\u200b'] }, 'findings'],
  [{ qa: ['x'.repeat(501)] }, 'qa'],
  [{ conclusion: Array.from({ length: 31 }, (_, n) => `Question ${n}`) }, 'conclusion'],
  [{ samples: ['1', '2', '3', '4'] }, 'samples'],
  [{ bring: 'x'.repeat(2_001) }, 'bring'],
])('%j is refused by its field', async (wrong, name) => {
  const { set } = await makeBank();
  const { status, body } = await set({ ...full, ...wrong });
  expect([status, body.fields?.map((field: { name: string }) => field.name.split('.')[0])]).toEqual([
    400,
    [name],
  ]);
});

test('the fullest bank in three bytes a letter is stored, and one question is changed', async () => {
  const { set } = await makeBank();
  const most = (count: number) => Array.from({ length: count }, (_, n) => `${n} `.padEnd(250, 'ക'));
  const list = most(30);
  const fullest = {
    introduction: list,
    methodology: list,
    findings: list,
    challenges: list,
    qa: list,
    conclusion: list,
    samples: most(3),
    bring: 'ക'.repeat(2_000),
  };
  expect((await set(fullest)).status).toBe(200);
  const changed = { ...fullest, qa: ['Why?'], began: { qa: list } };
  expect((await set(changed)).body.qa).toEqual(['Why?']);
});

test('students and mentors of other courses read no bank and change none', async () => {
  const { clients, url } = await makeBank();
  for (const who of ['student', 'classmate', 'foreignMentor'] as const) {
    expect((await clients[who].get(url())).status, who).toBe(403);
    expect((await clients[who].put(url(), full)).status, who).toBe(403);
  }
  expect((await clients.mentor.get(url('NOPE'))).status).toBe(403);
  expect((await clients.administrator.get(url('NOPE'))).status).toBe(404);
});

const withViva = (viva: string) => ({
  'courses.yaml': courses,
  'projects.yaml': `${projectLine('P001')}${viva}`,
});

test('an import brings questions, leaves parts that it does not name, and changes nothing twice', async () => {
  const app = await makeTestContext();
  const read = () => bankOf(app.context.database.reader, 'P001');
  const viva = `  viva:
    introduction:
      - Who is it for?
      - "Why: now?"
    samples: [What was hard?]
    bring: |-
      A laptop.

      - a pen
`;
  expect(await importFiles(app.context, withViva(viva), { dryRun: true })).toMatchObject({
    'viva questions': '1/0/0',
  });
  expect(await read()).toEqual(empty);
  expect(await importFiles(app.context, withViva(viva))).toMatchObject({ 'viva questions': '1/0/0' });
  expect(await read()).toEqual({
    ...empty,
    introduction: ['Who is it for?', 'Why: now?'],
    samples: ['What was hard?'],
    bring: 'A laptop.\n\n- a pen',
  });
  expect(await importFiles(app.context, withViva(viva))).toMatchObject({
    projects: '0/0/1',
    'viva questions': '0/0/1',
  });
  expect(await importFiles(app.context, withViva(''))).toEqual({ courses: '0/0/2', projects: '0/0/1' });
  const part = '  viva:\n    samples: []\n    qa: [Why?]\n';
  expect(await importFiles(app.context, withViva(part))).toMatchObject({ 'viva questions': '0/1/0' });
  expect(await read()).toMatchObject({
    introduction: ['Who is it for?', 'Why: now?'],
    samples: [],
    qa: ['Why?'],
  });
});

test.each([
  [
    '    question: []\n',
    'unknown key "question"; allowed: introduction, methodology, findings, challenges, qa',
  ],
  ['    samples: [a, b, c, d]\n', '"samples" must be a list of at most 3 questions'],
  ['    qa: Why?\n', '"qa" must be a list of at most 30 questions'],
  ['    qa:\n      - |-\n        Why?\n        How?\n', 'must be on one line'],
  ['    qa: ["\\u200b"]\n', 'must have visible characters'],
  ['    qa: [5]\n', '(put quotes around it)'],
  [`    bring: ${'x'.repeat(2_001)}\n`, '"bring" must be a text of at most 2,000 characters'],
])('%j is refused with its line', async (viva, message) => {
  const app = await makeTestContext();
  const [line] = await refusalOf(app.context, withViva(`  viva:\n${viva}`));
  expect(line).toMatch(/^projects\.yaml:\d+:\d+: /);
  expect(line).toContain(message);
});

test('a project is removed with its questions, of which the audit log keeps a copy', async () => {
  const { app, clients } = await makeBank();
  await importFiles(app.context, withViva('  viva:\n    qa: [Why?]\n'));
  const url = '/api/staff/catalogue/projects/P001';
  const { status } = await clients.administrator.delete(url, {});
  expect(status).toBe(204);
  expect(await app.context.database.reader.selectFrom('viva_questions').select('part').execute()).toEqual([]);
  const removed = (await readAuditLog(app)).find(({ act }) => act === 'remove-project');
  expect(removed?.before).toMatchObject({ viva: { qa: ['Why?'] } });
});
