import { fileURLToPath } from 'node:url';
import { loadSample } from '#server/load-sample';
import type { AppContext } from '#server/platform/context';
import type { Reader, Writer } from '#server/platform/database/database';
import { isUniqueViolation } from '#server/platform/database/engine';
import { CommandFailed } from '../failure-lines.ts';
import { readDemoRecords } from './demo-records.ts';
import { storeFiles, writeHandIns } from './write-hand-ins.ts';
import { moveBatches, writePeople } from './write-people.ts';
import { writeQuestions } from './write-questions.ts';
import { writeSelections } from './write-selections.ts';

export const demoPassword = 'capstone-demo';

/** The accounts that visitors of the demo sign in with. */
export const demoAccounts = [
  { email: 'new@example.test', stage: 'student, no project yet, exit score 78' },
  { email: 'low@example.test', stage: 'student, exit score 42: choosing a project is refused' },
  { email: 'week2@example.test', stage: 'student, day 15: weeks 1 and 2 open, week 1 marked' },
  { email: 'final@example.test', stage: 'student, day 29: everything open, weeks 1 to 4 marked' },
  { email: 'other@example.test', stage: 'student of another batch, day 8, nothing handed in' },
  { email: 'past@example.test', stage: 'student of an old batch, all marked' },
  { email: 'mentor@example.test', stage: 'mentor of MERN-2026-11 and MERN-2024-03' },
  { email: 'admin@example.test', stage: 'administrator' },
] as const;

/** A database that holds a portal of its own: demo accounts have a known password and do not belong there. */
export class NotADemo extends CommandFailed {}

const demoFolder = fileURLToPath(new URL('../../../sample/demo', import.meta.url));

/** Whether the demo's people are there; @throws NotADemo when others are, and the demo's are not */
async function isSeeded(database: Reader | Writer): Promise<boolean> {
  const people = database.selectFrom('accounts').select('id').limit(1);
  const administrator = people.where('email', '=', 'admin@example.test').where('name', '=', 'Suresh Nambiar');
  if ((await administrator.executeTakeFirst()) !== undefined) return true;
  if ((await people.executeTakeFirst()) === undefined) return false;
  throw new NotADemo(
    'This database holds accounts of a real portal; give the demo a DATA_DIR (or DATABASE_URL) of its own.',
  );
}

/**
 * Fills an empty database with the sample catalogue and the demo's people at their stages, as of now. It writes rows
 * with past instants, which no use case does: this is the one place that may. A demo that is there already stays as
 * its visitors left it.
 * @returns whether it was seeded by this call
 */
export async function seedDemo(context: AppContext): Promise<boolean> {
  const { database } = context;
  if (await isSeeded(database.reader)) return false;
  await loadSample(context);
  const records = await readDemoRecords(demoFolder);
  const passwordHash = await context.passwords.hash(demoPassword);
  const handIns = await storeFiles(context.files, records.handIns);
  const now = context.clock.now();
  try {
    return await database.transaction(async (writer) => {
      if (await isSeeded(writer)) return false;
      const batches = await moveBatches(writer, context.settings.academyZone, now);
      const accounts = await writePeople(writer, records.people, batches, passwordHash);
      const starts = await writeSelections(writer, records.selections, accounts, now);
      await writeHandIns(writer, handIns, accounts, starts, now);
      await writeQuestions(writer, records.questions, accounts, now);
      return true;
    });
  } catch (error) {
    // Another process seeded the demo concurrently.
    if (isUniqueViolation(error) && (await isSeeded(database.reader))) return false;
    throw error;
  }
}
