import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';
import { receipt } from './calls.ts';

/** A signed receipt: it can be verified without the portal. */
export const signedReceipt = receipt.extend({
  student: z.object({ s_id: z.string(), s_name: z.string() }),
  academy: z.string(),
  /** The academy's time zone, by its IANA name. */
  zone: z.string(),
  /** The academy's public Ed25519 key: its 32 bytes in base64url. */
  key: z.string(),
  /** Ed25519 over the RFC 8785 form of everything else, in base64url. */
  signature: z.string(),
});
export type SignedReceipt = z.infer<typeof signedReceipt>;

export const verdicts = ['genuine', 'altered', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

const numberMessage = "number must be a receipt's number";

/** A signed receipt as it came, or a number and a file's hash: what else it holds is looked at, not described. */
const receiptToVerify = z.looseObject({
  number: z.string(numberMessage).min(1, numberMessage).max(100, numberMessage),
  sha256: z.unknown().optional().meta({ type: 'string', pattern: '^[0-9a-fA-F]{64}$' }),
  signature: z.unknown().optional().meta({ type: 'string' }),
});
export type ReceiptToVerify = z.infer<typeof receiptToVerify>;

export const readReceipt = endpoint('GET', '/api/receipts/:number', {
  summary: 'A receipt with its signature, which can be checked without the portal',
  params: z.object({ number: z.string() }),
  answers: { 200: signedReceipt, 401: errorBody, 404: errorBody },
});

export const readReceiptKey = endpoint('GET', '/api/receipts/key', {
  summary: 'The public key with which receipts are checked, and those of earlier receipts',
  answers: { 200: z.object({ key: z.string(), former_keys: z.array(z.string()) }) },
});

export const verifyReceipt = endpoint('POST', '/api/receipts/verify', {
  summary: "Whether a signed receipt, or a number with a file's SHA-256, is what the portal gave out",
  body: receiptToVerify,
  // To another reader the other one of the two would be what the receipt says.
  refusesRepeatedMembers: true,
  answers: { 200: z.object({ verdict: z.enum(verdicts) }) },
});
