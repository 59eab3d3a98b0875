import type { DocumentVerdict } from '#contract/certificates/signed-file';
import * as calls from '#contract/certificates/verify-calls';
import { anyone } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';
import { verifyDocument, type SignedDocument } from '../platform/signing/signed-document.ts';
import { signedSheetByNumber } from '../results/freezes/freeze-queries.ts';
import { isReceiptKey, stolenKeys } from '../submissions/receipts/receipt-key.ts';
import { certificateByNumber, documentOf } from './certificate-queries.ts';
import { shownOf } from './paper-fields.ts';

type Issued = { signature: string; verdict: DocumentVerdict };

/** Of a later room. */
export type IssuedElsewhere = (db: Reader, number: string) => Promise<Issued | undefined>;

/** What the portal has issued under a number; undefined where it has no row of it. */
async function issuedAs(
  db: Reader,
  { type, number }: SignedDocument,
  issuedRecord: IssuedElsewhere,
): Promise<Issued | undefined> {
  if (type === 'capstone-viva-record') return issuedRecord(db, number);
  if (type === 'capstone-sheet') {
    const [row] = await signedSheetByNumber(db, { number });
    return row && { signature: documentOf(row).signature, verdict: 'genuine' };
  }
  const [row] = await certificateByNumber(db, { number });
  if (row === undefined) return undefined;
  const document = documentOf(row);
  // Its holder wished that it can no longer be checked.
  if (shownOf(document) === null) return { signature: document.signature, verdict: 'not_genuine' };
  return { signature: document.signature, verdict: row.revokedAt === null ? 'genuine' : 'revoked' };
}

/**
 * Whether our key signed exactly this. Without a row, as after a restore, the signature is enough, unless its key was
 * stolen: a thief can write any date.
 */
async function verifyFile(
  context: Pick<AppContext, 'database' | 'clock' | 'secrets'>,
  candidate: unknown,
  issuedRecord: IssuedElsewhere,
): Promise<DocumentVerdict> {
  const document = verifyDocument(candidate);
  if (document === null || !(await isReceiptKey(context, document.key))) return 'not_genuine';
  const { reader } = context.database;
  const issued = await issuedAs(reader, document, issuedRecord);
  if (issued !== undefined) return issued.signature === document.signature ? issued.verdict : 'not_genuine';
  const stolen = await stolenKeys(reader);
  return stolen.some(({ key }) => key === document.key) ? 'not_genuine' : 'genuine';
}

export const verifyFileCall = (issuedRecord: IssuedElsewhere) =>
  read(calls.verifyDocument, {
    who: anyone,
    run: async ({ context, body }) => ({ verdict: await verifyFile(context, body, issuedRecord) }),
  });
