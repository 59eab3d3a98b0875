import { CallError, toCallError } from '../calls/call-error.ts';
import { sendResumable, uploadIdOf } from '../calls/resumable-upload.ts';
import { upload } from '../calls/upload.ts';
import type { Act, ActWithFile, SubmissionCall, SubmitAnswer } from './act.ts';

/** Files up to this size are faster with the form itself than as a resumable upload. */
const resumableBytes = 1024 * 1024;

/** Whether a file goes ahead by itself, so that it can be paused and goes on where it stopped. */
export function isResumable(act: Pick<ActWithFile, 'file' | 'isPlain' | 'maxFileBytes'>): boolean {
  const { file, isPlain, maxFileBytes } = act;
  // Files over the limit go with the form, which the server refuses.
  return file !== null && file.size > resumableBytes && file.size <= maxFileBytes && !isPlain;
}

type Attempt = {
  act: ActWithFile;
  /** Keeps what the next attempt goes on with. */
  keep: (change: Partial<Act>) => Promise<unknown>;
  /** Called with the fraction sent, from 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

/** A chosen file may have been changed, moved or unplugged; browsers report that as a network error. */
async function ensureReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch {
    throw new CallError(0, 'file_gone', 'The file has changed or is no longer there. Please pick it again.');
  }
}

/** Refusing a large file can close the connection before the answer arrives: then the reason is its size. */
function toSubmissionError(error: unknown, { file, maxFileBytes }: ActWithFile): unknown {
  const isOffline = error instanceof CallError && error.code === 'offline';
  if (!isOffline || file === null || file.size <= maxFileBytes) return error;
  const maxMb = Math.floor(maxFileBytes / 1024 / 1024);
  return new CallError(413, 'too_large', `A file can have at most ${maxMb} MB.`);
}

/** Sends a large file as a resumable upload before the form; null for files sent with the form. */
async function uploadFile({ act, keep, onProgress, signal }: Attempt): Promise<string | null> {
  const { file, label } = act;
  if (file === null || label.task === undefined || !isResumable(act)) return null;
  // The answer to the form may have been lost: with its receipt the server has given up the upload, but knows its name.
  if (act.upload?.isWhole) return uploadIdOf(act.upload.address);
  let address = act.upload?.address ?? null;
  const id = await sendResumable({
    file,
    task: label.task,
    account: act.account,
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
 * Makes one attempt to send a hand-in; a large file is uploaded first, from where the attempt before has come to.
 * @throws CallError; code `no_upload` when the server no longer has the uploaded file, so that it must be sent again
 */
export async function sendHandIn(attempt: Attempt): Promise<SubmitAnswer> {
  const { act, keep, onProgress, signal } = attempt;
  await ensureReadable(act.file);
  try {
    const uploadId = await uploadFile(attempt);
    if (uploadId !== null) onProgress(1);
    const fields = act.body as Readonly<Record<string, string>>;
    const answer = await upload(act.call as SubmissionCall, {
      params: { s_id: act.account },
      fields: uploadId === null ? fields : { ...fields, upload: uploadId },
      file: uploadId === null ? act.file : null,
      idempotencyKey: act.idempotencyKey,
      account: act.account,
      onProgress: (fraction) => void (uploadId === null && onProgress(fraction)),
      signal,
    });
    // Only a receipt counts as success.
    if (!answer?.receipt) throw toCallError(0, undefined);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_upload') await keep({ upload: null });
    throw toSubmissionError(error, act);
  }
}
