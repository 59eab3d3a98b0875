import { z } from 'zod';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { receipt } from './calls.ts';

/** Verifiable without the portal. */
export const signedReceipt = receipt.extend({
  student: z.object({ s_id: z.string(), s_name: z.string() }),
  academy: z.string(),
  /** IANA name. */
  zone: z.string(),
  /** Ed25519 public key: 32 bytes, base64url. */
  key: z.string(),
  /** Ed25519 over RFC 8785 of the rest, base64url. */
  signature: z.string(),
});
export type SignedReceipt = z.infer<typeof signedReceipt>;

export const verdicts = ['genuine', 'altered', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

const numberMessage = "number must be a receipt's number";

/** A signed receipt, or number and hash; other fields are not described. */
const receiptToVerify = z.looseObject({
  number: z.string(numberMessage).min(1, numberMessage).max(100, numberMessage),
  sha256: z.unknown().optional().meta({ type: 'string', pattern: '^[0-9a-fA-F]{64}$' }),
  signature: z.unknown().optional().meta({ type: 'string' }),
});
export type ReceiptToVerify = z.infer<typeof receiptToVerify>;

export const readReceipt = endpoint('GET', '/api/receipts/:number', {
  summary: 'A signed receipt, which can be verified without the portal',
  params: z.object({ number: z.string() }),
  answers: { 200: signedReceipt, 401: errorBody, 404: errorBody },
});

export const readReceiptKey = endpoint('GET', '/api/receipts/key', {
  summary:
    'The public key that verifies receipts and certificates, and those of earlier ones. `stolen_keys`: since `since` a signature of such a key counts only where the portal knows what it signed',
  answers: {
    200: z.object({
      key: z.string(),
      former_keys: z.array(z.string()),
      /** By key: the SHA-256 of its bytes, as papers print it. */
      fingerprints: z.record(z.string(), z.string()),
      stolen_keys: z.array(z.object({ key: z.string(), since: instant })).optional(),
    }),
  },
});

export const verifyReceipt = endpoint('POST', '/api/receipts/verify', {
  summary: "Whether a signed receipt, or a number with a file's SHA-256, is genuine",
  body: receiptToVerify,
  // Readers disagree which of two members counts.
  refusesRepeatedMembers: true,
  answers: { 200: z.object({ verdict: z.enum(verdicts) }) },
});
