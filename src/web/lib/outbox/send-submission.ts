import { CallError, offlineError, toCallError } from '../calls/call-error.ts';
import { loadPart } from '../calls/load-part.ts';
import { notResumable, upload, uploadIdOf } from '../calls/upload.ts';
import type { QueuedRequest, QueuedRequestWithFile, SubmissionCall, SubmitAnswer } from './queued-request.ts';

/** Bytes; smaller files are faster with the form. */
const resumableBytes = 1024 * 1024;

/** Resumable uploads can be paused. */
export function isResumable(
  request: Pick<QueuedRequestWithFile, 'file' | 'isPlain' | 'maxFileBytes'>,
): boolean {
  const { file, isPlain, maxFileBytes } = request;
  // The server refuses files over the limit.
  return file !== null && file.size > resumableBytes && file.size <= maxFileBytes && !isPlain;
}

const loadResumable = () => loadPart(() => import('../calls/resumable-upload.ts'));

/** Preloads the library while online. */
export function prepareResumable(): void {
  void loadResumable().catch(() => undefined);
}

export type Attempt = {
  request: QueuedRequestWithFile;
  keep: (change: Partial<QueuedRequest>) => Promise<unknown>;
  /** The fraction sent, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

export const fileGone = () =>
  new CallError(0, 'file_gone', 'The file has changed or is no longer there. Please pick it again.');

/** A file that was changed, moved or unplugged looks like a network error. */
export async function ensureReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch {
    throw fileGone();
  }
}

/** Refusing a large file can close the connection before the answer: its size is then the reason. */
function toSubmissionError(error: unknown, { file, maxFileBytes }: QueuedRequestWithFile): unknown {
  const isOffline = error instanceof CallError && error.code === 'offline';
  if (!isOffline || file === null || file.size <= maxFileBytes) return error;
  const maxMb = Math.floor(maxFileBytes / 1024 / 1024);
  return new CallError(413, 'too_large', `A file can have at most ${maxMb} MB.`);
}

/** Null for files sent with the form. */
async function uploadFile({ request, keep, onProgress, signal }: Attempt): Promise<string | null> {
  const { file, label } = request;
  if (file === null || label.task === undefined || !isResumable(request)) return null;
  // If the form's answer was lost, the server has removed the upload but knows its name.
  if (request.upload?.isWhole) return uploadIdOf(request.upload.address);
  let address = request.upload?.address ?? null;
  const { sendResumable } = await loadResumable().catch(() => {
    throw navigator.onLine ? notResumable() : offlineError();
  });
  const id = await sendResumable({
    file,
    task: label.task,
    account: request.account,
    address,
    onAddress: (given) => {
      address = given;
      void keep({ upload: { address: given, isWhole: false } });
    },
    onProgress,
    signal,
  });
  if (address !== null) await keep({ upload: { address, isWhole: true } });
  return id;
}

/**
 * Makes one attempt; a large file is uploaded first, from where the last attempt stopped.
 * @throws CallError; `no_upload` when the server lost the uploaded file, which must be sent again
 */
export async function sendSubmission(attempt: Attempt): Promise<SubmitAnswer> {
  const { request, keep, onProgress, signal } = attempt;
  await ensureReadable(request.file);
  try {
    const uploadId = await uploadFile(attempt);
    if (uploadId !== null) onProgress(1);
    const fields = request.body as Readonly<Record<string, string>>;
    const answer = await upload(request.call as SubmissionCall, {
      params: { s_id: request.account },
      fields: uploadId === null ? fields : { ...fields, upload: uploadId },
      file: uploadId === null ? request.file : null,
      idempotencyKey: request.idempotencyKey,
      account: request.account,
      onProgress: (fraction) => void (uploadId === null && onProgress(fraction)),
      signal,
    });
    // Only a receipt counts as success.
    if (!answer?.receipt) throw toCallError(0, undefined);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_upload') await keep({ upload: null });
    throw toSubmissionError(error, request);
  }
}
