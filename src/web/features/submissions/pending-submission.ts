import { hourMs } from '#contract/durations';
import { readDraft, writeDraft } from '../../lib/drafts.ts';
import { newIdempotencyKey } from '../../lib/idempotency-key.ts';

/** The content of a submission. */
export type SubmissionContent = { fields: Readonly<Record<string, string>>; file: File | null };

/** The last press of Submit of a form, stored on this device until there is a receipt. The field names are stored. */
export type PendingSubmission = {
  /** The idempotency key of this content: a retry, also after a reload, never creates a second version. */
  key: string;
  fields: Readonly<Record<string, string>>;
  file: string | null;
  /** Whether it resumes automatically, and when Submit was pressed, in milliseconds since 1970 UTC. */
  isOn: boolean;
  pressedAt: number;
  /** The file's resumable upload, the task that it is for, and whether the file has arrived, whole. */
  upload: { address: string; task: string; isWhole?: boolean } | null;
};

/** An interrupted submission resumes automatically within this time only: later the student may have changed their mind. */
const autoResumeMs = hourMs;

/** The identity of a file across reloads. */
function fileIdentity(file: File | null): string | null {
  return file && JSON.stringify([file.name, file.size, file.lastModified]);
}

/** Whether a content is that of a pending submission. */
function isSameContent({ fields, file }: SubmissionContent, pending: PendingSubmission): boolean {
  const sorted = (fields: SubmissionContent['fields']) => JSON.stringify(Object.entries(fields).toSorted());
  return sorted(pending.fields) === sorted(fields) && pending.file === fileIdentity(file);
}

/**
 * The pending submission for a press of Submit: the same content keeps its idempotency key, and the same file keeps its resumable
 * upload, whatever else was changed.
 */
export function nextPendingSubmission(
  content: SubmissionContent,
  last: PendingSubmission | null,
  now: number,
): PendingSubmission {
  const { fields, file } = content;
  const isRepeat = last !== null && isSameContent(content, last);
  const hasUpload = last !== null && file !== null && last.file === fileIdentity(file);
  return {
    key: isRepeat ? last.key : newIdempotencyKey(),
    fields,
    file: fileIdentity(file),
    isOn: true,
    pressedAt: now,
    upload: hasUpload ? last.upload : null,
  };
}

/** What a screen does with a stored pending submission when it opens. */
export function decideResume(
  content: SubmissionContent,
  pending: PendingSubmission | null,
  now: number,
): 'nothing' | 'resume' | 'notify' {
  if (pending === null || !isSameContent(content, pending)) return 'nothing';
  if (pending.isOn && now - pending.pressedAt < autoResumeMs) return 'resume';
  return pending.isOn || pending.upload !== null ? 'notify' : 'nothing';
}

/** The draft key of a form's pending submission; `about` marks it as metadata of the drafts. */
export function pendingSubmissionKey(s_id: string, call: string): string {
  return `about ${s_id} ${call}`;
}

export function readPendingSubmission(key: string): PendingSubmission | null {
  const stored = readDraft(key);
  return typeof stored === 'string' ? (JSON.parse(stored) as PendingSubmission) : null;
}

export function writePendingSubmission(key: string, pending: PendingSubmission | null): void {
  writeDraft(key, pending && JSON.stringify(pending));
}

/** Updates a stored pending submission, if there still is one. */
export function updatePendingSubmission(key: string, change: Partial<PendingSubmission>): void {
  const pending = readPendingSubmission(key);
  if (pending !== null) writePendingSubmission(key, { ...pending, ...change });
}
