import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../platform/context.ts';
import { stagingName, privateFile } from '../../platform/files/local-folders.ts';
import { codeOf } from '../../platform/error-code.ts';
import { hasReceiptKey, isReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'settings'>;

/** The public key with which this machine last signed receipts, beside what else is the machine's own. */
const fileOf = ({ settings }: Pick<AppContext, 'settings'>): string =>
  path.join(settings.dataDir, 'receipt-key');

/** @returns the noted key, and where it is noted, when the database does not know it; null when it does, or none is noted */
export async function compareServedKey(context: Context): Promise<{ key: string; file: string } | null> {
  const file = fileOf(context);
  const noted = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  const key = noted?.trim() ?? '';
  return key === '' || (await isReceiptKey(context, key)) ? null : { key, file };
}

/** Notes the key that signs now, unless the one that is noted belongs to another database. */
export async function noteServedKey(context: Context): Promise<void> {
  if (!(await hasReceiptKey(context)) || (await compareServedKey(context)) !== null) return;
  const file = fileOf(context);
  const { publicKey } = await receiptKeys(context);
  const temporary = path.join(path.dirname(file), `.${stagingName('receipt-key')}`);
  await writeFile(temporary, `${publicKey}\n`, { mode: privateFile });
  await rename(temporary, file);
}
