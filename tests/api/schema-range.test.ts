import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '#server/platform/database/engine';
import { migrate, steps } from '#server/platform/database/migrate';
import { SchemaTooNew } from '#server/platform/database/schema-range';
import type { MakeStep } from '#server/platform/database/schema-step';
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

async function makeEngine(): Promise<Engine> {
  const { location, drop } = await makeBlankLocation();
  const engine = openLocation(location);
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
  expect(refused).toBeInstanceOf(SchemaTooNew);
  expect((refused as Error).message).toBe(
    'The database has gone through 9003-drop, and this version of the portal knows only the steps up to 9001-nickname: start a version that knows step 9002 or later',
  );
  await migrate(engine, expanded);
  expect(await stepsDone(engine)).toEqual(Object.keys(contracted));
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

test('a step that an interrupted run left half done outside a transaction runs again', async () => {
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
});

test.runIf(engineName === 'postgres')(
  'a step waits for a long transaction without holding up those behind it',
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
