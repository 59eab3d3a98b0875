import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { attachable } from '#contract/forum/attachment-marks';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import { FileTooLarge, SourceFailed, type ReadableStagedFile } from '../../platform/files/file-store.ts';
import { idempotencyKeyName } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { acquireUploadSlot } from '../../platform/http/limits/upload-slot.ts';

/** `key`: the Idempotency-Key of a form without a script. */
export type ReceivedAttachment = { name: string; staged: ReadableStagedFile; key: string | undefined };

const tooLarge = () => httpErrors.tooLarge(`This file is too large. You can attach ${attachable}.`);
const unreadable = (cause: unknown) =>
  Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });

/** Malformed parts are the client's error. */
async function* readableParts(parts: AsyncIterable<Multipart>): AsyncGenerator<Multipart> {
  try {
    yield* parts;
  } catch (error) {
    throw unreadable(error);
  }
}

/** Discards it on failure. Texts beside it are left for the page that takes the form. */
async function stageFile(
  { files }: Pick<AppContext, 'files'>,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<ReceivedAttachment> {
  let received: Omit<ReceivedAttachment, 'key'> | undefined;
  const texts = new Map<string, string>();
  request.submissionForm = { readTexts: async () => Object.fromEntries(texts) };
  try {
    const parts = request.parts({
      preservePath: true,
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      // Up to three UTF-8 bytes per unit, and more than a reason can have.
      limits: {
        fields: 5,
        files: 2,
        parts: 7,
        fieldSize: 4 * limits.reason,
        fileSize: Infinity,
        headerPairs: 50,
      },
    });
    for await (const part of readableParts(parts)) {
      signal.throwIfAborted();
      if (part.type === 'field') {
        texts.set(part.fieldname, String(part.value).replaceAll('\r\n', '\n'));
        continue;
      }
      if (part.filename === '') {
        part.file.resume();
        continue;
      }
      if (received !== undefined) throw httpErrors.badRequest('Please send one file only.');
      const { file } = part;
      const stop = () => file.destroy(signal.reason as Error);
      signal.addEventListener('abort', stop);
      try {
        const staged = await files.stage(file, limits.attachmentPictureBytes);
        received = { name: cleanFileName(part.filename), staged };
      } finally {
        signal.removeEventListener('abort', stop);
      }
    }
    signal.throwIfAborted();
    if (received === undefined) throw httpErrors.noFile();
    return { ...received, key: texts.get(idempotencyKeyName) };
  } catch (error) {
    await received?.staged.discard();
    if (signal.aborted) throw signal.reason;
    if (error instanceof FileTooLarge) throw tooLarge();
    throw error instanceof SourceFailed ? unreadable(error) : error;
  }
}

/** @throws 400 unreadable or without a file, 413, 415; 408, 429 and 503 of upload slots */
export async function receiveAttachment(
  context: AppContext,
  request: FastifyRequest,
  accountId: number,
): Promise<ReceivedAttachment> {
  if (!request.isMultipart()) throw httpErrors.unsupportedType('A file must be sent as multipart/form-data.');
  const eviction = new AbortController();
  const release = await acquireUploadSlot(context, request, {
    account: accountId,
    evict: (refusal) => eviction.abort(refusal),
  });
  const evicted = Promise.withResolvers<never>();
  evicted.promise.catch(() => {});
  eviction.signal.addEventListener('abort', () => evicted.reject(eviction.signal.reason));
  const received = stageFile(context, request, eviction.signal);
  try {
    return await Promise.race([received, evicted.promise]);
  } catch (error) {
    // Also what a request that was given up still stages.
    void received.then(({ staged }) => staged.discard()).catch(() => {});
    throw error;
  } finally {
    release();
  }
}
