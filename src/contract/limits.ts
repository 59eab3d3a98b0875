import { dayMs } from './durations.ts';
import { foldText } from './fold-text.ts';
import { hasUnseen } from './unseen.ts';

/** Checked by forms and server; lengths are in characters unless stated otherwise. */
export const limits = {
  name: 120,
  email: 254,
  /** The owner's rule (specification, section 5). */
  passwordMin: 6,
  /** Of the first administrator. */
  setupPasswordMin: 12,
  passwordMax: 200,
  batch: 80,
  question: 10_000,
  answer: 5_000,
  /** A forum search: its text, results on a page, and similar questions shown. */
  questionSearch: 200,
  foundQuestions: 20,
  similarQuestions: 3,
  /** Links or comments of a submission. */
  submissionText: 100_000,
  markComments: 10_000,
  note: 5_000,
  /** An announcement, and how many days it can be pinned. */
  announcement: 2_000,
  announcementDays: 90,
  /** The reason of a review request, and its answer. */
  secondLook: 5_000,
  /** Marks released or withdrawn at once. */
  releasedAtOnce: 100,
  /** Shown to staff only. */
  reportReason: 500,
  /** For hiding, locking or pinning a post. */
  moderationReason: 500,
  /** In one batch. */
  pinnedQuestions: 5,
  /** For an extension or correction; shown to staff only. */
  reason: 1_000,
  /** The people search, and the size of a bulk action. */
  search: 100,
  peopleAtOnce: 100,
  /** Assigned to a mentor at once. */
  staffBatches: 100,
  /** Markdown. */
  brief: 10_000,
  seats: 10_000,
  /** A line of a rubric, and lines for each task. */
  rubricLine: 300,
  rubricLines: 20,
  /** Why marks differ from the rubric. */
  overruleReason: 1_000,
  /** Saved comments of a staff member: name, text, number. */
  phraseName: 20,
  phrase: 2_000,
  phrases: 50,
  fileName: 255,
  marksMin: 0,
  marksMax: 100,
  /** Lower recorded exit scores cannot select a project. */
  exitScoreMin: 50,
  pageSize: 50,
  /** On the project dashboard. */
  newestQuestions: 3,
  pageSizeMax: 100,
  /** Of a page of a list, which may end before its `limit`. */
  pageBytes: 524_288,
  /** Of links and comments in a list of submissions; the receipt has all. */
  listedText: 2_000,
  /** Newest comments shown with a question, within the bytes of JSON. */
  newestComments: 50,
  newestCommentBytes: 32_768,
  batchSuggestions: 10,
  /** Fields of a project; `projectItem` is an entry of its lists. */
  projectId: 40,
  projectName: 200,
  projectDetails: 20_000,
  projectItem: 1_000,
  course: 120,
  /** Shown on the catalogue's screen. */
  catalogueCourses: 10,
  catalogueBatches: 8,
  catalogueProjects: 24,
  /** Of a ZIP imported on screen, in bytes. */
  catalogueZipBytes: 33_554_432,
  /** Of a picture or document, in bytes. */
  catalogueFileBytes: 2_097_152,
  /** Attachments: sizes in bytes, number in a post, and limits for a person each day. */
  attachmentPictureBytes: 5_242_880,
  attachmentTextBytes: 1_048_576,
  attachments: 5,
  attachmentsADay: 100,
  attachmentBytesADay: 104_857_600,
  /** In pixels; a phone has to decode them all. */
  attachmentSide: 16_384,
  attachmentPixels: 25_000_000,
  /** Of an unused attachment. */
  attachmentLifeMs: dayMs,
  /** Second factors of an account: name and number. */
  factorName: 60,
  factors: 10,
  idempotencyKey: 200,
  grade: 20,
  /** Of an upload without a submission. */
  uploadLifeMs: dayMs,
  jsonBytes: 262_144,
} as const;

/** Names the account of a queued request, percent-encoded: it is refused with another account's session. */
export const accountHeader = 'For-Account';

/** Trim and lower-case before storing or comparing. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Specification, section 5, check 2, without invisible characters. The length is first: the pattern takes quadratic time. */
export function isEmail(value: string): boolean {
  // NUL has its own error.
  const text = value.length <= limits.email ? value.replaceAll('\0', '') : '';
  return emailPattern.test(text) && !hasUnseen(text);
}

/** Stricter than at signup, for imported lists: no comma at the end, no whole line. */
const listedEmailPattern =
  /^(?=[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+(?:\.[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}(?<!-)\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** @param value normalized by `normalizeEmail` */
export function isListedEmail(value: string): boolean {
  return isEmail(value) && value.indexOf('@') <= 64 && listedEmailPattern.test(value);
}

/** Exactly ten digits (specification, section 5, check 4). */
export const phonePattern = /^[0-9]{10}$/;

/** Compares batch names regardless of case and spaces. */
export function batchKey(name: string): string {
  return foldText(name).replace(/\s+/gu, '');
}

export function isSameBatch(typed: string, batch: string | null): boolean {
  return batch !== null && batchKey(typed) === batchKey(batch);
}
