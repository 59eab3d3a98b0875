import type { Writer } from '../platform/database/database.ts';
import { withoutFields } from '../platform/signing/signed-document.ts';
import { documentOf, keepsCertificates } from './certificate-queries.ts';

/**
 * Removes texts and salts, so that the signatures still verify and say nothing; where the holder wished so, certificates
 * stay as they are. Idempotent, in the erasing transaction.
 */
export async function eraseCertificates(writer: Writer, accountId: number, now: number): Promise<void> {
  const keeps = await keepsCertificates(writer, accountId);
  const rows = await writer
    .selectFrom('certificates')
    .where('account_id', '=', accountId)
    .select(['id', 'document'])
    .execute();
  for (const row of rows) {
    const document = keeps ? row.document : JSON.stringify(withoutFields(documentOf(row), () => true));
    await writer
      .updateTable('certificates')
      .set({ document, note: null, erased_at: now })
      .where('id', '=', row.id)
      .execute();
  }
}
