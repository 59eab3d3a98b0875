import { fileURLToPath } from 'node:url';
import { accountByEmail, hasAccounts } from '#server/accounts/queries';
import { loadSample } from '#server/catalogue/sample/load-sample';
import type { AppContext } from '#server/platform/context';
import type { Reader } from '#server/platform/database/database';
import { isLockTimeout, isUniqueViolation } from '#server/platform/database/database-errors';
import { CommandFailed } from '../failure-lines.ts';
import { noteSilentStudents } from '#server/progress/note-silent-students';
import { readClassRecords } from './class-records.ts';
import { readDemoRecords } from './demo-records.ts';
import { vivaNotes, writeClass } from './write-class.ts';
import { writeClassActs } from './write-class-acts.ts';
import { storeFiles, storeText, writeSubmissions } from './write-submissions.ts';
import { moveBatches, writePeople } from './write-people.ts';
import { writeNotices } from './write-notices.ts';
import { writeQuestions } from './write-questions.ts';
import { writeSelections } from './write-selections.ts';

/** A database that holds a portal of its own: demo accounts have a known password and do not belong there. */
export class NotADemo extends CommandFailed {}

const demoFolder = fileURLToPath(new URL('../../../sample/demo', import.meta.url));

/** Whether the demo's people are there; @throws NotADemo when others are, and the demo's are not */
async function isSeeded(database: Reader): Promise<boolean> {
  const administrator = await accountByEmail(database, 'admin@example.test');
  if (administrator?.name === 'Suresh Nambiar') return true;
  if (!(await hasAccounts(database))) return false;
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
  const ofClass = await readClassRecords(demoFolder);
  const passwordHash = await context.passwords.hash(context.settings.demoPassword);
  const submissions = await storeFiles(context.files, records.submissions);
  const vivaFile = await storeText(context.files, vivaNotes);
  const now = context.clock.now();
  try {
    const isNew = await database.transaction(async (writer) => {
      if (await isSeeded(writer)) return false;
      const batches = await moveBatches(writer, context.settings.academyZone, now);
      const accounts = await writePeople(writer, records.people, batches, passwordHash, now);
      const starts = await writeSelections(writer, records.selections, accounts, now);
      await writeSubmissions(writer, submissions, accounts, starts, now);
      await writeQuestions(writer, records.questions, accounts, now);
      await writeClass(writer, ofClass, {
        passwordHash,
        zone: context.settings.academyZone,
        now,
        vivaFile,
      });
      return true;
    });
    // What a job would note some minutes later.
    await noteSilentStudents(context, new AbortController().signal);
    if (isNew) {
      await writeNotices(context);
      await writeClassActs(context);
    }
    return isNew;
  } catch (error) {
    // Another process seeds the demo concurrently: it has done so, or holds its rows for longer than a lock is waited for.
    if (isLockTimeout(error)) return seedDemo(context);
    if (isUniqueViolation(error) && (await isSeeded(database.reader))) return false;
    throw error;
  }
}
