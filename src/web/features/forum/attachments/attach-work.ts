import { attachable, attachmentIdsIn } from '#contract/forum/attachment-marks';
import { limits } from '#contract/limits';
import { CallError } from '../../../lib/calls/call-error.ts';
import { joinText, partText, uploaded, type Failure, type SendFile } from './attachments.ts';

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
 * Uploads a file and adds its mark to the text.
 * @param written reads and changes the current text
 * @returns the failure; null after success or cancellation
 */
export async function sendFor(
  written: { text: string; onChange: (text: string) => void },
  { file, onAttach, ...options }: { file: File; onAttach: SendFile } & Parameters<SendFile>[1],
): Promise<Failure | null> {
  const refusal = refusalOf(file);
  if (refusal !== null) return refusal;
  try {
    const { mark, ...attachment } = await onAttach(file, options);
    if (options.signal.aborted) return null;
    uploaded.set(attachment.id, attachment);
    const { words, files } = partText(written.text);
    const changed = joinText(words, [...files, { mark }]);
    // Another upload may finish before the next render.
    written.text = changed;
    written.onChange(changed);
    return null;
  } catch (error) {
    return options.signal.aborted ? null : failureOf(error);
  }
}
