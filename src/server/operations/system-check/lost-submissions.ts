import type { AppContext } from '../../platform/context.ts';
import { hasSubmission, newestSubmissions, presentNumbers } from '../../submissions/queries.ts';
import { readNote, writeNote } from './machine-notes.ts';

/**
 * The note `newest-submission`: an id, then a receipt number a line. Only the numbers prove anything: an older
 * copy uses the lost ids again, and PostgreSQL skips ids after a fail-over. The id is for version 1.0.0.
 */
type Note = { id: number; numbers: string[] };

type Context = Pick<AppContext, 'database' | 'settings' | 'givenReceipts' | 'alarms'>;

const notedNumbers = 20;
/** Bounds the parameters of a statement. */
const askedAtOnce = 500;

async function readSubmissionNote(context: Context): Promise<Note> {
  const [first = '', ...numbers] = (await readNote(context, 'newest-submission')).split('\n');
  return { id: Number.parseInt(first, 10) || 0, numbers };
}

async function missingOf(context: Context, { id, numbers }: Note, given: readonly string[]) {
  const { reader } = context.database;
  const all = [...new Set([...numbers, ...given])];
  const lost: string[] = [];
  for (let from = 0; from < all.length; from += askedAtOnce) {
    const asked = all.slice(from, from + askedAtOnce);
    const present = await presentNumbers(reader, asked);
    lost.push(...asked.filter((number) => !present.has(number)));
  }
  // Noted by version 1.0.0.
  if (id > 0 && numbers.length === 0 && !(await hasSubmission(reader, id))) lost.push(`#${id}`);
  return lost;
}

async function isOn({ alarms }: Context): Promise<boolean> {
  return (await alarms.open()).some(({ kind }) => kind === 'lost-submissions');
}

/** While the alarm is on, the id stays: version 1.0.0 then reports the loss as well. */
async function writeSubmissionNote(context: Context, { id: noted }: Pick<Note, 'id'>): Promise<void> {
  const newest = await newestSubmissions(context.database.reader, notedNumbers);
  const id = (await isOn(context)) ? noted : (newest[0]?.id ?? 0);
  if (id === 0 && newest.length === 0 && noted === 0) return;
  await writeNote(context, 'newest-submission', [id, ...newest.map(({ number }) => number)].join('\n'));
}

/** Raises an alarm for noted submissions that are missing, and notes the newest ones. @returns whether it is stored */
export async function noteSubmissions(context: Context): Promise<boolean> {
  const given = context.givenReceipts.slice();
  // A demo's reset removes submissions.
  if (context.settings.demo !== null) return true;
  const note = await readSubmissionNote(context);
  if (!(await context.alarms.raise('lost-submissions', await missingOf(context, note, given)))) return false;
  await writeSubmissionNote(context, note);
  context.givenReceipts.splice(0, given.length);
  return true;
}

/** After the acknowledgement: an id that was kept for version 1.0.0 is not missing again. */
export async function renewSubmissionNote(context: Context): Promise<void> {
  await writeSubmissionNote(context, await readSubmissionNote(context));
}
