import { hourMs } from '#contract/durations';
import { readDraft, writeDraft } from '../../lib/drafts.ts';

/** What one press of Submit hands in. */
export type SubmissionContent = { fields: Readonly<Record<string, string>>; file: File | null };

/** What is known on this device of the last press of Submit, until there is a receipt. */
export type PendingSubmission = {
  /** One key for one content: sent again, also after a reload, it never makes a second version. */
  key: string;
  fields: Readonly<Record<string, string>>;
  file: string | null;
  /** Whether it is meant to go on by itself, and since when, in milliseconds since 1970 UTC. */
  isOn: boolean;
  pressedAt: number;
  /** Where the file's upload stands, and for what. */
  upload: { address: string; task: string } | null;
};

/** After this long a hand-in that was cut off no longer goes on by itself: its student may have thought better. */
const goesOnMs = hourMs;

/** 128 random bits; unlike randomUUID also where the portal is reached without https. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** A file as it is recognised again after a reload. */
function nameOf(file: File | null): string | null {
  return file && JSON.stringify([file.name, file.size, file.lastModified]);
}

/** Whether a content is the one of an attempt. */
export function isSame({ fields, file }: SubmissionContent, attempt: PendingSubmission): boolean {
  const sorted = (of: SubmissionContent['fields']) => JSON.stringify(Object.entries(of).toSorted());
  return sorted(attempt.fields) === sorted(fields) && attempt.file === nameOf(file);
}

/**
 * The attempt that a press of Submit makes: the same content goes out under the same key however often it is sent, and
 * the same file goes on from where its upload stands, whatever else was changed.
 */
export function nextPendingSubmission(
  content: SubmissionContent,
  last: PendingSubmission | null,
  now: number,
): PendingSubmission {
  const { fields, file } = content;
  const isRepeat = last !== null && isSame(content, last);
  const hasUpload = last !== null && file !== null && last.file === nameOf(file);
  return {
    key: isRepeat ? last.key : freshKey(),
    fields,
    file: nameOf(file),
    isOn: true,
    pressedAt: now,
    upload: hasUpload ? last.upload : null,
  };
}

/** What a screen does with an attempt that it finds when it opens. */
export function decideResume(
  content: SubmissionContent,
  attempt: PendingSubmission | null,
  now: number,
): 'nothing' | 'go on' | 'say so' {
  if (attempt === null || !isSame(content, attempt)) return 'nothing';
  if (attempt.isOn && now - attempt.pressedAt < goesOnMs) return 'go on';
  return attempt.isOn || attempt.upload !== null ? 'say so' : 'nothing';
}

/** Under which name a form's attempt stands among the drafts: it accompanies them. */
export function pendingSubmissionKey(s_id: string, call: string): string {
  return `about ${s_id} ${call}`;
}

export function readPendingSubmission(slot: string): PendingSubmission | null {
  const kept = readDraft(slot);
  return typeof kept === 'string' ? (JSON.parse(kept) as PendingSubmission) : null;
}

export function writePendingSubmission(slot: string, attempt: PendingSubmission | null): void {
  writeDraft(slot, attempt && JSON.stringify(attempt));
}

/** Changes an attempt that is still there. */
export function updatePendingSubmission(slot: string, change: Partial<PendingSubmission>): void {
  const attempt = readPendingSubmission(slot);
  if (attempt !== null) writePendingSubmission(slot, { ...attempt, ...change });
}
