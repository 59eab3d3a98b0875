import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, NotCanonical } from './canonical-json.ts';
import { isSignature, signBytes, type KeyPair } from './key-pair.ts';

/** The format of version 1, for every kind of document: `docs/decisions/results.md`. */
export const documentFormat = 1;

/** 16 and 32 bytes in their one spelling of base64url. */
const salt = z.string().regex(/^[\w-]{21}[AQgw]$/);
const hash = z.string().regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/);

const field = z.strictObject({
  name: z.string(),
  value: z.union([z.string(), z.array(z.string())]),
  salt,
});
type Field = z.infer<typeof field>;

const signedDocument = z.strictObject({
  /** Such as `capstone-certificate`: a document of one type is no other. */
  type: z.string().regex(/^capstone(-[a-z]{1,30}){1,2}$/),
  format: z.literal(documentFormat),
  key: z.string(),
  number: z.string(),
  signed_at: z.iso.datetime(),
  /** Null where the text is erased or not shown; the commitment stays. */
  fields: z.array(field.nullable()),
  commitments: z.array(hash),
  signature: z.string(),
});
export type SignedDocument = z.infer<typeof signedDocument>;

/** @param place of the field, from 0 */
export const commit = (type: string, place: number, { salt, name, value }: Field): string =>
  createHash('sha256')
    .update(canonicalJson([salt, type, place, name, value]))
    .digest('base64url');

type Signed = Pick<SignedDocument, 'type' | 'format' | 'key' | 'number' | 'signed_at' | 'commitments'>;

/** A list, so that nothing else that the key signs, such as a receipt, has the same bytes. */
const signedBytes = ({ type, format, key, number, signed_at, commitments }: Signed): Buffer =>
  Buffer.from(canonicalJson([type, format, key, number, signed_at, commitments]));

/** @param signedAt ISO 8601, UTC */
export function signDocument(
  {
    type,
    number,
    signedAt,
    fields,
  }: {
    type: string;
    number: string;
    signedAt: string;
    fields: readonly Omit<Field, 'salt'>[];
  },
  pair: KeyPair,
): SignedDocument {
  const salted = fields.map(({ name, value }) => ({
    name,
    value,
    salt: randomBytes(16).toString('base64url'),
  }));
  const signed = {
    type,
    format: documentFormat,
    key: pair.publicKey,
    number,
    signed_at: signedAt,
    commitments: salted.map((one, place) => commit(type, place, one)),
  } as const;
  const { type: first, format, key, ...rest } = signed;
  const document = { type: first, format, key, ...rest, fields: salted };
  return { ...document, signature: signBytes(signedBytes(signed), pair) };
}

/** The document as its own key signed it; null for an altered one. Whose key it is, the caller decides. */
export function verifyDocument(value: unknown): SignedDocument | null {
  const { success, data } = signedDocument.safeParse(value);
  if (!success || data.fields.length !== data.commitments.length) return null;
  try {
    const isWhole = data.fields.every(
      (one, place) => one === null || commit(data.type, place, one) === data.commitments[place],
    );
    return isWhole && isSignature(data.signature, signedBytes(data), data.key) ? data : null;
  } catch (error) {
    // It was never signed.
    if (error instanceof NotCanonical) return null;
    throw error;
  }
}

/** Without the text and the salt of some fields: nobody can try values against a commitment. */
export const withoutFields = (
  document: SignedDocument,
  isErased: (name: string, place: number) => boolean,
): SignedDocument => ({
  ...document,
  fields: document.fields.map((one, place) => (one === null || isErased(one.name, place) ? null : one)),
});
