import { dayMs } from './durations.ts';
import { foldText, formerFold } from './fold-text.ts';
import { hasUnseen } from './unseen.ts';

/** Checked by forms and server; in characters unless noted. */
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
  submissionText: 100_000,
  /** The academy's words, and a student's about AI tools. */
  declaration: 1_000,
  aiText: 500,
  markComments: 10_000,
  /** At a line of a submitted text: characters, number in a version, and of the path in a ZIP. */
  lineComment: 2_000,
  lineComments: 200,
  linePath: 1_000,
  note: 5_000,
  /** Text, and days it can be pinned. */
  announcement: 2_000,
  announcementDays: 90,
  /** To some students of a batch: text, and how many at once. */
  message: 1_000,
  messageStudents: 1_000,
  /** Reason of a review request, and its answer. */
  review: 5_000,
  releasedAtOnce: 100,
  markSheet: 200_000,
  /** Shown to staff only. */
  reportReason: 500,
  /** To hide, lock or pin. */
  moderationReason: 500,
  /** In one batch. */
  pinnedQuestions: 5,
  /** For an extension or correction; shown to staff only. */
  reason: 1_000,
  /** Open ones, in one batch's list. */
  extensionRequests: 200,
  /** The people search, and a bulk action. */
  search: 100,
  peopleAtOnce: 100,
  staffBatches: 100,
  /** Markdown. */
  brief: 10_000,
  seats: 10_000,
  /** A line, and lines per task. */
  rubricLine: 300,
  rubricLines: 20,
  /** Why marks differ from the rubric. */
  overruleReason: 1_000,
  /** Saved comments: name, text, number. */
  phraseName: 20,
  phrase: 2_000,
  phrases: 50,
  /** Students and mentors in one division of a batch's marking. */
  sharedStudents: 500,
  sharedMentors: 100,
  fileName: 255,
  marksMin: 0,
  marksMax: 100,
  /** Students with a lower recorded score cannot select a project. */
  exitScoreMin: 50,
  pageSize: 50,
  newestQuestions: 3,
  pageSizeMax: 100,
  /** A page ends before its `limit` when it is full. */
  pageBytes: 524_288,
  /** Of links and comments in a list; receipts have all. */
  listedText: 2_000,
  /** Shown with a question, and their bytes of JSON. */
  newestComments: 50,
  newestCommentBytes: 32_768,
  batchSuggestions: 10,
  /** `projectItem` is an entry of a project's lists. */
  projectId: 40,
  projectName: 200,
  projectDetails: 20_000,
  projectItem: 1_000,
  course: 120,
  catalogueCourses: 10,
  catalogueBatches: 8,
  catalogueProjects: 24,
  /** In bytes. */
  catalogueZipBytes: 33_554_432,
  /** A picture or document, in bytes. */
  catalogueFileBytes: 2_097_152,
  /** Sizes in bytes, number in a post, limits per person and day. */
  attachmentPictureBytes: 5_242_880,
  attachmentTextBytes: 1_048_576,
  attachments: 5,
  attachmentsADay: 100,
  attachmentBytesADay: 104_857_600,
  /** In pixels: a phone decodes them all. */
  attachmentSide: 16_384,
  attachmentPixels: 25_000_000,
  /** Of an unused attachment. */
  attachmentLifeMs: dayMs,
  /** Of an account: name, number. */
  factorName: 60,
  factors: 10,
  idempotencyKey: 200,
  grade: 20,
  /** Of an unsubmitted upload. */
  uploadLifeMs: dayMs,
  jsonBytes: 262_144,
} as const;

/** Whether a recorded exit score keeps a student from choosing; without a score they can. */
export const isScoreLow = (exitScore: number | null): boolean =>
  exitScore !== null && exitScore < limits.exitScoreMin;

/** Of a queued request, percent-encoded: another account's session is refused. */
export const accountHeader = 'For-Account';

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

/** Stored keys may still be of version 1.0.0; of two rows, the one that has it is meant. */
export const batchKeys = (name: string): string[] => [
  ...new Set([formerFold(name).replace(/\s+/gu, ''), batchKey(name)]),
];

export function isSameBatch(typed: string, batch: string | null): boolean {
  return batch !== null && batchKey(typed) === batchKey(batch);
}
