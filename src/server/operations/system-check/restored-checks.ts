import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { countUnreadableAppSecrets } from '../../accounts/second-factor/app-secret.ts';
import { sampleSubmittedFiles, type SubmittedFile } from '../../submissions/list-submitted-files.ts';
import { hasReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { counted, fail, ok, warn, type Check } from './check.ts';
import { compareNewestSubmission } from './newest-submission.ts';
import { compareServedKey } from './served-key.ts';

/** How many of the newest files, and of the others, are looked for: whether any are missing, not which. */
const sampleOfEach = 50;
const atOnce = 4;

/** Whether a store has a file in its size; its bytes are not read. */
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

/**
 * What goes wrong when a database, the files and the operator's keys do not come from the same time or place: each serves well
 * alone, and nobody would notice before somebody asks for a file or verifies a receipt.
 */
export const restoredChecks: Check[] = [
  {
    id: 'receipt-key',
    title: 'Key of receipts',
    async run(context) {
      if (!(await hasReceiptKey(context))) return ok('None was needed yet');
      // Throws in words for a key that is sealed with another one than the operator gives.
      const { publicKey } = await receiptKeys(context);
      const former = await compareServedKey(context);
      if (former === null) return ok(publicKey);
      return fail(
        `This database does not know the key ${former.key}, with which this machine signed receipts before: such receipts are not found genuine here`,
        `Is it the right database, or an older copy? Restore a newer backup; if it is meant so, remove ${former.file}.`,
      );
    },
  },
  {
    id: 'newest-submission',
    title: 'Newest submission',
    async run(context) {
      const lost = await compareNewestSubmission(context);
      if (lost === null) return ok('It is not older than what this machine has seen');
      return fail(
        `It has the number ${lost.newest}, but this machine has seen ${lost.noted}: the database is an older copy, and the receipts between have no submission`,
        `Is it the right database? Find the newer one; if it is lost, ask students to submit again, and remove ${lost.file}.`,
      );
    },
  },
  {
    id: 'missing-files',
    title: 'Files of hand-ins',
    async run(context) {
      const sample = await sampleSubmittedFiles(context.database.reader, sampleOfEach);
      const missing: SubmittedFile[] = [];
      for (let from = 0; from < sample.length; from += atOnce) {
        const group = sample.slice(from, from + atOnce);
        const found = await Promise.all(group.map((file) => isThere(context, file)));
        missing.push(...group.filter((_, place) => found[place] !== true));
      }
      const [first] = missing;
      const looked = `of ${counted(sample.length, 'file')} that were looked for`;
      if (first === undefined) return ok(`None is missing, ${looked}`);
      return fail(
        `${missing.length} missing or of another size, ${looked}, such as that of receipt ${first.number}`,
        'Is it the right folder or bucket? npx capstone restore --reuse-files into a blank database adds what a backup has; npx capstone fsck names all.',
      );
    },
  },
  {
    id: 'sealed',
    title: 'Authenticator apps',
    async run(context) {
      const count = await countUnreadableAppSecrets(context);
      if (count === 0) return ok('None is sealed with a key that is not given');
      return warn(
        `${counted(count, 'app')} sealed with another SECRET_KEY: their holders cannot use them`,
        'Give that key beside the present one, behind a comma, or reset their second factors.',
      );
    },
  },
];
