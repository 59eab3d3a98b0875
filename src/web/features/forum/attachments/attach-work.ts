import { attachable, attachmentIdsIn } from '#contract/forum/attachment-marks';
import { limits } from '#contract/limits';
import { CallError } from '../../../lib/calls/call-error.ts';
import { heardOf } from './attachments-heard-of.ts';
import { insertMark } from '../composer/insert-mark.ts';
import type { Failure, SendFile } from './send-file.ts';

// Loaded with the first file. No components here: their style would be a second sheet.

/** How many more files fit, not counting uploads in progress as free. */
export const roomIn = (text: string, underWay: number): number =>
  Math.max(0, limits.attachments - attachmentIdsIn(text).length - underWay);

export const fullNotice = `A post can have at most ${limits.attachments} attachments.`;

/** Why a file is refused without uploading it; null leaves the decision to the server. */
function refusalOf({ size, type }: File): Failure | null {
  const isText = type.startsWith('text/');
  if (size <= (isText ? limits.attachmentTextBytes : limits.attachmentPictureBytes)) return null;
  return { words: `This file is too large. You can attach ${attachable}.`, mayRetry: false };
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) throw error;
  const { code, status, message } = error;
  if (code === 'offline')
    return { words: 'You are offline, so this file was not sent. Your text is saved.', mayRetry: true };
  return { words: message, mayRetry: status === 408 || status === 429 || status >= 500 };
}

/**
 * Uploads a file and inserts its mark into the text.
 * @param written reads and changes the current text
 * @param field finds the text area
 * @returns the failure; null after success or cancellation
 */
export async function sendFor(
  written: { text: string; onChange: (text: string) => void },
  field: () => HTMLTextAreaElement | null,
  { file, onAttach, ...options }: { file: File; onAttach: SendFile } & Parameters<SendFile>[1],
): Promise<Failure | null> {
  const refusal = refusalOf(file);
  if (refusal !== null) return refusal;
  try {
    const { mark, ...attachment } = await onAttach(file, options);
    if (options.signal.aborted) return null;
    heardOf.set(attachment.id, attachment);
    const changed = insertMark(field(), written.text, mark);
    // Another upload may finish before the next render.
    written.text = changed;
    written.onChange(changed);
    return null;
  } catch (error) {
    return options.signal.aborted ? null : failureOf(error);
  }
}
