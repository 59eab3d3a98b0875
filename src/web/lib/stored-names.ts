import type { Task } from '#contract/dates';

/**
 * Names under which devices store things, and by which versions open at once talk. A device may hold what version
 * 1.0.0 wrote: none of them changes, and new ones are added here. Placeholders are an account, an id, a task.
 */

// IndexedDB: databases and their stores.
export const draftsDatabase = (account: string) => `capstone drafts of ${account}`;
export const draftsStore = 'drafts';
export const outboxDatabase = (account: string) => `capstone outbox of ${account}`;
export const outboxStoreName = 'acts';
/** Lists the accounts with an outbox. */
export const accountsDatabase = 'capstone outboxes';
export const accountsStore = 'accounts';

// Cache Storage. Workbox names its own.
export const personalCachePrefix = 'personal of ';
export const catalogueCache = 'catalogue';

export const shortcutsSetting = 'single-key-shortcuts';

// Channels, locks, and messages to the service worker.
export const draftsChannel = 'capstone drafts';
export const outboxChannel = 'capstone outbox';
export const sessionChannelName = 'capstone session';
export const unreadChannel = 'capstone unread';
/** Also the lock of the page that holds the stream. */
export const discussionChannel = (s_id: string) => `capstone discussion ${s_id}`;
export const privateChannel = (s_id: string) => `capstone private questions ${s_id}`;
export const outboxLock = (lane: Lane) => `capstone outbox ${lane}`;
export const personalCacheLock = 'capstone personal cache';
export const syncTag = 'capstone outbox';
export const takeOver = 'take over';

// The outbox.
/** Independent of each other: a large file delays no comment. */
export const lanes = ['hand-ins', 'texts'] as const;
export type Lane = (typeof lanes)[number];

/** What somebody has typed or picked waits in the outbox. */
export const queuedCalls = [
  'uploadWeek',
  'uploadProject',
  'uploadViva',
  'askQuestion',
  'answerQuestion',
  'editQuestion',
  'editComment',
  'sendPrivate',
  'changePrivate',
  'markSubmission',
  'askSecondLook',
  'askExtension',
] as const;

/** Sent at the click or not at all. Those that an earlier version queued are still sent. */
export const immediateCalls = [
  'deleteQuestion',
  'favoriteQuestion',
  'unfavoriteQuestion',
  'markAnswer',
  'unmarkAnswer',
  'markUnread',
  'readAllQuestions',
  'muteQuestion',
  'unmuteQuestion',
  'deleteComment',
  'undoQuestionDeletion',
  'undoCommentDeletion',
] as const;

/** What a request changes: screens find it by this. */
export const subjects = {
  submission: (task: Task) => `hand-in ${task}`,
  forum: (s_id: string) => `forum ${s_id}`,
  question: (id: string) => `question ${id}`,
  /** New private questions, in the order of the clicks. */
  newPrivate: 'private questions',
  privateQuestion: (id: string) => `private question ${id}`,
  mark: (number: string) => `mark ${number}`,
  secondLook: (task: Task) => `second look ${task}`,
  extension: (task: Task) => `extension ${task}`,
};

/** Beside their request. */
export const requestFile = (id: string) => `${id} file`;
export const requestPicked = (id: string) => `${id} picked`;
/** An Idempotency-Key: the same for a repeated attempt, another once the portal has lost the file. */
export const attachedFileKey = (key: string, lost: number) => `${key}-file-${lost}`;

// Drafts.
const metadata = 'about ';
/** No text that somebody sees. */
export const aboutDraft = (key: string) => `${metadata}${key}`;
export const isMetadata = (key: string) => key.startsWith(metadata);
/** Numbers, choices and JSON: a newer one replaces an older one. */
export const isValueDraft = (key: string) =>
  /^about | (marks|rubric|declared|ai_use|anonymous|to|until|cancelled|project \S+)$/.test(key);

/** What an edit began from. */
export const originalOfDraft = (key: string) => aboutDraft(`${key} original`);
export const cancelledDraft = (key: string) => aboutDraft(`${key} cancelled`);
/** A request that became a draft again. @param of its first draft, else its subject */
export const sentDraft = (of: string) => aboutDraft(`${of} sent`);

/** The weeks share theirs. */
export const submissionDraft = (s_id: string, call: string, field: string) => `${s_id} ${call} ${field}`;
export const weekDraft = (s_id: string) => aboutDraft(`${s_id} week`);
export const extensionDrafts = (s_id: string, task: Task) => ({
  reason: `${s_id} extension ${task}`,
  until: `${s_id} extension ${task} until`,
  file: `${s_id} extension ${task} file`,
});

export const questionDraft = (account: string, s_id: string) => `${account} ${s_id} question`;
export const anonymousDraft = (key: string) => `${key} anonymous`;
/** Whom the question asks. */
export const readersDraft = (key: string) => `${key} to`;
export const questionEditDraft = (account: string, id: string) => `${account} edit ${id}`;
export const commentDraft = (account: string, question: string) => `${account} comment ${question}`;
export const commentEditDraft = (account: string, id: string) => `${account} edit comment ${id}`;
export const privateDraft = (account: string, question: string) => `${account} private ${question}`;
export const privateEditDraft = (account: string, post: string) => `${account} edit private ${post}`;

export const markDrafts = (account: string, number: string) => ({
  marks: `${account} mark ${number} marks`,
  comments: `${account} mark ${number} comments`,
  rubric: `${account} mark ${number} rubric`,
});
export const markOriginalDraft = (account: string, number: string) =>
  originalOfDraft(`${account} mark ${number}`);
export const cancelledMarkDraft = (account: string, number: string) => `${account} mark ${number} cancelled`;
export const reviewRequestDraft = (s_id: string, task: Task, version: number | null) =>
  `${s_id} second look ${task} ${version}`;
export const reviewDraft = (account: string, number: string) => `${account} second look ${number}`;
/** @param key of the review's draft */
export const reviewedMarkDraft = (key: string, current: number | null) => `${key} over ${current} marks`;

export const rubricDraft = (account: string, project: string, task: Task) =>
  `${account} lines of ${project} ${task} rubric`;
export const briefDraft = (account: string, project: string, task: Task) =>
  `${account} brief of ${project} ${task}`;
export const projectDraft = (account: string, id: string) => `${account} project ${id}`;
export const noteDraft = (account: string, s_id: string) => `${account} note about ${s_id}`;
export const newAnnouncementDraft = (account: string, batch: string) => `${account} announcement to ${batch}`;
export const announcementDraft = (account: string, id: string) => `${account} announcement ${id}`;
export const plannedAnnouncementDraft = (account: string, id: string) =>
  `${account} planned announcement ${id}`;
