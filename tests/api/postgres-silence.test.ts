import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { makeDatabase, type Database } from '#server/platform/database/database';
import { isUnavailable } from '#server/platform/database/database-errors';
import { requestLimits } from '#server/platform/database/engine';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { runAs } from '#server/platform/work-kind';
import { takeEmptyDatabase, engineName } from '#support/empty-database';
import { openTcpLine } from '#support/tcp-line';

const onPostgres = test.runIf(engineName === 'postgres');

const limits = { ...requestLimits, size: 4 };

const open = (url: string): Database => {
  const database = makeDatabase(openPostgres(url, limits));
  onTestFinished(() => database.close());
  return database;
};

/** A migrated database, reached over a line that can be cut and directly. */
async function reachOverLine() {
  const { location, drop } = await takeEmptyDatabase();
  onTestFinished(drop);
  const { hostname, port } = new URL(inject('postgresUrl'));
  const line = await openTcpLine({ host: hostname, port: Number(port) });
  onTestFinished(() => line.close());
  return { line, far: open(location.replace(`:${port}/`, `:${line.port}/`)), near: open(location) };
}

const readWith = ({ reader }: Database, kind: string, seconds = 0): Promise<unknown> =>
  runAs(kind, () => sql`select pg_sleep(${seconds})`.execute(reader));

onPostgres(
  'a line that is cut without a word: what waits fails, the rest works as soon as it is back',
  { tags: 'full' },
  async () => {
    const { line, far, near } = await reachOverLine();
    // As many connections as there can be.
    await Promise.all(['a', 'a', 'b', 'b'].map((kind) => readWith(far, kind, 0.1)));
    expect(far.pool()).toMatchObject({ size: 4, idle: 4 });

    const { promise: isCut, resolve } = Promise.withResolvers<void>();
    const locking = far.transaction(async (writer) => {
      await sql`lock table questions in exclusive mode`.execute(writer);
      line.cut();
      resolve();
      await sql`select 1`.execute(writer);
    });
    const reading = isCut.then(() => readWith(far, 'b'));
    const outcomes = Promise.allSettled([locking, reading]);
    await isCut;
    line.restore();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected' });
      expect(isUnavailable((outcome as PromiseRejectedResult).reason)).toBe(true);
    }
    // Two connections were idle all the time: nobody has to find out that they are dead, too.
    await Promise.all(['a', 'a', 'b', 'b'].map((kind) => readWith(far, kind)));
    // The server has learnt of it: nothing stays locked.
    await near.transaction((writer) => sql`lock table questions in exclusive mode`.execute(writer));
  },
);

onPostgres('a statement that is only slow goes on', { tags: 'full' }, async () => {
  const { far } = await reachOverLine();
  await expect(readWith(far, 'a', 2.5)).resolves.toMatchObject({ rows: [{}] });
});

onPostgres(
  'a server that lets nobody in: a query fails in bounded time, and the next one works again',
  async () => {
    const { line, far } = await reachOverLine();
    line.cut();
    const error: unknown = await readWith(far, 'a').catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    line.restore();
    await readWith(far, 'a');
  },
);
