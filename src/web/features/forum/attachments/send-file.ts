import type { AttachmentView } from '#contract/forum/attachment-view';

/** Uploads a file; `mark` refers to it in a text. @throws CallError */
export type SendFile = (
  file: File,
  options: { idempotencyKey: string; signal: AbortSignal; onProgress: (fraction: number) => void },
) => Promise<AttachmentView & { mark: string }>;

/** Why an upload failed, and whether a retry may succeed. */
export type Failure = { words: string; mayRetry: boolean };
