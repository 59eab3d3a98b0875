import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { countUnreadableAppSecrets } from '../../accounts/second-factor/app-secret.ts';
import { sampleSubmittedFiles, type SubmittedFile } from '../../submissions/list-submitted-files.ts';
import { hasReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { counted, fail, ok, warn, type Check } from './check.ts';
import { compareNewestSubmission, compareServedKey } from './machine-notes.ts';

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
      if (lost === null) return ok('The database has every submission that this machine has seen');
      return fail(
        `The newest has the number ${lost.newest}, but this machine has seen ${lost.noted}. The database is an older copy and lacks submissions that have receipts`,
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
      if (count === 0) return ok('All secrets can be read');
      return warn(
        `${counted(count, 'app')} encrypted with another SECRET_KEY and not usable`,
        'Add that key to SECRET_KEY after a comma, or reset two-step verification of these accounts.',
      );
    },
  },
];
