import type { AppContext } from '../../platform/context.ts';
import { hasReceiptKey, isReceiptKey, receiptKeys } from '../../submissions/receipts/receipt-key.ts';
import { readNote, writeNote } from './machine-notes.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'secrets' | 'settings' | 'alarms'>;

/** Raises an alarm where the database lacks the noted key, and notes the one that it has. @returns whether it is stored */
export async function noteServedKey(context: Context): Promise<boolean> {
  const noted = await readNote(context, 'receipt-key');
  const isLost = noted !== '' && !(await isReceiptKey(context, noted));
  if (isLost && !(await context.alarms.raise('receipt-key', [noted]))) return false;
  if (!(await hasReceiptKey(context))) return true;
  const { publicKey } = await receiptKeys(context);
  if (publicKey !== noted) await writeNote(context, 'receipt-key', publicKey);
  return true;
}
