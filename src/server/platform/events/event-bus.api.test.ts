import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { takeEmptyDatabase, engineName, type EmptyDatabase } from '#support/empty-database';
import { openLocation } from '#support/locations';
import { announce, type Topic } from '../database/announce.ts';
import { makeDatabase, type Database, type Writer } from '../database/database.ts';
import { openEventBus, type EventBus } from './event-bus.ts';
import { watch } from './watch.ts';

type Process = { database: Database; bus: EventBus; log: string[] };

function openProcess(database: Database): Process {
  const log: string[] = [];
  const say = (_: unknown, words?: string) => void log.push(words ?? String(_));
  const bus = openEventBus(database, () => ({ info: say, warn: say, error: say }) as never);
  return { database, bus, log };
}

/** Waits until a process hears: whoever subscribes is called once when the connection stands. */
async function connected({ bus }: Process): Promise<void> {
  if (engineName === 'sqlite') return;
  const heard = vi.fn();
  const unsubscribe = bus.subscribe('mail', heard);
  await eventually(() => expect(heard).toHaveBeenCalled());
  unsubscribe();
}

/** Two processes on one database, whose second one listens. */
async function makePair(topics: Topic[] = ['texts']) {
  const empty: EmptyDatabase = await takeEmptyDatabase();
  const first = openProcess(empty.database);
  // Its connection is the older one.
  await connected(first);
  const second = openProcess(makeDatabase(openLocation(empty.location)));
  onTestFinished(async () => {
    await first.bus.close();
    await second.bus.close();
    await second.database.close();
    await empty.drop();
  });
  await connected(second);
  const heard: Topic[] = [];
  for (const topic of topics) second.bus.subscribe(topic, () => heard.push(topic));
  return { first, second, heard, location: empty.location };
}

/** A change that another process can see. */
const change = (writer: Writer) => writer.insertInto('courses').values({ name: 'Web' }).execute();

test('what a transaction announces is told in its own process once it is committed', async () => {
  const { first } = await makePair();
  const heard = vi.fn();
  first.bus.subscribe('batch:7', heard);
  const seen: unknown[] = [];
  await first.database.transaction(async (writer) => {
    await change(writer);
    announce(writer, 'batch:7');
    announce(writer, 'batch:7');
    // Time enough for a hint that did not wait.
    await sleep(30);
    seen.push(heard.mock.calls.length);
  });
  await eventually(() => expect(heard).toHaveBeenCalledTimes(1));
  expect(seen).toEqual([0]);
});

test('what is rolled back is not told', async () => {
  const { first } = await makePair();
  const heard = vi.fn();
  first.bus.subscribe('batch:7', heard);
  first.bus.subscribe('batch:8', heard);
  const failing = first.database.transaction(async (writer) => {
    announce(writer, 'batch:7');
    throw new Error('No');
  });
  await expect(failing).rejects.toThrow('No');
  await first.database.nonDurableTransaction(async (writer) => announce(writer, 'batch:8'));
  await eventually(() => expect(heard).toHaveBeenCalledTimes(1));
});

test('submissions that share a commit announce each their own', async () => {
  const { first } = await makePair();
  const heard: string[] = [];
  for (const id of [1, 2, 3] as const) first.bus.subscribe(`account:${id}`, () => heard.push(String(id)));
  await Promise.all(
    [1, 2, 3].map((id) =>
      first.database.groupCommitTransaction(async (writer) => announce(writer, `account:${id}`)),
    ),
  );
  await eventually(() => expect(heard.toSorted()).toEqual(['1', '2', '3']));
});

test('a transaction ends after those who are awaited have looked here, and not while one of them writes itself', async () => {
  const { first } = await makePair();
  const say = (topic: Topic) => first.database.transaction(async (writer) => announce(writer, topic));
  const looks: string[] = [];
  const onError = (error: unknown) => void looks.push(String(error));
  const look = async () => {
    await sleep(1);
    if (looks.length < 3) await say('texts');
    looks.push('looked');
  };
  const watching = watch(first.bus, { topics: ['texts'], everyMs: 60_000, isAwaited: true, look, onError });
  first.bus.subscribe('mail', () => new Promise(() => {}));
  first.bus.subscribe('texts', () => Promise.reject(new Error('I fail')), true);
  await say('texts');
  expect(looks.length).toBeGreaterThan(0);
  await say('mail');
  await watching.stop();
  expect(new Set(looks)).toEqual(new Set(['looked']));
});

test('another process hears of it within a second or so', async () => {
  const { first, heard } = await makePair(['texts', 'batch:7']);
  await first.database.transaction(async (writer) => {
    await change(writer);
    announce(writer, 'texts');
  });
  await eventually(() => expect(heard).toContain('texts'));
  // SQLite tells that something has changed, and not what.
  expect(heard).toEqual(engineName === 'postgres' ? ['texts'] : ['texts', 'batch:7']);
});

test.runIf(engineName === 'postgres')('many changes at once are one call, here and there', async () => {
  const { first, second } = await makePair();
  const [here, there, end] = [vi.fn(), vi.fn(), vi.fn()];
  first.bus.subscribe('batch:1', here);
  second.bus.subscribe('batch:1', there);
  second.bus.subscribe('batch:2', end);
  for (let count = 0; count < 100; count++) first.bus.publish(['batch:1']);
  await first.database.transaction(async (writer) => {
    await change(writer);
    announce(writer, 'batch:2');
  });
  await eventually(() => expect(end).toHaveBeenCalled());
  expect([here.mock.calls.length, there.mock.calls.length]).toEqual([1, 1]);
});

test('a subscription that has ended hears nothing more, and a listener that fails keeps nobody from hearing', async () => {
  const { first } = await makePair();
  const [ended, heard] = [vi.fn(), vi.fn()];
  first.bus.subscribe('texts', ended)();
  first.bus.subscribe('texts', () => {
    throw new Error('I fail');
  });
  first.bus.subscribe('texts', heard);
  first.bus.publish(['texts']);
  await eventually(() => expect(heard).toHaveBeenCalledOnce());
  expect(ended).not.toHaveBeenCalled();
  expect(first.log).toContain('a listener failed');
});

test.runIf(engineName === 'postgres')('what was published just before a bus is closed is sent', async () => {
  const { first, heard } = await makePair();
  await first.database.transaction(async (writer) => {
    await change(writer);
    announce(writer, 'texts');
  });
  await first.bus.close();
  await eventually(() => expect(heard).toEqual(['texts']));
});

test.runIf(engineName === 'postgres')('a thousand topics are few messages, and none is lost', async () => {
  const topics = Array.from({ length: 900 }, (_, n) => `account:${n + 1_000_000_000}` as const);
  const { first, heard } = await makePair(topics);
  first.bus.publish(topics);
  await eventually(() => expect(heard).toHaveLength(topics.length));
  expect(new Set(heard).size).toBe(topics.length);
});

test.runIf(engineName === 'postgres')('more topics than are worth naming are one: anything', async () => {
  const { first, heard } = await makePair(['texts']);
  first.bus.publish(Array.from({ length: 5_000 }, (_, n) => `account:${n}` as const));
  await eventually(() => expect(heard).toEqual(['texts']));
});

/** Ends connections of buses, as a restart of PostgreSQL would: the oldest one, or all. */
async function killConnections({ database }: Process, which: 'first' | 'all'): Promise<void> {
  await sql`select pg_terminate_backend(pid) from (
    select pid from pg_stat_activity
    where application_name = 'capstone events' and datname = current_database()
    order by backend_start limit ${which === 'first' ? 1 : 100}
  ) as connections`.execute(database.reader);
}

test.runIf(engineName === 'postgres')(
  'a connection that is killed comes back by itself, and its subscribers look',
  async () => {
    const { first, second, heard } = await makePair();
    await killConnections(first, 'all');
    await eventually(() => expect(second.log).toHaveLength(2));
    expect(second.log[0]).toMatch(/^changes by other processes are not announced/);
    expect(second.log[1]).toMatch(/are announced again$/);
    await eventually(() => expect(heard).toEqual(['texts']));
    await eventually(() => expect(first.log).toHaveLength(2));
    first.bus.publish(['texts']);
    await eventually(() => expect(heard).toEqual(['texts', 'texts']));
  },
);

test.runIf(engineName === 'postgres')(
  'what is published while the connection is lost is sent later',
  async () => {
    const { first, second, heard } = await makePair();
    await killConnections(second, 'first');
    await eventually(() => expect(first.log).toHaveLength(1));
    first.bus.publish(['texts']);
    await eventually(() => expect(heard).toEqual(['texts']));
    expect(second.log).toEqual([]);
  },
);
