import { attachmentMarkAt } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';

/** Uploads a file; `mark` refers to it in a text. @throws CallError */
export type SendFile = (
  file: File,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<AttachmentView & { mark: string }>;

export type Failure = { words: string; mayRetry: boolean };

/** Attachments that this page has uploaded, by id: for previews. */
export const uploaded = new Map<string, AttachmentView>();

export type Marked = { id: string; label: string; isPicture: boolean; mark: string };

function markedLine(line: string): Marked | null {
  const mark = line.trim();
  const found = attachmentMarkAt(mark, 0);
  return found === null || found.length !== mark.length ? null : { ...found, mark };
}

/** Parts a text into the words to edit and the attachments at its end. Marks within the words stay there. */
export function partText(text: string): { words: string; files: readonly Marked[] } {
  const lines = text.trimEnd().split('\n');
  const files: Marked[] = [];
  for (let last = markedLine(lines.at(-1) ?? ''); last !== null; last = markedLine(lines.at(-1) ?? '')) {
    files.unshift(last);
    lines.pop();
  }
  return files.length === 0 ? { words: text, files } : { words: lines.join('\n'), files };
}

export const joinText = (words: string, files: readonly Pick<Marked, 'mark'>[]): string =>
  [...(words === '' && files.length > 0 ? [] : [words]), ...files.map(({ mark }) => mark)].join('\n');
