import type { AppContext } from '../../platform/context.ts';
import { FileDamaged } from '../../platform/files/file-store.ts';
import { unreadableAppSecrets } from '../../accounts/second-factor/app-secret.ts';
import { sampleSubmittedFiles, type SubmittedFile } from '../../submissions/list-submitted-files.ts';
import { hasReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { alarmKinds } from '../../platform/alarms/alarm-kinds.ts';
import { type Check, counted, fail, type Loss, ok } from './check.ts';
import { noteChanges } from './lost-changes.ts';
import { noteSubmissions } from './lost-submissions.ts';
import { noteServedKey } from './served-key.ts';

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
const whereItIs = ({ secrets }: Pick<AppContext, 'secrets'>): string =>
  secrets.keys === null
    ? 'The only copy of its private half is in this database, not encrypted'
    : 'The only copy of its private half is in this database, encrypted with SECRET_KEY';

const notStored = fail(
  'Something is lost, and the alarm about it could not be stored',
  'Free space on the disk of DATA_DIR. The log says what is lost.',
);

/** Database, files and keys each work alone, so a mismatch goes unnoticed. */
export const restoredChecks: Check[] = [
  {
    id: 'receipt-key',
    title: 'Receipt key',
    isAtStart: true,
    async run(context) {
      if (!(await hasReceiptKey(context))) return ok('Not needed yet');
      // Throws a readable error for another SECRET_KEY.
      const { publicKey } = await receiptKeys(context);
      return (await noteServedKey(context)) ? ok(`${publicKey}. ${whereItIs(context)}`) : notStored;
    },
  },
  {
    id: 'newest-submission',
    title: 'Newest submission',
    isAtStart: true,
    async run(context) {
      const stored = [await noteSubmissions(context), await noteChanges(context)];
      if (stored.includes(false)) return notStored;
      return ok('The database has every submission and change that this machine recorded');
    },
  },
  {
    id: 'missing-files',
    title: 'Submitted files',
    isAtStart: true,
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
      return {
        ...fail(
          `${missing.length} missing or of another size (${checked}), for example that of receipt ${first.number}`,
          alarmKinds['missing-files'].todo,
        ),
        loss: { kind: 'missing-files', facts: missing.map(({ sha256 }) => sha256), isAll: false },
      };
    },
  },
  {
    id: 'sealed',
    title: 'Authenticator apps',
    isAtStart: true,
    async run(context) {
      const accounts = await unreadableAppSecrets(context);
      const loss: Loss = {
        kind: 'unreadable-apps',
        facts: accounts.map((account) => `account ${account}`),
        isAll: true,
      };
      if (accounts.length === 0) return { ...ok('The portal can decrypt all secrets'), loss };
      const found = `The portal cannot decrypt ${counted(accounts.length, 'secret')} now`;
      return { ...fail(found, alarmKinds['unreadable-apps'].todo), loss };
    },
  },
];
