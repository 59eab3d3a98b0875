import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

test('a database that was in use is counted when it is brought up to date', async () => {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const stepsBefore = (number: string) =>
    Object.fromEntries(Object.entries(steps).filter(([name]) => name < number));
  await migrate(engine, stepsBefore('0014'));
  for (const statement of [
    `insert into courses (name) values ('MERN')`,
    `insert into batches (name, name_key, course_id, starts_at, is_open, is_default)
       values ('M1', 'm1', 1, 10, 1, 0), ('M2', 'm2', 1, 20, 0, 0)`,
    `insert into projects values ('P1', 1, 'One', 'd', 'o', 'p', 'j', 'b', 'u', '1', '2', '3', '4')`,
    `insert into accounts (email, name, role, batch_id, created_at) values ('a@x.test', 'A', 'student', 1, 1),
       ('b@x.test', 'B', 'student', 1, 2), ('c@x.test', 'C', 'student', null, 3), ('m@x.test', 'M', 'mentor', 1, 4)`,
    `insert into selections (account_id, project_id, started_at) values (1, 'P1', 7), (3, 'P1', 7)`,
    `insert into submissions (account_id, task, version, number, submitted_at, late, links, comments)
       values (1, 'week-1', 1, 'N1', 1, 0, 'l', ''), (1, 'week-1', 2, 'N2', 1, 0, 'l', ''),
         (2, 'week-1', 1, 'N3', 1, 0, 'l', ''), (3, 'week-1', 1, 'N4', 1, 0, 'l', '')`,
    `insert into marks values (1, 60, 'ok', 1, null, 1), (3, 50, '', 0, null, 1)`,
  ]) {
    await sql.raw(statement).execute(engine.writer);
  }
  await migrate(engine, stepsBefore('0016'));
  // Counted as a change, before the rest is.
  await sql`update accounts set batch_id = 1 where id = 3`.execute(engine.writer);
  await migrate(engine);
  const counts = async () => {
    const { rows } =
      await sql<object>`select batch_id, sum(students) as students, sum(with_project) as projects,
        sum(submissions) as submissions, sum(unmarked) as unmarked
      from batch_counts group by batch_id order by batch_id`.execute(engine.reader);
    return rows.map((row) => ({ ...row }));
  };
  const empty = { batch_id: 2, students: 0, projects: 0, submissions: 0, unmarked: 0 };
  expect(await counts()).toEqual([
    { batch_id: 1, students: 3, projects: 2, submissions: 3, unmarked: 2 },
    empty,
  ]);
  await sql`update accounts set batch_id = 2 where id = 1`.execute(engine.writer);
  expect(await counts()).toEqual([
    { batch_id: 1, students: 2, projects: 1, submissions: 2, unmarked: 1 },
    { ...empty, students: 1, projects: 1, submissions: 1, unmarked: 1 },
  ]);
});
