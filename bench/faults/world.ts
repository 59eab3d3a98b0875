import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeDatabase, openDatabase, type Database } from '#server/platform/database/database';
import { openPostgres } from '#server/platform/database/postgres/postgres';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { startS3, type TestS3 } from '#support/s3';
import { openTcpLine, type TcpLine } from '#support/tcp-line';
import { Classroom } from '../class/classroom.ts';
import { readForum, readPage, readTimeline, study, submit, write, type Habit } from '../class/student.ts';
import { makeClass, type Student } from '../students.ts';
import { startBalancer, type Balancer } from '#support/balancer';
import { startMachine, type Machine } from '../machine.ts';
import { markSubmissions } from './mentor.ts';
import { startFaultyPostgres, type FaultyPostgres } from './postgres-faults.ts';
import { mountSmallDisk, type SmallDisk } from '#support/small-disk';

/** Portals, what they stand on, and the class that works with them. */
export type World = {
  machines: Machine[];
  balancer: Balancer;
  /** The last machine's disk; null where none can be mounted. */
  disk: SmallDisk | null;
  /** What several machines share; null for one on the embedded database. */
  shared: { postgres: FaultyPostgres; line: TcpLine; s3: TestS3 } | null;
  room: Classroom;
  /** Somebody who looks whether the portals serve, beside the class. */
  prober: Student;
  /** The database beside the portals. */
  openDatabase(): Database;
  /** What went wrong in a way of its own, besides requests and rows. */
  complaints: string[];
  close(): Promise<void>;
};

export type WorldKind = 'three machines' | 'one on SQLite';

/** What a student does, by how often of a hundred. */
const habits: readonly [number, Habit][] = [
  [25, readPage],
  [25, readTimeline],
  [20, readForum],
  [18, write],
  [12, submit],
];
const smallDiskMegabytes = 32;
/** Readiness falls for so long before a stopping portal closes its port: longer than the balancer's check takes to see it. */
const stopDelaySeconds = 3;

/** What is started last is closed first. */
type Closers = (() => unknown)[];

async function startShared(closers: Closers) {
  const postgres = await startFaultyPostgres();
  closers.unshift(() => postgres.stop());
  const line = await openTcpLine({ host: '127.0.0.1', port: postgres.port });
  closers.unshift(() => line.close());
  const s3 = await startS3();
  closers.unshift(() => s3.stop());
  return { postgres, line, s3 };
}

/**
 * Starts a world with its class at work.
 * @param size how many students study; a mentor marks
 * @param folder for everything that the world keeps
 * @param logs the folder for the portals' logs
 */
export async function openWorld(
  kind: WorldKind,
  { size, folder, logs }: { size: number; folder: string; logs: string },
): Promise<World> {
  const closers: Closers = [];
  async function close(): Promise<void> {
    for (const closer of closers.splice(0)) await closer();
  }
  const root = path.join(folder, kind.replaceAll(' ', '-'));
  mkdirSync(root);
  try {
    const shared = kind === 'three machines' ? await startShared(closers) : null;
    const names = shared === null ? ['machine-1'] : ['machine-1', 'machine-2', 'machine-3'];
    const lastFolder = path.join(root, names.at(-1) ?? '');
    const disk = mountSmallDisk(lastFolder, smallDiskMegabytes);
    closers.unshift(() => disk?.remove());

    const filling = await openDatabase({ dataDir: lastFolder, databaseUrl: shared?.postgres.url ?? null });
    const people = await makeClass(filling, size + 1);
    await filling.close();

    const start = async (name: string): Promise<Machine> => {
      const environment = {
        DATA_DIR: path.join(root, name),
        LOG_LEVEL: 'info',
        TRUST_PROXY: 'loopback',
        STOP_DELAY_SECONDS: String(stopDelaySeconds),
        ...(shared && {
          DATABASE_URL: shared.postgres.url.replace(`:${shared.postgres.port}/`, `:${shared.line.port}/`),
          STORAGE_URL: shared.s3.url,
        }),
      };
      const machine = await startMachine(name, environment, { log: path.join(logs, `${name}.log`) });
      closers.unshift(() => machine.isRunning() && machine.kill());
      return machine;
    };
    const machines: Machine[] = [];
    for (const name of names) machines.push(await start(name));
    const [first] = machines as [Machine, ...Machine[]];
    const balancer =
      shared === null ? withoutBalancer(first) : await startBalancer(machines.map(({ port }) => port));
    closers.unshift(() => balancer.stop());

    const room = new Classroom(balancer.port, people.question);
    const [prober, ...others] = people.students;
    const working = Promise.all([
      ...others.map((student) => study(room, student, habits)),
      markSubmissions(room, people.mentor, people.batch),
    ]);
    const complaints: string[] = [];
    working.catch((error: unknown) => complaints.push(`the class ended early: ${String(error)}`));
    return {
      machines,
      balancer,
      disk,
      shared,
      room,
      prober,
      complaints,
      openDatabase: () =>
        makeDatabase(
          shared === null
            ? openSqlite(path.join(lastFolder, 'capstone.sqlite'))
            : openPostgres(shared.postgres.url),
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One machine is asked itself: a balancer that takes it out for a disk that cannot be written would end its reads. */
function withoutBalancer(machine: Machine): Balancer {
  return {
    port: machine.port,
    up: () => (machine.isRunning() ? [machine.port] : []),
    stop: () => Promise.resolve(),
  };
}
