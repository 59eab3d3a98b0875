import { sql, type Kysely, type RawBuilder } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minuteMs } from '#contract/durations';
import {
  commandLimits,
  requestLimits,
  type ConnectionLimits,
  type Engine,
} from '#server/platform/database/engine';
import { migrate, steps } from '#server/platform/database/migrate';
import { SchemaOutOfRange, type MakeStep } from '#server/platform/database/schema-step';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

/** What a later version brings: a column, a table, an index beside running changes; and then the column goes. */

const addNickname: MakeStep = () => ({
  up: (db: Kysely<unknown>) => db.schema.alterTable('accounts').addColumn('nickname', 'text').execute(),
});
const indexNicknames: MakeStep = (ddl) => ({
  outsideTransaction: true,
  async up(db: Kysely<unknown>) {
    for (const statement of ddl.addIndex('accounts_nickname', 'accounts', 'nickname')) {
      await statement.execute(db);
    }
  },
});
const dropNickname: MakeStep = (ddl) => ({
  oldestProgram: 9002,
  async up(db: Kysely<unknown>) {
    await sql.raw(`drop index accounts_nickname`).execute(db);
    await db.schema.alterTable('accounts').dropColumn('nickname').execute();
    await db.schema.createTable('nicknames').addColumn('id', ddl.number).execute();
  },
});
const expanded = { ...steps, '9001-nickname': addNickname, '9002-index': indexNicknames };
const contracted = { ...expanded, '9003-drop': dropNickname };

async function makeEngine(limits?: ConnectionLimits): Promise<Engine> {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location, limits);
  onTestFinished(async () => {
    await engine.close();
    await drop();
  });
  return engine;
}

async function stepsDone({ reader }: Engine): Promise<string[]> {
  const rows = await reader.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function columnsOf({ writer }: Engine, table: string): Promise<string[]> {
  const found = (await writer.introspection.getTables()).find(({ name }) => name === table);
  return found?.columns.map(({ name }) => name) ?? [];
}

test('an older version starts on a schema that a newer one has expanded, and leaves it as it is', async () => {
  const engine = await makeEngine();
  await migrate(engine);
  await migrate(engine, expanded);
  await migrate(engine, steps);
  expect(await stepsDone(engine)).toEqual(Object.keys(expanded));
  expect(await columnsOf(engine, 'accounts')).toContain('nickname');
  await migrate(engine, contracted);
  expect(await columnsOf(engine, 'accounts')).not.toContain('nickname');
});

test('a contracted schema refuses versions that are too old, and says which one may start', async () => {
  const engine = await makeEngine();
  await migrate(engine, contracted);
  const tooOld = { ...steps, '9001-nickname': addNickname };
  const refused = await migrate(engine, tooOld).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SchemaOutOfRange);
  expect((refused as Error).message).toBe(
    'The database was migrated to 9003-drop, but this version of the portal knows migrations up to 9001-nickname only. Start a version that knows 9002 or later',
  );
  await migrate(engine, expanded);
  expect(await stepsDone(engine)).toEqual(Object.keys(contracted));
});

test('a database from before the baseline is left as it is, and named with the way to move it', async () => {
  const engine = await makeEngine();
  const courses: MakeStep = () => ({
    up: (db: Kysely<unknown>) => db.schema.createTable('courses').addColumn('name', 'text').execute(),
  });
  await migrate(engine, { '0077-post-html': courses, '0078-links-first': () => ({ async up() {} }) });
  const refused = await migrate(engine).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SchemaOutOfRange);
  expect((refused as Error).message).toBe(
    'The database belongs to an earlier version of the portal (its schema ends at 0078-links-first). Run "npx capstone backup PLACE" with that version, then "npx capstone restore PLACE --keep-sessions" with this one, into an empty database',
  );
  expect(await stepsDone(engine)).toEqual(['0077-post-html', '0078-links-first']);
  expect(await columnsOf(engine, 'accounts')).toEqual([]);
});

test('of the steps of a schema in use those before the one that fails stay', async () => {
  const engine = await makeEngine();
  await migrate(engine);
  const failing: MakeStep = () => ({
    async up(db: Kysely<unknown>) {
      await db.schema.createTable('half_done').addColumn('id', 'integer').execute();
      throw new Error('no further');
    },
  });
  await expect(migrate(engine, { ...expanded, '9003-failing': failing })).rejects.toThrow('no further');
  expect(await stepsDone(engine)).toEqual(Object.keys(expanded));
  expect(await columnsOf(engine, 'half_done')).toEqual([]);
});

test(
  'a step that an interrupted run left half done outside a transaction runs again',
  { tags: 'full' },
  async () => {
    const engine = await makeEngine();
    const interrupted: MakeStep = (ddl) => ({
      outsideTransaction: true,
      async up(db: Kysely<unknown>) {
        await indexNicknames(ddl).up(db);
        throw new Error('interrupted');
      },
    });
    const upTo = { ...steps, '9001-nickname': addNickname };
    await expect(migrate(engine, { ...upTo, '9002-index': interrupted })).rejects.toThrow('interrupted');
    await migrate(engine, expanded);
    expect(await stepsDone(engine)).toEqual(Object.keys(expanded));
  },
);

test.runIf(engineName === 'postgres')(
  'a step waits for a long transaction without holding up those behind it',
  { tags: 'full' },
  async () => {
    const engine = await makeEngine();
    await migrate(engine);
    const reading = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const long = engine.writer.transaction().execute(async (transaction) => {
      await transaction.selectFrom('accounts').select('id').execute();
      reading.resolve();
      await mayEnd.promise;
    });
    await reading.promise;
    const lines: string[] = [];
    const migrating = migrate(engine, expanded, (line) => lines.push(line));
    const waitsForLock = async (): Promise<boolean> => {
      const { rows } =
        await sql`select 1 from pg_locks where not granted and relation = 'accounts'::regclass`.execute(
          engine.reader,
        );
      return rows.length > 0;
    };
    // Two tries: the first one gave way, and a change went through between them and behind them.
    for (const isWaiting of [true, false, true]) {
      while ((await waitsForLock()) !== isWaiting);
      await engine.writer.transaction().execute(async (transaction) => {
        await sql`set local lock_timeout = '2s'`.execute(transaction);
        await sql`update accounts set name = name`.execute(transaction);
      });
    }
    mayEnd.resolve();
    await long;
    await migrating;
    expect(await columnsOf(engine, 'accounts')).toContain('nickname');
  },
);

test.runIf(engineName === 'postgres').each([
  { where: 'in a transaction', outsideTransaction: false, limits: requestLimits },
  { where: 'outside a transaction', outsideTransaction: true, limits: requestLimits },
  { where: 'in a command', outsideTransaction: false, limits: commandLimits },
])('a statement of a step may take minutes, $where', async ({ outsideTransaction, limits }) => {
  const engine = await makeEngine(limits);
  await migrate(engine);
  const slow: MakeStep = () => ({
    ...(outsideTransaction && { outsideTransaction }),
    async up(db: Kysely<unknown>) {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const sleeping = sql`select pg_sleep(0.2)`.execute(db);
        await new Promise(setImmediate);
        vi.advanceTimersByTime(10 * minuteMs);
        await sleeping;
      } finally {
        vi.useRealTimers();
      }
    },
  });
  await migrate(engine, { ...steps, '9001-slow': slow });
  expect(await stepsDone(engine)).toContain('9001-slow');
});

test('a later step lets changes pass that were forbidden', async () => {
  const engine = await makeEngine();
  const run = (statement: string) => sql.raw(statement).execute(engine.writer);
  const stepOf =
    (statements: (ddl: Engine['ddl']) => RawBuilder<unknown>[]): MakeStep =>
    (ddl) => ({
      async up(db: Kysely<unknown>) {
        for (const statement of statements(ddl)) await statement.execute(db);
      },
    });
  const first = {
    ...steps,
    '9001-things': stepOf((ddl) => [
      sql`create table things (n integer not null)`,
      ...ddl.forbid('things', ['delete']),
    ]),
  };
  const second = {
    ...first,
    '9002-more': stepOf((ddl) => ddl.forbidUnless('things', 'delete', 'old.n > 20')),
  };
  await migrate(engine, first);
  await run('insert into things (n) values (1), (22)');
  await expect(run('delete from things')).rejects.toThrow('things: delete is forbidden');
  await migrate(engine, second);
  await run('delete from things where n = 22');
  await expect(run('delete from things')).rejects.toThrow('things: delete is forbidden');
});
