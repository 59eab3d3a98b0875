import { fileURLToPath } from 'node:url';
import { accountByEmail, hasAccounts } from '../accounts/queries.ts';
import { loadSample } from '../catalogue/sample/sample-files.ts';
import type { AppContext } from '../platform/context.ts';
import type { Database, Reader, Writer } from '../platform/database/database.ts';
import { isLockTimeout } from '../platform/database/database-errors.ts';
import { enqueueJob, hasJob } from '../platform/jobs/job-rows.ts';
import { SettingsError } from '../platform/settings/settings.ts';
import { noteSilentStudents } from '../progress/staff-notes.ts';
import { readRecords, type DemoQuestion } from './read-records.ts';
import { vivaNotes, writeClass } from './write-class.ts';
import { writeClassEvents } from './write-class-events.ts';
import { storeFiles, storeText, writeSubmissions } from './write-submissions.ts';
import { writeRecorded } from './write-recorded.ts';
import { writeImported } from './write-imported.ts';
import { moveBatches, writePeople, writeSelections, accountOf, type DemoAccount } from './write-people.ts';
import { writeEndOfCourse } from './write-end-of-course.ts';
import { writeResultRule } from './write-result-rule.ts';
import { writeTwoMarkers } from './write-two-markers.ts';
import { writeVivaPlans } from './write-viva-plans.ts';
import { writeVivaRecord } from './write-viva-record.ts';
import { writeNotices } from './write-notices.ts';
import { writeOffice } from './write-office.ts';
import { demoEmail, type DemoName } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { batchByName } from '../courses/batch-queries.ts';
import { insertPastQuestion } from '../forum/posts/insert-history.ts';
import { receiptKeys } from '../submissions/receipts/receipt-key.ts';
import { insertPastPrivateQuestion } from '../private-questions/insert-history.ts';

const batchName = 'MERN-2026-11';
/** Younger questions are read only by their viewers. */
const unreadDays = 1;

async function writeQuestions(
  writer: Writer,
  questions: readonly DemoQuestion[],
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<void> {
  const idOf = (email: string) => accountOf(accounts, email).id;
  const { id: batchId } = await batchByName(writer, batchName);
  const at = (daysAgo: number) => Math.round(now - daysAgo * dayMs);
  for (const question of questions.toSorted((a, b) => b.days_ago - a.days_ago)) {
    // Authors do not count as viewers of their own questions.
    const viewers = new Set(question.viewed_by.filter((email) => email !== question.author));
    await insertPastQuestion(writer, {
      batchId,
      authorId: idOf(question.author),
      text: question.text,
      format: question.format === 'markdown' ? 'markdown' : null,
      createdAt: at(question.days_ago),
      isAnonymous: question.anonymous,
      comments: question.answers.map(({ author, text, format, days_ago }) => ({
        authorId: idOf(author),
        text,
        format: format === 'markdown' ? 'markdown' : null,
        createdAt: at(days_ago),
      })),
      solution: question.solved_by === undefined ? null : question.solved_by - 1,
      edited:
        question.edited === undefined
          ? null
          : { at: at(question.edited.days_ago), before: question.edited.before },
      favoriteOf: [...new Set(question.favorite_of)].map(idOf),
      viewedBy: [...viewers].map(idOf),
      isRead: question.days_ago > unreadDays,
    });
  }
}

/** One answered, one open: for the screens of a student and the mentors. */
async function writePrivateQuestions(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<void> {
  const { id: batchId } = await batchByName(writer, batchName);
  const idOf = (name: DemoName) => accountOf(accounts, demoEmail(name)).id;
  const at = (daysAgo: number) => Math.round(now - daysAgo * dayMs);
  const [student, mentor] = [idOf('week2'), idOf('mentor')];
  const asked =
    'My father is in hospital and I sit with him in the evenings. May I show my week on Saturday?';
  const answered = 'Of course. Request an extension until Sunday, and I will grant it. I wish him well.';
  await insertPastPrivateQuestion(writer, {
    batchId,
    posts: [
      { authorId: student, text: asked, createdAt: at(3.1) },
      { authorId: mentor, text: answered, createdAt: at(2.9) },
      { authorId: student, text: 'Thank you. I have asked for it.', createdAt: at(2.8) },
      { authorId: mentor, text: 'Granted.', createdAt: at(2.7) },
    ],
  });
  const open =
    'In my team only I write code, and the others do not answer. I do not want to say so in the forum. What can I do?';
  await insertPastPrivateQuestion(writer, {
    batchId,
    posts: [{ authorId: student, text: open, createdAt: at(0.4) }],
  });
}

/** Refuses a database of other data: demo accounts have a known password, and a reset deletes all data. */
export class NotADemo extends SettingsError {}

const demoFolder = fileURLToPath(new URL('../../../sample/demo', import.meta.url));

/** The seed's job is also its mark: people on the screens cannot remove it. */
export const resetKind = 'reset-demo';
const never = Date.UTC(9999, 0, 1);

export function isMarkedAsDemo(database: Reader): Promise<boolean> {
  return hasJob(database, resetKind);
}

async function markAsDemo(
  { clock, settings }: Pick<AppContext, 'clock' | 'settings'>,
  writer: Writer,
): Promise<void> {
  if (await isMarkedAsDemo(writer)) return;
  const now = clock.now();
  const dueAt = settings.demoResetMs === null ? never : now + settings.demoResetMs;
  await enqueueJob(writer, { kind: resetKind }, null, { now, key: '', dueAt });
}

/** @throws NotADemo when there are accounts, and not the demo's */
async function isSeeded(database: Reader): Promise<boolean> {
  if (await isMarkedAsDemo(database)) return true;
  const administrator = await accountByEmail(database, 'admin@example.test');
  if (administrator?.name === 'Suresh Nambiar') return true;
  if (!(await hasAccounts(database))) return false;
  throw new NotADemo(
    'This database has accounts of a real portal. Give the demo its own DATA_DIR or DATABASE_URL.',
  );
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings' | 'files' | 'passwords' | 'secrets'>;

/** What takes time, before the transaction that writes it. */
export async function prepareDemo(context: Context) {
  const { files, passwords, settings } = context;
  const records = await readRecords(demoFolder);
  return {
    records,
    passwordHash: await passwords.hash(settings.demoPassword),
    submissions: await storeFiles(files, records.submissions),
    vivaFile: await storeText(files, vivaNotes),
    pair: await receiptKeys(context),
  };
}

/** The database as an open transaction sees and changes it. */
function within(database: Database, writer: Writer): Database {
  const change: Database['transaction'] = (run) => run(writer);
  const changes = { transaction: change, groupCommitTransaction: change, nonDurableTransaction: change };
  return { ...database, ...changes, reader: writer };
}

/** Writes catalogue, people and events, and the mark, all in one transaction. Only here are rows with past instants written. */
export async function writeDemo(
  context: Context,
  writer: Writer,
  { records, passwordHash, submissions, vivaFile, pair }: Awaited<ReturnType<typeof prepareDemo>>,
): Promise<void> {
  const inside = { ...context, database: within(context.database, writer) };
  const { academyZone: zone } = context.settings;
  const now = context.clock.now();
  await loadSample(inside);
  const batches = await moveBatches(writer, zone, now);
  const accounts = await writePeople(writer, records.people, batches, passwordHash, now);
  const starts = await writeSelections(writer, records.selections, accounts, now);
  await writeSubmissions(writer, submissions, accounts, starts, now);
  await writeResultRule(writer, accounts, now);
  await writeRecorded(writer, records.recorded, accounts, starts);
  await writeImported(writer, now);
  await writeQuestions(writer, records.questions, accounts, now);
  await writePrivateQuestions(writer, accounts, now);
  await writeClass(writer, records, { passwordHash, zone, now, vivaFile });
  // A job would do this some minutes later.
  await noteSilentStudents(inside, new AbortController().signal);
  await writeNotices(inside);
  await writeClassEvents(inside);
  await writeEndOfCourse(writer, accounts, { pair, settings: context.settings, now });
  await writeVivaRecord(writer, accounts, { pair, settings: context.settings });
  await writeTwoMarkers(writer, { by: accountOf(accounts, demoEmail('admin')).id, now });
  await writeVivaPlans(writer, accounts, { now, settings: context.settings, passwordHash });
  await writeOffice(writer, accounts, { now, settings: context.settings });
  await markAsDemo(context, writer);
}

/**
 * Fills an empty database with the demo. An existing demo stays as its visitors left it.
 * @returns whether this call seeded it
 */
export async function seedDemo(context: Context): Promise<boolean> {
  const { database } = context;
  if (await isSeeded(database.reader)) {
    // Earlier versions made demos without a mark.
    if (!(await isMarkedAsDemo(database.reader)))
      await database.transaction((writer) => markAsDemo(context, writer));
    return false;
  }
  const prepared = await prepareDemo(context);
  try {
    return await database.transaction(async (writer) => {
      if (await isSeeded(writer)) return false;
      await writeDemo(context, writer, prepared);
      return true;
    });
  } catch (error) {
    // Another process is seeding, or has seeded, the demo.
    if (isLockTimeout(error)) return seedDemo(context);
    if (await isSeeded(database.reader)) return false;
    throw error;
  }
}
