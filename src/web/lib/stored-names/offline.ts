import type { Task } from '#contract/dates';

/** As in `device.ts`. */

// IndexedDB and local storage.
export const outboxDatabase = (account: string) => `capstone outbox of ${account}`;
export const outboxStoreName = 'acts';
export const accountsStore = 'accounts';
/** Beside their request. */
export const requestFile = (id: string) => `${id} file`;
export const requestPicked = (id: string) => `${id} picked`;
export const shortcutsSetting = 'single-key-shortcuts';
export const queueListSetting = 'marking-list';

// Cache Storage. Workbox names its own.
export const personalCachePrefix = 'personal of ';
export const catalogueCache = 'catalogue';

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
  'recordMark',
  'giveVivaMarks',
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
  review: (task: Task) => `second look ${task}`,
  extension: (task: Task) => `extension ${task}`,
  viva: (s_id: string) => `viva ${s_id}`,
};

/** An Idempotency-Key: the same for a repeated attempt, another once the portal has lost the file. */
export const attachedFileKey = (key: string, lost: number) => `${key}-file-${lost}`;

/** A request that became a draft again. @param of its first draft, else its subject */
export const sentDraft = (of: string) => `about ${of} sent`;

// Channels, locks, and messages to the service worker.
export const unreadChannel = 'capstone unread';
export const outboxChannel = 'capstone outbox';
export const outboxLock = (lane: Lane) => `capstone outbox ${lane}`;
/** Also the lock of the page that holds the stream. */
export const discussionChannel = (s_id: string) => `capstone discussion ${s_id}`;
export const privateChannel = (s_id: string) => `capstone private questions ${s_id}`;
export const personalCacheLock = 'capstone personal cache';
export const syncTag = 'capstone outbox';
export const takeOver = 'take over';
