import { dayMs } from './durations.ts';
import { foldText } from './fold-text.ts';
import { hasUnseen } from './unseen.ts';

/** For forms and server; in characters by default. */
export const limits = {
  name: 120,
  email: 254,
  /** Specification, section 5. */
  passwordMin: 6,
  /** Of the first administrator. */
  setupPasswordMin: 12,
  passwordMax: 200,
  batch: 80,
  question: 10_000,
  answer: 5_000,
  /** Forum search: text, results on a page, similar ones. */
  questionSearch: 200,
  foundQuestions: 20,
  similarQuestions: 3,
  /** Links or comments. */
  submissionText: 100_000,
  markComments: 10_000,
  note: 5_000,
  /** Characters, and days pinned. */
  announcement: 2_000,
  announcementDays: 90,
  /** Of a review: reason and answer. */
  secondLook: 5_000,
  /** Marks. */
  releasedAtOnce: 100,
  /** For staff. */
  reportReason: 500,
  /** To hide, lock or pin. */
  moderationReason: 500,
  /** Of a batch. */
  pinnedQuestions: 5,
  /** To extend or correct; for staff. */
  reason: 1_000,
  /** Of people: search, bulk action. */
  search: 100,
  peopleAtOnce: 100,
  /** Assigned to a mentor. */
  staffBatches: 100,
  /** Markdown. */
  brief: 10_000,
  seats: 10_000,
  /** Its text, and number per task. */
  rubricLine: 300,
  rubricLines: 20,
  /** Marks unlike the rubric. */
  overruleReason: 1_000,
  /** Saved comments: name, text, number. */
  phraseName: 20,
  phrase: 2_000,
  phrases: 50,
  fileName: 255,
  marksMin: 0,
  marksMax: 100,
  /** Recorded scores below cannot select a project. */
  exitScoreMin: 50,
  pageSize: 50,
  /** On the dashboard. */
  newestQuestions: 3,
  pageSizeMax: 100,
  /** A page may end before its `limit`. */
  pageBytes: 524_288,
  /** Links and comments in lists; receipts have all. */
  listedText: 2_000,
  /** Per question, within JSON's bytes. */
  newestComments: 50,
  newestCommentBytes: 32_768,
  batchSuggestions: 10,
  /** Of projects; `projectItem`: a list's entry. */
  projectId: 40,
  projectName: 200,
  projectDetails: 20_000,
  projectItem: 1_000,
  course: 120,
  /** On the catalogue's screen. */
  catalogueCourses: 10,
  catalogueBatches: 8,
  catalogueProjects: 24,
  /** Of an imported ZIP. */
  catalogueZipBytes: 33_554_432,
  /** Picture or document. */
  catalogueFileBytes: 2_097_152,
  /** Bytes, number per post, per person and day. */
  attachmentPictureBytes: 5_242_880,
  attachmentTextBytes: 1_048_576,
  attachments: 5,
  attachmentsADay: 100,
  attachmentBytesADay: 104_857_600,
  /** Pixels: a phone decodes them all. */
  attachmentSide: 16_384,
  attachmentPixels: 25_000_000,
  /** Unused. */
  attachmentLifeMs: dayMs,
  /** Of an account: name, number. */
  factorName: 60,
  factors: 10,
  idempotencyKey: 200,
  grade: 20,
  /** Unsubmitted. */
  uploadLifeMs: dayMs,
  jsonBytes: 262_144,
} as const;

/** Of a queued request, percent-encoded: another account's session is refused. */
export const accountHeader = 'For-Account';

/** Before storing or comparing. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Specification, section 5, check 2, and all visible. Length first: the pattern takes quadratic time. */
export function isEmail(value: string): boolean {
  // NUL has its own error.
  const text = value.length <= limits.email ? value.replaceAll('\0', '') : '';
  return emailPattern.test(text) && !hasUnseen(text);
}

/** For imports, stricter than signup: no final comma, no whole line. */
const listedEmailPattern =
  /^(?=[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+(?:\.[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}(?<!-)\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** @param value of `normalizeEmail` */
export function isListedEmail(value: string): boolean {
  return isEmail(value) && value.indexOf('@') <= 64 && listedEmailPattern.test(value);
}

/** Specification, section 5, check 4. */
export const phonePattern = /^[0-9]{10}$/;

/** Without case and spaces. */
export function batchKey(name: string): string {
  return foldText(name).replace(/\s+/gu, '');
}

export function isSameBatch(typed: string, batch: string | null): boolean {
  return batch !== null && batchKey(typed) === batchKey(batch);
}
