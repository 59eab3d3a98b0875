import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { checkIdempotencyKey } from '../platform/database/make-once.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { fileTooLarge } from './submission-form.ts';
import { acquireUploadSlot } from '../platform/http/limits/upload-slot.ts';

export type ReceivedFile = {
  /** The request's Idempotency-Key. */
  key: string | null;
  name: string;
  body: Buffer;
  texts: ReadonlyMap<string, string>;
};

async function readParts(
  request: FastifyRequest,
  maxBytes: number,
  tooLarge: HttpError,
): Promise<Omit<ReceivedFile, 'key'>> {
  const texts = new Map<string, string>();
  let file: { name: string; body: Buffer } | undefined;
  const parts = request.parts({
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    limits: { fields: 5, files: 2, parts: 7, fieldSize: 1_000, fileSize: Infinity, headerPairs: 50 },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      texts.set(part.fieldname, String(part.value));
      continue;
    }
    if (part.filename === '') {
      part.file.resume();
      continue;
    }
    if (file !== undefined) throw httpErrors.badRequest('Please send one file only.');
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of part.file as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw tooLarge;
      pieces.push(piece);
    }
    file = { name: part.filename, body: Buffer.concat(pieces) };
  }
  if (file === undefined) throw httpErrors.badRequest('Please choose a file.');
  return { ...file, texts };
}

/**
 * @param maxBytes of the one file
 * @param tooLarge names a limit that is not in MB
 * @throws 400 unreadable or without a file, 413, 415; 408, 429 and 503 of the slots for requests with files
 */
export async function receiveFile(
  context: AppContext,
  request: FastifyRequest,
  {
    accountId,
    maxBytes,
    tooLarge = fileTooLarge(maxBytes),
  }: { accountId: number; maxBytes: number; tooLarge?: HttpError },
): Promise<ReceivedFile> {
  const key = checkIdempotencyKey(request.headers['idempotency-key']);
  if (!request.isMultipart()) throw httpErrors.unsupportedType('A file must be sent as multipart/form-data.');
  const evicted = Promise.withResolvers<never>();
  evicted.promise.catch(() => {});
  const release = await acquireUploadSlot(context, request, { account: accountId, evict: evicted.reject });
  const read = readParts(request, maxBytes, tooLarge).catch((cause: unknown) => {
    if (cause instanceof HttpError) throw cause;
    throw Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });
  });
  read.catch(() => {});
  try {
    return { key, ...(await Promise.race([read, evicted.promise])) };
  } finally {
    release();
  }
}
