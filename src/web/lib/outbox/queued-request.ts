import type { Task } from '#contract/dates';
import type { CallFailure } from '../calls/call-error.ts';
import type { AnswerOf } from '../calls/client.ts';

export type SubmissionCall = 'uploadWeek' | 'uploadProject' | 'uploadViva';
export type SubmitAnswer = AnswerOf<SubmissionCall>;

/** The calls that wait in the outbox until they are sent: what somebody has typed or picked. */
const queuedCalls = [
  'uploadWeek',
  'uploadProject',
  'uploadViva',
  'askQuestion',
  'answerQuestion',
  'editQuestion',
  'editComment',
  'markSubmission',
  'askSecondLook',
] as const;

/** Calls that are sent at the click or not at all. Those that an earlier version has queued are still sent. */
const immediateCalls = [
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
export type ImmediateCall = (typeof immediateCalls)[number];
export type OutboxCall = (typeof queuedCalls)[number] | ImmediateCall;

const outboxCalls: readonly OutboxCall[] = [...queuedCalls, ...immediateCalls];

/** Whether a request may be sent later; another version of the portal may have stored other calls. */
export const isSentLater = ({ call }: Pick<QueuedRequest, 'call'>): boolean => outboxCalls.includes(call);

/** The subject of a request in the words about it, and its screen. */
export type RequestLabel = {
  /** The task of a submission, a mark or a review request. */
  task?: Task;
  /** The student who is marked. */
  name?: string;
  /** The address of its screen. */
  to: string;
};

/**
 * A request in the outbox, as plain data: any page and the service worker can send it. Stored in IndexedDB, so that names
 * and shapes stay the same in all versions.
 *
 * - `waiting`: sent automatically
 * - `paused`: sent when its owner resumes it
 * - `refused`: not sent again; `failure` says why
 * - `done`: sent, and not shown to anybody yet
 */
export type QueuedRequest = {
  /** Sorts by the time of the click. */
  id: string;
  /** The owner's `account`: the first email of the account, also after it has changed. */
  account: string;
  call: OutboxCall;
  params: Readonly<Record<string, string>>;
  /** The JSON body, or the text fields of a form; null for a call without one. */
  body: Readonly<Record<string, unknown>> | null;
  /** The same for every attempt. */
  idempotencyKey: string;
  /** What it changes, such as a task or a question: screens find their requests by it. */
  subject: string;
  label: RequestLabel;
  /** The texts of the drafts that it was made of, by their keys … */
  drafts: Readonly<Record<string, string>>;
  /** … and the key of its file's draft, with the identity of that file. */
  fileDraft: string | null;
  fileIdentity: string | null;
  /** Milliseconds since 1970 UTC, by this device's clock, like the times below. */
  pressedAt: number;
  state: 'waiting' | 'paused' | 'refused' | 'done';
  /** Attempts so far. */
  tries: number;
  /** When the last attempt ended. */
  triedAt: number;
  /** When the next attempt is due. */
  notBefore: number;
  /** Why the last attempt failed; null before the first. */
  failure: RequestFailure | null;
  /** The file's resumable upload, and whether the whole file has arrived. */
  upload: { address: string; isWhole: boolean } | null;
  /** Whether the file is sent with the form, because resumable uploads do not work here. */
  isPlain: boolean;
  /** How often the server has lost the upload. */
  lostUploads: number;
  /** The largest file that the portal takes, as the page knew it. */
  maxFileBytes: number;
  /** The answer to a submission that is done. */
  answer: SubmitAnswer | null;
};

/** Why a request failed; `current` is the stored version when others changed it meanwhile. */
export type RequestFailure = CallFailure & { current?: unknown };

/** A request with its file. */
export type QueuedRequestWithFile = QueuedRequest & { file: File | null };

/** A request as a screen describes it. */
export type NewRequest = Pick<QueuedRequest, 'call' | 'params' | 'body' | 'subject' | 'label'> & {
  drafts?: QueuedRequest['drafts'];
  file?: File | null;
  fileDraft?: string;
  maxFileBytes?: number;
  /** Key and upload of an earlier attempt. */
  earlier?: Pick<QueuedRequest, 'idempotencyKey' | 'upload'>;
  state?: 'waiting' | 'paused';
};

/** The identity of a file across reloads. */
export function identityOf(file: File | null): string | null {
  return file && JSON.stringify([file.name, file.size, file.lastModified]);
}

/** Changes that only the user sees (favourite, read, mute): no confirmation is shown. */
const silentCalls: readonly OutboxCall[] = [
  'favoriteQuestion',
  'unfavoriteQuestion',
  'markUnread',
  'readAllQuestions',
  'muteQuestion',
  'unmuteQuestion',
];

export const isSilent = ({ call }: Pick<QueuedRequest, 'call'>): boolean => silentCalls.includes(call);

const submissionCalls: readonly OutboxCall[] = ['uploadWeek', 'uploadProject', 'uploadViva'];

export function isSubmission({ call }: Pick<QueuedRequest, 'call'>): boolean {
  return submissionCalls.includes(call);
}

/** Sent independently of each other: a large file delays no comment. */
export const lanes = ['hand-ins', 'texts'] as const;
export type Lane = (typeof lanes)[number];

export function laneOf(request: Pick<QueuedRequest, 'call'>): Lane {
  return isSubmission(request) ? 'hand-ins' : 'texts';
}

/**
 * Requests of one chain are sent in order; none overtakes one that fails. New questions, and a question's comments, text,
 * answer, favourite, unread and mute, are chains of their own.
 */
export function chainOf({
  call,
  subject,
  params,
  id,
}: Pick<QueuedRequest, 'call' | 'subject' | 'params' | 'id'>): string {
  switch (call) {
    case 'askQuestion':
      return id;
    case 'answerQuestion':
      return `${subject} comments`;
    case 'favoriteQuestion':
    case 'unfavoriteQuestion':
      return `${subject} favorite`;
    case 'markAnswer':
    case 'unmarkAnswer':
      return `${subject} answer`;
    case 'markUnread':
    case 'readAllQuestions':
      return `${subject} reading`;
    case 'muteQuestion':
    case 'unmuteQuestion':
      return `${subject} mute`;
    case 'editComment':
    case 'deleteComment':
    case 'undoCommentDeletion':
      return `${subject} comment ${params['comment'] ?? ''}`;
    default:
      return subject;
  }
}

export const subjects = {
  handIn: (task: Task) => `hand-in ${task}`,
  /** New questions in the forum of an address. */
  forum: (s_id: string) => `forum ${s_id}`,
  question: (id: string) => `question ${id}`,
  mark: (number: string) => `mark ${number}`,
  secondLook: (task: Task) => `second look ${task}`,
};
