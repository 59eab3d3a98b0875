import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minuteMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { privateFile, stagingName } from '../../platform/files/local-folders.ts';
import { codeOf } from '../../platform/error-code.ts';
import { newestSubmissionId } from '../../submissions/queries.ts';
import { hasReceiptKey, isReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';

// In DATA_DIR, of this machine's database: one that lacks it is another, or older.

type Note = 'receipt-key' | 'newest-submission';
type Settings = Pick<AppContext, 'settings'>;

const fileOf = ({ settings }: Settings, note: Note): string => path.join(settings.dataDir, note);

async function readNote(context: Settings, note: Note): Promise<string> {
  const text = await readFile(fileOf(context, note), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  return text.trim();
}

async function writeNote({ settings }: Settings, note: Note, text: string): Promise<void> {
  const temporary = path.join(settings.dataDir, `.${stagingName(note)}`);
  await writeFile(temporary, `${text}\n`, { mode: privateFile });
  await rename(temporary, path.join(settings.dataDir, note));
}

type KeyContext = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'settings'>;

/** @returns the noted key that the database lacks, or null */
export async function compareServedKey(context: KeyContext): Promise<{ key: string; file: string } | null> {
  const key = await readNote(context, 'receipt-key');
  if (key === '' || (await isReceiptKey(context, key))) return null;
  return { key, file: fileOf(context, 'receipt-key') };
}

/** Keeps a key noted of another database. */
export async function noteServedKey(context: KeyContext): Promise<void> {
  if (!(await hasReceiptKey(context)) || (await compareServedKey(context)) !== null) return;
  const { publicKey } = await receiptKeys(context);
  await writeNote(context, 'receipt-key', publicKey);
}

type SubmissionContext = Pick<AppContext, 'database' | 'settings'>;

const readNotedSubmission = async (context: Settings): Promise<number> =>
  Number.parseInt(await readNote(context, 'newest-submission'), 10) || 0;

/** @returns both ids if submissions were lost, or null. Ids are never reused. */
export async function compareNewestSubmission(context: SubmissionContext) {
  const newest = await newestSubmissionId(context.database.reader);
  const noted = await readNotedSubmission(context);
  return newest < noted ? { newest, noted, file: fileOf(context, 'newest-submission') } : null;
}

export async function noteNewestSubmission(context: SubmissionContext): Promise<void> {
  const newest = await newestSubmissionId(context.database.reader);
  if (newest <= (await readNotedSubmission(context))) return;
  await writeNote(context, 'newest-submission', String(newest));
}

/** A fail-over to an older copy causes no other error. */
export function watchNewestSubmission(context: SubmissionContext & Pick<AppContext, 'log'>): () => void {
  let isLogged = false;
  const look = async (): Promise<void> => {
    const lost = await compareNewestSubmission(context);
    if (lost === null) return noteNewestSubmission(context);
    if (!isLogged)
      context.log.error(
        { newest: lost.newest, seen: lost.noted },
        'the database has lost submissions that have receipts: it is an older copy',
      );
    isLogged = true;
  };
  const timer = setInterval(() => void look().catch(() => {}), minuteMs).unref();
  return () => clearInterval(timer);
}
