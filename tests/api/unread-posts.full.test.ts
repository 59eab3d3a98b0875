import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

test('in a database that was in use all of before counts as read, and what comes then is unread for those who are there', async () => {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  const comment = () =>
    run(`insert into comments (question_id, author_id, text, created_at) values (1, 1, 'c', 1)`);
  const join = (email: string) =>
    run(
      `insert into accounts (email, name, role, batch_id, created_at) values ('${email}@x.test', 'A', 'student', 1, 1)`,
    );
  await migrate(engine, Object.fromEntries(Object.entries(steps).filter(([name]) => name < '0068')));
  await run(`insert into courses (name) values ('MERN')`);
  await run(
    `insert into batches (name, name_key, course_id, starts_at, is_open, is_default) values ('M1', 'm1', 1, 10, 1, 0)`,
  );
  await join('a');
  await run(`insert into accounts (email, name, role, created_at) values ('m@x.test', 'M', 'mentor', 1)`);
  await run(`insert into batch_mentors (batch_id, name, account_id) values (1, 'M', 2), (1, 'N', null)`);
  await run(`insert into questions (batch_id, author_id, text, created_at) values (1, 1, 'Why?', 1)`);
  await comment();
  await migrate(engine, Object.fromEntries(Object.entries(steps).filter(([name]) => name < '0069')));
  await comment();
  await join('b');
  await migrate(engine);
  await comment();
  expect(await engine.reader.selectFrom('post_versions').selectAll().orderBy('version').execute()).toEqual([
    { batch_id: 1, version: 3, question_id: 1, comment_id: 2, author_id: 1, is_deleted: 0 },
    { batch_id: 1, version: 4, question_id: 1, comment_id: 3, author_id: 1, is_deleted: 0 },
  ]);
  expect(
    await engine.reader.selectFrom('discussion_reads').selectAll().orderBy('account_id').execute(),
  ).toEqual([
    { account_id: 1, batch_id: 1, version: 0 },
    { account_id: 2, batch_id: 1, version: 0 },
    { account_id: 3, batch_id: 1, version: 3 },
  ]);
});
