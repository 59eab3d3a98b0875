import { z } from 'zod';

const multipart = z.object({
  key: z.string(),
  id: z.string(),
  /** Number and ETag of each valid part, in order; all have the same size. */
  parts: z.array(z.tuple([z.number(), z.string()])),
});

const place = z.object({
  multipart: multipart.optional(),
  /** An object with what arrived since the last full part. */
  tail: z.object({ key: z.string(), bytes: z.number() }).optional(),
  object: z.string().optional(),
});

export type S3Place = z.output<typeof place>;
export type Multipart = z.output<typeof multipart>;

/** Null when another store wrote it. */
export function parsePlace(text: string | null): S3Place | null {
  if (text === null) return {};
  if (!text.startsWith('{')) return null;
  const { success, data } = place.safeParse(JSON.parse(text));
  return success ? data : null;
}

export function keysOf({ multipart, tail, object }: S3Place): string[] {
  return [multipart?.key, tail?.key, object].filter((key) => key !== undefined);
}
