import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeDatabase, openDatabase, type Database } from '#server/platform/database/database';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { startOutageProxy, type OutageProxy } from '../../tests/e2e/outage-proxy.ts';
import { startMachine, type Machine } from '../machine.ts';
import { makeClass } from '../students.ts';
import { Device } from './device.ts';
import { desk } from './perform.ts';

/** Who works in a lane: a student and a mentor, each with a device of their own, on one portal. */
export type World = {
  database: Database;
  network: OutageProxy;
  devices: Record<'student' | 'mentor', Device>;
  ids: { student: number; mentor: number; classmate: number; batch: number };
  batchName: string;
  server: Machine;
  close(): Promise<void>;
};

/**
 * Starts a portal on a database of its own, behind a proxy that keeps its address whatever happens to the portal: a browser
 * stores things by address.
 * @param core that the portal is pinned to
 */
export async function openWorld(
  folder: string,
  { browser, core, log }: { browser: string; core: number; log: string },
): Promise<World> {
  mkdirSync(folder);
  const dataDir = path.join(folder, 'data');
  const filling = await openDatabase({ dataDir, databaseUrl: null });
  const people = await makeClass(filling, 2);
  await filling.close();

  const server = await startMachine('portal', { DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, { core, log });
  const network = await startOutageProxy(`http://127.0.0.1:${server.port}`);
  const database = makeDatabase(openSqlite(path.join(dataDir, 'capstone.sqlite')));
  const [student, classmate] = people.students;
  if (student === undefined || classmate === undefined) throw new Error('There are no students');
  const account = async (email: string) => {
    const query = database.reader.selectFrom('accounts').where('email', '=', email);
    return query.select(['id', 'batch_id']).executeTakeFirstOrThrow();
  };
  const own = await account(student.email);
  const deviceOf = (name: string, cookie: string, home: string) =>
    new Device({ folder: path.join(folder, name), browser, url: network.url, cookie, home });
  const devices = {
    student: deviceOf('student', student.cookie, '/StudentDashboard'),
    mentor: deviceOf('mentor', people.mentor.cookie, desk),
  };
  return {
    database,
    network,
    devices,
    ids: {
      student: own.id,
      mentor: (await account(people.mentor.email)).id,
      classmate: (await account(classmate.email)).id,
      batch: own.batch_id as number,
    },
    batchName: people.batch,
    server,
    async close() {
      await devices.student.closeBrowser();
      await devices.mentor.closeBrowser();
      await network.stop();
      if (server.isRunning()) await server.kill();
      await database.close();
    },
  };
}
