import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, steps } from '#server/platform/database/migrate';
import { makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

test('names and batches that were there are found by today’s rule once the database is brought up to date', async () => {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  await migrate(engine, Object.fromEntries(Object.entries(steps).filter(([name]) => name < '0075')));
  await run(`insert into courses (name) values ('MERN')`);
  const batch = (name: string, key: string) =>
    run(
      `insert into batches (name, name_key, course_id, starts_at, is_open, is_default) values ('${name}', '${key}', 1, 10, 1, 0)`,
    );
  await batch('M–1', 'm–1');
  await batch('Z‑1', 'z‑1');
  await batch('Z-1', 'z-1');
  for (const [email, name] of [
    ['a@x.test', 'ÉLODIE Rao'],
    ['b@x.test', 'Bala K'],
  ])
    await run(
      `insert into accounts (email, name, role, batch_id, created_at) values ('${email}', '${name}', 'student', 1, 1)`,
    );
  await migrate(engine);
  const batches = await engine.reader
    .selectFrom('batches')
    .select(['name', 'name_key'])
    .orderBy('id')
    .execute();
  // Of two that are alike now each keeps its key.
  expect(batches).toEqual([
    { name: 'M–1', name_key: 'm-1' },
    { name: 'Z‑1', name_key: 'z‑1' },
    { name: 'Z-1', name_key: 'z-1' },
  ]);
  const accounts = await engine.reader
    .selectFrom('accounts')
    .select(['folded_name', 'folded_from'])
    .orderBy('id')
    .execute();
  expect(accounts).toEqual([
    { folded_name: 'élodie rao', folded_from: 'ÉLODIE Rao' },
    { folded_name: null, folded_from: null },
  ]);
  const words = await engine.reader
    .selectFrom('person_words')
    .where('word', 'like', 'élo%')
    .select('word')
    .execute();
  expect(words).toEqual([{ word: 'élodie rao' }]);
});
