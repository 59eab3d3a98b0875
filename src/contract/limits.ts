import { dayMs } from './durations.ts';
import { foldText } from './fold-text.ts';
import { hasUnseen } from './unseen.ts';

/** Limits that a form and the server both hold; lengths are in characters unless a name says otherwise. */
export const limits = {
  name: 120,
  email: 254,
  /** The owner's rule (specification, section 5). */
  passwordMin: 6,
  passwordMax: 200,
  batch: 80,
  question: 10_000,
  answer: 5_000,
  /** What somebody looks for in a forum; how many found questions a page has, and how many similar ones are shown. */
  questionSearch: 200,
  foundQuestions: 20,
  similarQuestions: 3,
  /** A text field of a submission: links or comments. */
  submissionText: 100_000,
  markComments: 10_000,
  /** What staff note about a student. */
  note: 5_000,
  /** What a mentor announces to a batch, and how many days it can be pinned. */
  announcement: 2_000,
  announcementDays: 90,
  /** The reason of a second look, and its answer. */
  secondLook: 5_000,
  /** How many marks are released, or taken back, by one press. */
  releasedAtOnce: 100,
  /** Why somebody reports a post; for staff alone. */
  reportReason: 500,
  /** Why a mentor hides, locks or pins a post. */
  moderationReason: 500,
  /** How many questions of a batch are pinned at once. */
  pinnedQuestions: 5,
  /** Why staff gave more time, or corrected something; for staff alone. */
  reason: 1_000,
  /** What the office looks for, and how many people it does something to at once. */
  search: 100,
  peopleAtOnce: 100,
  /** How many batches a mentor is given at once. */
  staffBatches: 100,
  /** What a project asks for in a task, in Markdown. */
  brief: 10_000,
  /** The most seats of a project that has any. */
  seats: 10_000,
  /** A line of a rubric, and how many a project's task may have. */
  rubricLine: 300,
  rubricLines: 20,
  /** Why marks are others than the rubric gives. */
  overruleReason: 1_000,
  /** Phrases of a staff member's own: their names, their texts, their number. */
  phraseName: 20,
  phrase: 2_000,
  phrases: 50,
  fileName: 255,
  marksMin: 0,
  marksMax: 100,
  /** Recorded exit scores below this cannot select a project. */
  exitScoreMin: 50,
  pageSize: 50,
  /** How many questions the project dashboard shows. */
  newestQuestions: 3,
  pageSizeMax: 100,
  /** The longest page of a list, in bytes: it ends before its `limit` where they run out. */
  pageBytes: 524_288,
  /** So much of a hand-in's links, and of its comments, stands in a list; the receipt has them whole. */
  listedText: 2_000,
  /** Of a question's comments the newest so many stand in the discussion, fewer where their JSON passes the bytes. */
  newestComments: 50,
  newestCommentBytes: 32_768,
  batchSuggestions: 10,
  /** A project's id, name, details, and an entry of its lists. */
  projectId: 40,
  projectName: 200,
  projectDetails: 20_000,
  projectItem: 1_000,
  /** The name of a course. */
  course: 120,
  /** How many courses the catalogue's screen shows, and how many batches and projects of each. */
  catalogueCourses: 10,
  catalogueBatches: 8,
  catalogueProjects: 24,
  /** The largest ZIP of a catalogue that is imported on screen, in bytes. */
  catalogueZipBytes: 33_554_432,
  /** The largest picture or document of the catalogue, in bytes. */
  catalogueFileBytes: 2_097_152,
  /** Attachments of posts: the largest picture and text, in bytes; how many a post has; and what one may send within a day. */
  attachmentPictureBytes: 5_242_880,
  attachmentTextBytes: 1_048_576,
  attachments: 5,
  attachmentsADay: 100,
  attachmentBytesADay: 104_857_600,
  /** The longest side of an attached picture, and how many pixels it has at most: a phone has to unpack them all. */
  attachmentSide: 16_384,
  attachmentPixels: 67_108_864,
  /** How long an attachment that no post names is kept, in milliseconds. */
  attachmentLifeMs: dayMs,
  /** The name of a second factor, and how many an account may have. */
  factorName: 60,
  factors: 10,
  idempotencyKey: 200,
  /** The academy's own grade of a person. */
  grade: 20,
  /** How long an upload without a submission is kept, in milliseconds. */
  uploadLifeMs: dayMs,
  /** The largest JSON body, in bytes. */
  jsonBytes: 262_144,
} as const;

/**
 * The header by which a request names the account that it is made for, percent-encoded: with another's session it is
 * refused as without one. A browser that sends later what was pressed before somebody else logged in says so.
 */
export const accountHeader = 'For-Account';

/** Trimmed and lower-cased, as an address is stored and compared everywhere. */
export function normalizeEmail(value: string): string {
  return value.trim().toLowerCase();
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * Whether a text is an e-mail address (specification, section 5, check 2) that is seen as it is written. Its length comes
 * first: on a long text the pattern would take time that grows with the square of the length.
 */
export function isEmail(value: string): boolean {
  // NUL is refused everywhere, in words of its own.
  const text = value.length <= limits.email ? value.replaceAll('\0', '') : '';
  return emailPattern.test(text) && !hasUnseen(text);
}

/**
 * An address as lists have them: signup takes more, since whoever types their own knows it. A comma at its end or a whole line of
 * a list is none.
 */
const listedEmailPattern =
  /^(?=[\p{L}\p{N}_])[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+(?:\.[\p{L}\p{M}\p{N}_+&'=~%$!#/*?^{}-]+)*@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}(?<!-)\.)+(?!\d+$)[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Whether a text of a list, as `normalizeEmail` writes it, is an address that mail can be sent to. */
export function isListedEmail(value: string): boolean {
  return isEmail(value) && value.indexOf('@') <= 64 && listedEmailPattern.test(value);
}

/** Exactly ten digits (specification, section 5, check 4). */
export const phonePattern = /^[0-9]{10}$/;

/** A batch's name as it is compared: as all names are, and without regard to spaces. */
export function batchKey(name: string): string {
  return foldText(name).replace(/\s+/gu, '');
}

/** Whether a name, as typed, means a batch; null is no batch. */
export function isSameBatch(typed: string, batch: string | null): boolean {
  return batch !== null && batchKey(typed) === batchKey(batch);
}
