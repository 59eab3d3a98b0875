import { expect, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildProject,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makeTestApp, type Answer } from '#support/test-app';

/** What no form sends: courses, projects, the selection and the discussion answer with a message, never with a failure. */
async function makeFixture() {
  const app = await makeTestApp();
  const { context } = app;
  const course = await buildCourse(context, { name: 'Web' });
  const batch = await buildBatch(context, { name: 'OURS', course_id: course.id });
  const student = await buildStudent(context, { batch_id: batch.id });
  const project = await buildProject(context, { course_id: course.id });
  const question = await buildQuestion(context, { batch_id: batch.id, author_id: student.id });
  const discussion = `/api/discussion/discussion/${student.email}`;
  const client = await app.as(student);
  return { ...app, student, project, discussion, client, own: `${discussion}/question/${question.id}` };
}
type Fixture = Awaited<ReturnType<typeof makeFixture>>;

/** Every change, with a body of one field that holds the given value. */
const changes: Record<string, (fixture: Fixture, value: unknown) => Promise<Answer>> = {
  ask: ({ client, discussion }, value) => client.post(`${discussion}/question`, { question: value }),
  answer: ({ client, own }, value) => client.post(`${own}/answer`, { answer: value }),
  edit: ({ client, own }, value) => client.put(own, { questionText: value }),
  select: ({ client, student }, value) =>
    client.post('/api/students/selectProject', { sp_id: student.email, p_id: value }),
};

const reads = (value: string) => [
  `/api/auth/batches?q=${value}`,
  `/api/students/studentCourse/${value}`,
  `/api/students/availableProjects/${value}`,
  `/api/projects/projects/${value}`,
  `/api/references/projects/${value}`,
  `/api/students/studentswithprojects/${value}`,
  `/api/discussion/discussion/${value}`,
];

test('markup is kept as the text that it is', async () => {
  const fixture = await makeFixture();
  const text = `<script>alert("1")</script><img src=x onerror='alert(2)'> \u2028 </script> {{x}} \${y} 😀 \u202e`;
  expect((await changes.ask?.(fixture, text))?.status).toBe(201);
  expect((await changes.answer?.(fixture, text))?.status).toBe(201);
  expect((await changes.edit?.(fixture, text))?.status).toBe(200);
  const answer = await fixture.client.get(fixture.discussion);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  const [edited, asked] = answer.body.questions;
  expect([edited.question, ...edited.answers, edited.comments[0].text, asked.question]).toEqual(
    Array(4).fill(text),
  );
});

test('a NUL character is refused wherever text goes', async () => {
  const fixture = await makeFixture();
  for (const [name, change] of Object.entries(changes)) {
    expect((await change(fixture, 'a\0b')).status, name).toBe(400);
  }
  for (const url of reads('a%00b')) expect((await fixture.client.get(url)).status, url).toBe(400);
  expect((await fixture.client.get(`${fixture.discussion}?before=%00`)).status).toBe(400);
});

test('a megabyte of text is refused, by its field or as a whole', async () => {
  const fixture = await makeFixture();
  for (const [name, change] of Object.entries(changes)) {
    expect((await change(fixture, 'x'.repeat(1024 * 1024))).status, name).toBe(413);
  }
  for (const name of ['ask', 'answer', 'edit']) {
    expect((await changes[name]?.(fixture, 'x'.repeat(200_000)))?.status, name).toBe(400);
  }
});

test('wrong types and deep values are refused', async () => {
  const fixture = await makeFixture();
  const deep = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
  for (const [name, change] of Object.entries(changes)) {
    for (const value of [null, 0, 1.5, true, [], ['x'], {}, { length: 5 }, deep(1000)]) {
      expect((await change(fixture, value)).status, `${name} ${JSON.stringify(value).slice(0, 20)}`).toBe(
        400,
      );
    }
  }
  const { body } = await fixture.client.get(fixture.discussion);
  expect(body.questions).toHaveLength(1);
});

test('odd addresses never fail', async () => {
  const { client, discussion } = await makeFixture();
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    '%25',
    '%2e%2e%2f',
    '%F0%9F%98%80',
    `${'x'.repeat(400)}`,
    `${'x'.repeat(600)}`,
    "'%20or%201=1--",
    '%22%3B',
    '%20',
    '%ff',
    '%',
    '1e309',
    '[object%20Object]',
  ];
  for (const value of odd) {
    const urls = [
      ...reads(value),
      `${discussion}?before=${value}`,
      `${discussion}?limit=${value}`,
      `${discussion}?limit[]=1&${value}=1`,
    ];
    for (const url of urls) expect((await client.get(url)).status, url).toBeLessThan(500);
    const ways = [
      await client.put(`${discussion}/question/${value}`, { questionText: 'x' }),
      await client.delete(`${discussion}/question/${value}`),
      await client.put(`${discussion}/question/${value}/favorite`),
    ];
    for (const { status } of ways) {
      expect(status, value).toBeGreaterThanOrEqual(400);
      expect(status, value).toBeLessThan(500);
    }
  }
});

test('fields that a body may not set change nothing', async () => {
  const fixture = await makeFixture();
  const { client, student, project, discussion, context } = fixture;
  const before = await context.database.reader.selectFrom('accounts').selectAll().execute();
  const extra = {
    role: 'administrator',
    batch: 'X',
    batch_id: 99,
    account_id: 99,
    id: 99,
    author_id: 99,
    exit_score: 100,
  };
  await client.post('/api/students/selectProject', { sp_id: student.email, p_id: project.id, ...extra });
  await client.post(`${discussion}/question`, { question: 'Mine?', ...extra, deleted_at: 1, view_count: 7 });
  expect(await context.database.reader.selectFrom('accounts').selectAll().execute()).toEqual(before);
  expect((await client.get(discussion)).body.questions.at(-1)).toMatchObject({ question: 'Mine?', views: 0 });
  const asked = context.database.reader.selectFrom('questions').orderBy('id', 'desc').selectAll();
  expect(await asked.executeTakeFirst()).toMatchObject({ author_id: student.id, deleted_at: null });
});

test('of a list of wrong entries the first is named, and a very long list is refused as a whole', async () => {
  const { as, context } = await makeTestApp();
  const office = await as(await buildAdministrator(context));
  const add = (overview: unknown[]) =>
    office.post('/api/staff/catalogue/projects', { id: 'new', name: 'New', overview });
  const { status, body } = await add(Array.from({ length: 1_000 }, () => 1));
  expect(status).toBe(400);
  expect(body.fields.filter(({ name }: { name: string }) => name === 'overview')).toHaveLength(1);
  const long = await add(Array.from({ length: 1_001 }, () => 'One.'));
  expect([long.status, long.body.message]).toEqual([400, 'A list can have at most 1,000 entries.']);
  expect((await add([[Array.from({ length: 1_001 }, () => 1)]])).body.message).toMatch(
    /at most 1,000 entries/,
  );
});
