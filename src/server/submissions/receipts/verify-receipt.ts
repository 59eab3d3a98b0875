import type { ReceiptToVerify, Verdict } from '#contract/submissions/receipt-calls';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { canonicalJson } from '../../platform/signing/canonical-json.ts';
import { presentReceipt } from '../presenter.ts';
import { receiptByNumber, type OwnedReceiptRow, type ReceiptRow } from '../queries.ts';
import { isSignedBy } from './receipt-signature.ts';
import { isReceiptKey } from './receipt-key.ts';

type VerifiedRow = Pick<OwnedReceiptRow, keyof ReceiptRow | 'erasedAt'>;

const how = 'Send a signed receipt, or its number and the SHA-256 of its file as 64 hexadecimal digits.';

/** Lower-case hex; null for a whole receipt. */
function hashToVerify(candidate: ReceiptToVerify): string | null {
  const others = Object.keys(candidate).filter((field) => field !== 'number' && field !== 'sha256');
  if (others.length > 0) return null;
  const { sha256 } = candidate;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256)) throw httpErrors.badRequest(how);
  return sha256.toLowerCase();
}

function withoutWords(receipt: Record<string, unknown>): Record<string, unknown> {
  const { links: _links, comments: _comments, ...rest } = receipt;
  const without = (field: string, word: string) => {
    const { [word]: _, ...kept } = (rest[field] ?? {}) as Record<string, unknown>;
    return typeof rest[field] === 'object' && rest[field] !== null && { [field]: kept };
  };
  return { ...rest, ...without('file', 'name'), ...without('declaration', 'ai_text') };
}

/** By fields that never change; the signature vouches for erased words. */
function matchesRow(given: ReceiptToVerify, row: VerifiedRow): boolean {
  const isErased = row.erasedAt !== null;
  const candidate: Record<string, unknown> = isErased ? withoutWords(given) : given;
  const receipt = presentReceipt(row) as Record<string, unknown>;
  const own = isErased ? withoutWords(receipt) : { ...receipt };
  // Earlier receipts lack it; removing it from others breaks the signature.
  if (!('due_at' in candidate)) delete own['due_at'];
  return Object.keys(own).every(
    (field) => canonicalJson(candidate[field] ?? null) === canonicalJson(own[field]),
  );
}

/**
 * A receipt, or a file by receipt number. Others than holders only learn `altered`; the signature vouches for
 * the name, which may change.
 * @throws 400 for neither a receipt nor a number with a hash
 */
export async function verifyReceipt(
  context: Pick<AppContext, 'database' | 'clock' | 'secrets'>,
  candidate: ReceiptToVerify,
): Promise<Verdict> {
  const hash = hashToVerify(candidate);
  const [row] = await receiptByNumber(context.database.reader, { number: candidate.number });
  if (row === undefined) return 'unknown';
  if (hash !== null) return row.file_sha256 === hash ? 'genuine' : 'altered';
  const { key } = candidate;
  if (!(await isReceiptKey(context, key))) return 'altered';
  return isSignedBy(candidate, key as string) && matchesRow(candidate, row) ? 'genuine' : 'altered';
}
