import { fileURLToPath } from 'node:url';
import { accountByEmail, hasAccounts } from '#server/accounts/queries';
import { loadSample } from '#server/catalogue/sample/load-sample';
import type { AppContext } from '#server/platform/context';
import type { Reader, Writer } from '#server/platform/database/database';
import { isLockTimeout, isUniqueViolation } from '#server/platform/database/database-errors';
import { CommandFailed } from '../failure-lines.ts';
import { noteSilentStudents } from '#server/progress/note-silent-students';
import { readRecords, type DemoQuestion } from './read-records.ts';
import { vivaNotes, writeClass } from './write-class.ts';
import { writeClassEvents } from './write-class-events.ts';
import { storeFiles, storeText, writeSubmissions } from './write-submissions.ts';
import { moveBatches, writePeople, writeSelections, accountOf, type DemoAccount } from './write-people.ts';
import { writeNotices } from './write-notices.ts';
import { dayMs } from '#contract/durations';
import { batchByName } from '#server/courses/batch-queries';
import { insertPastQuestion } from '#server/forum/posts/insert-history';

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

/** Refuses a real portal's database: demo accounts have a known password. */
export class NotADemo extends CommandFailed {}

const demoFolder = fileURLToPath(new URL('../../../sample/demo', import.meta.url));

/** @throws NotADemo when there are accounts, and not the demo's */
async function isSeeded(database: Reader): Promise<boolean> {
  const administrator = await accountByEmail(database, 'admin@example.test');
  if (administrator?.name === 'Suresh Nambiar') return true;
  if (!(await hasAccounts(database))) return false;
  throw new NotADemo(
    'This database has accounts of a real portal. Give the demo its own DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Fills an empty database with the sample catalogue and the demo's people at their stages. Only here are rows with past
 * instants written. An existing demo stays as its visitors left it.
 * @returns whether this call seeded it
 */
export async function seedDemo(context: AppContext): Promise<boolean> {
  const { database } = context;
  if (await isSeeded(database.reader)) return false;
  await loadSample(context);
  const records = await readRecords(demoFolder);
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
      await writeClass(writer, records, {
        passwordHash,
        zone: context.settings.academyZone,
        now,
        vivaFile,
      });
      return true;
    });
    // A job would do this some minutes later.
    await noteSilentStudents(context, new AbortController().signal);
    if (isNew) {
      await writeNotices(context);
      await writeClassEvents(context);
    }
    return isNew;
  } catch (error) {
    // Another process is seeding, or has seeded, the demo.
    if (isLockTimeout(error)) return seedDemo(context);
    if (isUniqueViolation(error) && (await isSeeded(database.reader))) return false;
    throw error;
  }
}
