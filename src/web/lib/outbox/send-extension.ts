import { CallError } from '../calls/call-error.ts';
import { upload } from '../calls/upload.ts';
import { attachedFileKey } from '../stored-names/offline.ts';
import { maxLostUploads } from './failed-request.ts';
import type { QueuedRequest } from './queued-request.ts';
import { ensureReadable, type Attempt } from './send-submission.ts';

/** A refused file is wrong in its field. */
function atFile(error: unknown): unknown {
  if (!(error instanceof CallError) || ![400, 413, 415].includes(error.status)) return error;
  const { status, code, message } = error;
  return new CallError(status, code, message, null, undefined, [{ name: 'file', message }]);
}

/** @returns the attachment's id; the same for a repeated attempt */
async function attach({ request, onProgress, signal }: Attempt): Promise<string> {
  const { file, params, account, idempotencyKey, lostUploads } = request;
  await ensureReadable(file);
  try {
    const { id } = await upload('attachFile', {
      params: { s_id: params['s_id'] ?? account },
      fields: {},
      file,
      idempotencyKey: attachedFileKey(idempotencyKey, lostUploads),
      account,
      onProgress,
      signal,
    });
    return id;
  } catch (error) {
    throw atFile(error);
  }
}

/**
 * The file first, then the request with its id, which is kept for the next attempt.
 * @throws CallError; `no_upload` when the server no longer has the file, which must be sent again
 */
export async function sendExtension(
  attempt: Attempt,
  send: (body: QueuedRequest['body']) => Promise<unknown>,
): Promise<unknown> {
  const { request, keep } = attempt;
  const { file, lostUploads } = request;
  const { file: attached, ...body } = request.body ?? {};
  if (file === null) return send(body);
  const id = attached ?? (await attach(attempt));
  if (attached === undefined) await keep({ body: { ...body, file: id } });
  try {
    return await send({ ...body, file: id });
  } catch (error) {
    const isLost = error instanceof CallError && error.fields.some(({ name }) => name === 'file');
    if (!isLost || lostUploads > maxLostUploads) throw error;
    await keep({ body });
    throw new CallError(error.status, 'no_upload', error.message);
  }
}
