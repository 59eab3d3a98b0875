import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { countUnreadableAppSecrets } from '../../accounts/second-factor/app-secret.ts';
import { sampleSubmittedFiles, type SubmittedFile } from '../../submissions/list-submitted-files.ts';
import { hasReceiptKey, isReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { type Check, counted, fail, ok, warn } from './check.ts';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minuteMs } from '#contract/durations';
import { privateFile, stagingName } from '../../platform/files/local-folders.ts';
import { ifPresent } from '../../platform/error-code.ts';
import { newestSubmissionId } from '../../submissions/queries.ts';

// In DATA_DIR, of this machine's database: one that lacks it is another, or older.

type Note = 'receipt-key' | 'newest-submission';
type Settings = Pick<AppContext, 'settings'>;

const fileOf = ({ settings }: Settings, note: Note): string => path.join(settings.dataDir, note);

async function readNote(context: Settings, note: Note): Promise<string> {
  const text = await ifPresent(readFile(fileOf(context, note), 'utf8'));
  return text?.trim() ?? '';
}

async function writeNote({ settings }: Settings, note: Note, text: string): Promise<void> {
  const temporary = path.join(settings.dataDir, `.${stagingName(note)}`);
  await writeFile(temporary, `${text}\n`, { mode: privateFile });
  await rename(temporary, path.join(settings.dataDir, note));
}

type KeyContext = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'settings'>;

/** @returns the noted key that the database lacks, or null */
async function compareServedKey(context: KeyContext): Promise<{ key: string; file: string } | null> {
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
async function compareNewestSubmission(context: SubmissionContext) {
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

/** Of newest and others: enough to see a loss. */
const sampleOfEach = 50;
const atOnce = 4;

/** Does not read the bytes. */
async function isThere(
  { files }: Pick<AppContext, 'files'>,
  { sha256, bytes }: SubmittedFile,
): Promise<boolean> {
  try {
    (await files.read(sha256, bytes, bytes === 0 ? undefined : { start: 0, end: 0 })).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileDamaged) return false;
    throw error;
  }
}

/** Database, files and keys each work alone, so a mismatch goes unnoticed. */
export const restoredChecks: Check[] = [
  {
    id: 'receipt-key',
    title: 'Receipt key',
    async run(context) {
      if (!(await hasReceiptKey(context))) return ok('Not needed yet');
      // Throws a readable error for another SECRET_KEY.
      const { publicKey } = await receiptKeys(context);
      const former = await compareServedKey(context);
      if (former === null) return ok(publicKey);
      return fail(
        `This database does not know the key ${former.key}, with which this machine signed receipts before. Those receipts cannot be verified here`,
        `Check that this is the right database and not an older copy. Restore a newer backup; if this is intended, remove ${former.file}.`,
      );
    },
  },
  {
    id: 'newest-submission',
    title: 'Newest submission',
    async run(context) {
      const lost = await compareNewestSubmission(context);
      if (lost === null) return ok('The database has every submission that this machine recorded');
      return fail(
        `The newest has the number ${lost.newest}, but this machine recorded ${lost.noted}. The database is an older copy and lacks submissions that have receipts`,
        `Check that this is the right database. If the newer one is lost, ask students to submit again and remove ${lost.file}.`,
      );
    },
  },
  {
    id: 'missing-files',
    title: 'Submitted files',
    async run(context) {
      const sample = await sampleSubmittedFiles(context.database.reader, sampleOfEach);
      const missing: SubmittedFile[] = [];
      for (let from = 0; from < sample.length; from += atOnce) {
        const group = sample.slice(from, from + atOnce);
        const found = await Promise.all(group.map((file) => isThere(context, file)));
        missing.push(...group.filter((_, place) => found[place] !== true));
      }
      const [first] = missing;
      const checked = `${counted(sample.length, 'file')} checked`;
      if (first === undefined) return ok(`No files missing (${checked})`);
      return fail(
        `${missing.length} missing or of another size (${checked}), for example that of receipt ${first.number}`,
        'Check that this is the right folder or bucket. npx capstone fsck lists all missing files; npx capstone restore --reuse-files into an empty database adds them from a backup.',
      );
    },
  },
  {
    id: 'sealed',
    title: 'Authenticator apps',
    async run(context) {
      const count = await countUnreadableAppSecrets(context);
      if (count === 0) return ok('The portal can decrypt all secrets');
      return warn(
        `${counted(count, 'app')} encrypted with another SECRET_KEY and not usable`,
        'Add that key to SECRET_KEY after a comma, or reset two-step verification of these accounts.',
      );
    },
  },
];
