import { shownName } from '#contract/accounts/person-name';
import type { SignedReceipt } from '#contract/submissions/receipt-calls';
import type { AppContext } from '../../platform/context.ts';
import { presentReceipt } from '../presenter.ts';
import type { OwnedReceiptRow } from '../queries.ts';
import { receiptKeys } from './receipt-key.ts';
import { signReceipt } from './receipt-signature.ts';

export async function presentSignedReceipt(
  context: Pick<AppContext, 'database' | 'clock' | 'settings' | 'secrets'>,
  row: Omit<OwnedReceiptRow, 'erasedAt'>,
): Promise<SignedReceipt> {
  const pair = await receiptKeys(context);
  const receipt = {
    ...presentReceipt(row),
    student: { s_id: row.email, s_name: shownName(row.name) },
    academy: context.settings.academyName,
    zone: context.settings.academyZone,
    key: pair.publicKey,
  };
  return { ...receipt, signature: signReceipt(receipt, pair) };
}
