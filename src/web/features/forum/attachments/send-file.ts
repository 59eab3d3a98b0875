import type { AttachmentView } from '#contract/forum/attachment-view';

/** Sends a file; the answer's `mark` stands for it in a text. @throws CallError */
export type SendFile = (
  file: File,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<AttachmentView & { mark: string }>;

/** Why a file did not come, and whether the same one may come through yet. */
export type Failure = { words: string; mayRetry: boolean };
