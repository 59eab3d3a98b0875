import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildComment, buildMentor, buildQuestion, buildSelection, buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';
import { recordQueries } from '#support/record-queries';

/** Reads that a dashboard or a discussion begins with: how many queries each may take, the session's included. */
async function makeReads() {
  const app = await makeTestApp();
  const { context } = app;
  const student = await buildStudent(context);
  const batch_id = student.batch_id as number;
  await buildMentor(context, [batch_id]);
  await buildSelection(context, { account_id: student.id });
  const course = await context.database.reader
    .selectFrom('batches')
    .innerJoin('courses', 'courses.id', 'batches.course_id')
    .where('batches.id', '=', batch_id)
    .select('courses.name')
    .executeTakeFirstOrThrow();
  const ask = async () => {
    const question = await buildQuestion(context, { batch_id, author_id: student.id });
    const author = await buildStudent(context, { batch_id });
    for (let n = 0; n < 3; n += 1) {
      await buildComment(context, { question_id: question.id, author_id: author.id });
    }
    return question;
  };
  const first = await ask();
  await ask();
  const discussion = `/api/discussion/discussion/${student.email}`;
  const reads: Record<string, { url: string; queries: number }> = {
    course: { url: `/api/students/studentCourse/${student.email}`, queries: 2 },
    projects: {
      url: `/api/students/availableProjects/${encodeURIComponent(course.name)}`,
      queries: 2,
    },
    selection: { url: `/api/students/studentswithprojects/${student.email}`, queries: 2 },
    answers: { url: `/api/discussion/answers/${student.email}`, queries: 2 },
    discussion: { url: discussion, queries: 4 },
    'older page': { url: `${discussion}?before=${first.id + 1}&limit=1`, queries: 3 },
    'page before the first': { url: `${discussion}?before=${first.id}`, queries: 3 },
    'unread count': { url: `${discussion}/unread`, queries: 2 },
    'unread questions': { url: `${discussion}/questions?filter=unread`, queries: 3 },
  };
  const client = await app.as(student);
  const question = `${discussion}/question/${first.id}`;
  const comment = await context.database.reader
    .selectFrom('comments')
    .where('question_id', '=', first.id)
    .select('id')
    .executeTakeFirstOrThrow();
  const changes: Record<string, () => Promise<{ status: number }>> = {
    ask: () => client.post(`${discussion}/question`, { question: 'Why?' }),
    answer: () => client.post(`${question}/answer`, { answer: 'So.' }),
    edit: () => client.put(question, { questionText: 'Why not?' }),
    'mark an answer': () => client.put(`${question}/solution`, { comment: String(comment.id) }),
    'take a mark back': () => client.delete(`${question}/solution`),
    read: () => client.put(`${question}/read`, {}),
    'mark as unread': () => client.put(`${question}/unread`, {}),
    mute: () => client.put(`${question}/mute`, {}),
    'read all': () => client.put(`${discussion}/read`, { version: 1 }),
    delete: () => client.delete(question),
  };
  const recorded = await recordQueries(context.database);
  const queriesOf = async (url: string) => {
    recorded.clear();
    expect((await client.get(url)).status).toBe(200);
    return recorded.queries();
  };
  const queriesOfChange = async (send: () => Promise<{ status: number }>) => {
    recorded.clear();
    expect((await send()).status).toBeLessThan(300);
    return recorded.queries();
  };
  return { ...app, ask, reads, queriesOf, changes, queriesOfChange };
}

test('each read takes as many queries as ever, however much there is', async () => {
  const { reads, queriesOf, ask, clock } = await makeReads();
  const count = async () => {
    clock.advance(60_000);
    const counts: Record<string, number> = {};
    for (const [name, { url }] of Object.entries(reads)) counts[name] = (await queriesOf(url)).length;
    return counts;
  };
  const expected = Object.fromEntries(Object.entries(reads).map(([name, { queries }]) => [name, queries]));
  expect(await count()).toEqual(expected);
  for (let n = 0; n < 12; n += 1) await ask();
  expect(await count()).toEqual(expected);
});

test('an unchanged discussion takes one query beside the session’s, one that has just changed four', async () => {
  const { reads, queriesOf, ask } = await makeReads();
  const count = async () => (await queriesOf(reads.discussion?.url ?? '')).length;
  expect([await count(), await count()]).toEqual([4, 2]);
  await ask();
  expect([await count(), await count()]).toEqual([5, 2]);
});

/** The tables that a query looks through whole, by the engine's plan, and the plan. */
async function wholeTablesOf({ context }: Pick<TestApp, 'context'>, { sql, parameters }: CompiledQuery) {
  const plan = await context.database.transaction(async (writer) => {
    const ask = (text: string, values: readonly unknown[] = []) =>
      writer.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
    // Small tables are read whole by choice; what is asked here is whether an index would serve.
    if (engineName === 'postgres') await ask('set local enable_seqscan = off');
    const { rows } = await ask(
      `${engineName === 'postgres' ? 'explain' : 'explain query plan'} ${sql}`,
      parameters,
    );
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n');
  });
  // What a query has gathered itself is no table.
  const gathered = [...plan.matchAll(/(?:CO-ROUTINE|MATERIALIZE) (\w+)/g)].map(([, alias]) => alias);
  const scanned = plan.matchAll(engineName === 'postgres' ? /Seq Scan on (\w+)/g : /\bSCAN (\w+)/g);
  const tables = Array.from(scanned, ([, table]) => table).filter(
    (table) => table !== 'CONSTANT' && !gathered.includes(table),
  );
  return { tables, plan };
}

test('no read looks through a whole table', async () => {
  const app = await makeReads();
  for (const [name, { url }] of Object.entries(app.reads)) {
    // Twice, so that the cached discussion is read, too.
    for (const query of [...(await app.queriesOf(url)), ...(await app.queriesOf(url))]) {
      const { tables, plan } = await wholeTablesOf(app, query);
      expect(tables, `${name}: ${query.sql}\n${plan}`).toEqual([]);
    }
  }
});

test('no change looks through a whole table', async () => {
  const app = await makeReads();
  for (const [name, send] of Object.entries(app.changes)) {
    for (const query of await app.queriesOfChange(send)) {
      // Of a new row SQLite plans to look for others that refer to it, and does so only in transactions with such rows.
      if (/^insert into .* values /.test(query.sql)) continue;
      const { tables, plan } = await wholeTablesOf(app, query);
      expect(tables, `${name}: ${query.sql}\n${plan}`).toEqual([]);
    }
  }
});
