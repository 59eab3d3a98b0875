import { initialData } from '../../lib/initial-data.ts';
import { CallError, toCallError } from '../../lib/call-error.ts';
import { sendResumable } from '../../lib/resumable-upload.ts';
import { upload } from '../../lib/upload.ts';
import {
  updatePendingSubmission,
  readPendingSubmission,
  type SubmissionContent,
} from './pending-submission.ts';

export type SubmissionCall = 'uploadWeek' | 'uploadProject' | 'uploadViva';
export type SubmitAnswer = Awaited<ReturnType<typeof upload<SubmissionCall>>>;

/** A smaller file is there sooner with the form itself. */
const resumableBytes = 1024 * 1024;

export type SubmitRequest = {
  call: SubmissionCall;
  s_id: string;
  content: SubmissionContent;
  /** Where its attempt is kept. */
  slot: string;
  /** Whether the file goes with the form, because it does not go otherwise. */
  isPlain: boolean;
  /** Told how much has left, from 0 to 1, and whether it could stop there and go on later. */
  onProgress: (share: number, canPause: boolean) => void;
  signal: AbortSignal;
};

/** A file may be changed, moved or unplugged after it was picked; browsers then report a failed network. */
async function ensureReadable(file: File | null): Promise<void> {
  try {
    await file?.slice(0, 1).arrayBuffer();
  } catch {
    throw new CallError(0, 'file_gone', 'The file has changed or is no longer there. Please pick it again.');
  }
}

export function taskOf(call: SubmissionCall, fields: SubmissionContent['fields']): string {
  if (call === 'uploadWeek') return `week-${fields['selectedWeek'] ?? ''}`;
  return call === 'uploadProject' ? 'final' : 'viva';
}

/** Brings a large file to the server ahead of the form; null for one that goes with it. */
async function uploadAhead({ call, content, slot, isPlain, onProgress, signal }: SubmitRequest) {
  const { file, fields } = content;
  // What is over the limit is refused the same way as ever.
  if (file === null || isPlain || file.size <= resumableBytes || file.size > initialData.maxUploadBytes)
    return null;
  const task = taskOf(call, fields);
  const known = readPendingSubmission(slot)?.upload;
  return sendResumable({
    file,
    task,
    address: known?.task === task ? known.address : null,
    onAddress: (address) => updatePendingSubmission(slot, { upload: { address, task } }),
    onProgress: (share) => onProgress(share, true),
    signal,
  });
}

/**
 * Sends a hand-in once, from the first byte to the receipt; a large file goes ahead in parts.
 * @throws CallError; code `no_upload` when the server has the uploaded file no longer, so that it must go again
 */
export async function submit(delivery: SubmitRequest): Promise<SubmitAnswer> {
  const { call, s_id, content, slot, onProgress, signal } = delivery;
  await ensureReadable(content.file);
  const ahead = await uploadAhead(delivery);
  if (ahead !== null) onProgress(1, false);
  try {
    const answer = await upload(call, {
      params: { s_id },
      fields: ahead === null ? content.fields : { ...content.fields, upload: ahead },
      file: ahead === null ? content.file : null,
      idempotencyKey: readPendingSubmission(slot)?.key,
      onProgress: (share) => ahead === null && onProgress(share, false),
      signal,
    });
    // Success is the receipt and nothing else.
    if (!answer?.receipt) throw toCallError(0, undefined);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.code === 'no_upload')
      updatePendingSubmission(slot, { upload: null });
    throw error;
  }
}
