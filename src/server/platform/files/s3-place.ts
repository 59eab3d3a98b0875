import { z } from 'zod';

/** A multipart upload that is not complete yet. */
const multipart = z.object({
  key: z.string(),
  id: z.string(),
  /** Number and ETag of each part that counts, in order; all have the same size. */
  parts: z.array(z.tuple([z.number(), z.string()])),
});

const place = z.object({
  multipart: multipart.optional(),
  /** What has arrived since the last part, too little for a part of its own: an object. */
  tail: z.object({ key: z.string(), bytes: z.number() }).optional(),
  /** The complete object. */
  object: z.string().optional(),
});

/** Where the bytes of a partial file lie in a bucket. */
export type S3Place = z.output<typeof place>;
export type Multipart = z.output<typeof multipart>;

/** Reads `PartialFile.place`; null when it is another store's note. */
export function parsePlace(text: string | null): S3Place | null {
  if (text === null) return {};
  if (!text.startsWith('{')) return null;
  const { success, data } = place.safeParse(JSON.parse(text));
  return success ? data : null;
}

/** The keys of all objects that a place names. */
export function keysOf({ multipart, tail, object }: S3Place): string[] {
  return [multipart?.key, tail?.key, object].filter((key) => key !== undefined);
}
