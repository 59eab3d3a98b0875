import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { countUnreadableAppSecrets } from '../../accounts/second-factor/app-secret.ts';
import { sampleSubmittedFiles, type SubmittedFile } from '../../submissions/list-submitted-files.ts';
import { hasReceiptKey, isReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { type Check, counted, fail, ok, warn } from './check.ts';
import { findLostSubmissions } from './lost-submissions.ts';
import { noteFile, readNote, writeNote } from './machine-notes.ts';

type KeyContext = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'settings'>;

/** @returns the noted key that the database lacks, or null */
async function compareServedKey(context: KeyContext): Promise<{ key: string; file: string } | null> {
  const key = await readNote(context, 'receipt-key');
  if (key === '' || (await isReceiptKey(context, key))) return null;
  return { key, file: noteFile(context, 'receipt-key') };
}

/** Keeps a key noted of another database. */
export async function noteServedKey(context: KeyContext): Promise<void> {
  if (!(await hasReceiptKey(context)) || (await compareServedKey(context)) !== null) return;
  const { publicKey } = await receiptKeys(context);
  await writeNote(context, 'receipt-key', publicKey);
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

/** Backups of the database have it as well. */
const whereItIs = ({ secrets }: Pick<KeyContext, 'secrets'>): string =>
  secrets.keys === null
    ? 'The only copy of its private half is in this database, not encrypted'
    : 'The only copy of its private half is in this database, encrypted with SECRET_KEY';

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
      if (former === null) return ok(`${publicKey}. ${whereItIs(context)}`);
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
      const lost = await findLostSubmissions(context);
      if (lost === null) return ok('The database has every submission that this machine recorded');
      const { numbers, file } = lost;
      const shown = numbers.slice(0, 3).join(', ');
      return fail(
        `At least ${counted(numbers.length, 'submission')} with receipts missing, for example ${shown}. The database is an older copy`,
        `Check that this is the right database. If the newer one is lost, ask these students to submit again and run npx capstone acknowledge-loss on this machine, or remove ${file}.`,
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
