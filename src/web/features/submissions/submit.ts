import { CallError, toCallError } from '../../lib/call-error.ts';
import { sendResumable, uploadIdOf } from '../../lib/resumable-upload.ts';
import { upload } from '../../lib/upload.ts';
import {
  updatePendingSubmission,
  readPendingSubmission,
  type SubmissionContent,
} from './pending-submission.ts';

export type SubmissionCall = 'uploadWeek' | 'uploadProject' | 'uploadViva';
export type SubmitAnswer = Awaited<ReturnType<typeof upload<SubmissionCall>>>;

/** Files up to this size are faster with the form itself than as a resumable upload. */
const resumableBytes = 1024 * 1024;

type SubmitRequest = {
  call: SubmissionCall;
  s_id: string;
  content: SubmissionContent;
  /** The draft key of the pending submission. */
  pendingKey: string;
  /** The largest file that the server takes, in bytes. */
  maxUploadBytes: number;
  /** Whether the file is sent with the form, because resumable uploads do not work. */
  isPlain: boolean;
  /** Called with the fraction sent, from 0 to 1, and whether the upload can be paused. */
  onProgress: (fraction: number, canPause: boolean) => void;
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

function taskOf(call: SubmissionCall, fields: SubmissionContent['fields']): string {
  if (call === 'uploadWeek') return `week-${fields['selectedWeek'] ?? ''}`;
  return call === 'uploadProject' ? 'final' : 'viva';
}

/** Sends a large file as a resumable upload before the form; null for files sent with the form. */
async function uploadFile(request: SubmitRequest) {
  const { call, content, pendingKey, maxUploadBytes, isPlain, onProgress, signal } = request;
  const { file, fields } = content;
  // Files over the limit go with the form, which the server refuses.
  if (file === null || isPlain || file.size <= resumableBytes || file.size > maxUploadBytes) return null;
  const task = taskOf(call, fields);
  const last = readPendingSubmission(pendingKey)?.upload;
  const earlier = last?.task === task ? last : null;
  // The answer to the form may have been lost: with its receipt the server has given up the upload, but knows its name.
  if (earlier?.isWhole) return uploadIdOf(earlier.address);
  let address = earlier?.address ?? null;
  const id = await sendResumable({
    file,
    task,
    address,
    onAddress: (given) => {
      address = given;
      updatePendingSubmission(pendingKey, { upload: { address: given, task } });
    },
    onProgress: (fraction) => onProgress(fraction, true),
    signal,
  });
  if (address !== null) updatePendingSubmission(pendingKey, { upload: { address, task, isWhole: true } });
  return id;
}

/**
 * Sends a submission once; a large file is uploaded first.
 * @throws CallError; code `no_upload` when the server no longer has the uploaded file, so that it must be sent again
 */
export async function submit(request: SubmitRequest): Promise<SubmitAnswer> {
  const { call, s_id, content, pendingKey, onProgress, signal } = request;
  await ensureReadable(content.file);
  try {
    const uploadId = await uploadFile(request);
    if (uploadId !== null) onProgress(1, false);
    const answer = await upload(call, {
      params: { s_id },
      fields: uploadId === null ? content.fields : { ...content.fields, upload: uploadId },
      file: uploadId === null ? content.file : null,
      idempotencyKey: readPendingSubmission(pendingKey)?.key,
      onProgress: (fraction) => uploadId === null && onProgress(fraction, false),
      signal,
    });
    // Only a receipt counts as success.
    if (!answer?.receipt) throw toCallError(0, undefined);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_upload')
      updatePendingSubmission(pendingKey, { upload: null });
    throw error;
  }
}
