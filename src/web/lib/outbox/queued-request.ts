import type { Task } from '#contract/dates';
import type { CallFailure, FieldError } from '../calls/call-error.ts';
import type { AnswerOf } from '../calls/client.ts';
import { immediateCalls, queuedCalls, type Lane } from '../stored-names/offline.ts';

export type SubmissionCall = 'uploadWeek' | 'uploadProject' | 'uploadViva';
export type SubmitAnswer = AnswerOf<SubmissionCall>;

export type OutboxCall = (typeof queuedCalls)[number] | (typeof immediateCalls)[number];

/** On the device, until it is sent. */
export const isKept = ({ call }: Pick<QueuedRequest, 'call'>): boolean =>
  (queuedCalls as readonly OutboxCall[]).includes(call);

const outboxCalls: readonly OutboxCall[] = [...queuedCalls, ...immediateCalls];

/** Another version of the portal may have stored other calls. */
export const isSentLater = ({ call }: Pick<QueuedRequest, 'call'>): boolean => outboxCalls.includes(call);

export type RequestLabel = {
  task?: Task;
  name?: string;
  to: string;
};

/**
 * Plain data: any page and the service worker can send it. IndexedDB stores it: names and shapes stay the
 * same in all versions.
 * - `waiting`: sent automatically
 * - `paused`: sent when its owner resumes it
 * - `refused`: not sent again; `failure` says why
 * - `done`: sent, and not shown to anybody yet
 */
export type QueuedRequest = {
  /** Sorts by the time of the click. */
  id: string;
  /** The first email of the account, also after it has changed. */
  account: string;
  call: OutboxCall;
  params: Readonly<Record<string, string>>;
  /** The JSON body, or a form's text fields; null without one. */
  body: Readonly<Record<string, unknown>> | null;
  /** The same for every attempt. */
  idempotencyKey: string;
  /** What it changes, such as a task: screens find requests by it. */
  subject: string;
  label: RequestLabel;
  /** The drafts' texts by their keys … */
  drafts: Readonly<Record<string, string>>;
  /** … and the key of the file's draft, with the identity of what was picked. */
  fileDraft: string | null;
  fileIdentity: string | null;
  /** Ms since 1970 UTC, device clock, like the times below. */
  pressedAt: number;
  state: 'waiting' | 'paused' | 'refused' | 'done';
  tries: number;
  triedAt: number;
  notBefore: number;
  /** Null before the first failure. */
  failure: RequestFailure | null;
  /** A resumable upload. */
  upload: { address: string; isWhole: boolean } | null;
  /** Resumable uploads do not work here: the file goes with the form. */
  isPlain: boolean;
  lostUploads: number;
  /** As the page knew it. */
  maxFileBytes: number;
  /** Of a submission that is done. */
  answer: SubmitAnswer | null;
};

/** `current` is the stored version when others changed it meanwhile, `fields` what is wrong with a form. */
export type RequestFailure = CallFailure & { current?: unknown; fields?: readonly FieldError[] };

/** `picked`: several files that `file` packs, to edit them again. */
export type QueuedRequestWithFile = QueuedRequest & { file: File | null; picked?: readonly File[] };

export type NewRequest = Pick<QueuedRequest, 'call' | 'params' | 'body' | 'subject' | 'label'> & {
  drafts?: QueuedRequest['drafts'];
  file?: File | null;
  picked?: readonly File[];
  fileDraft?: string;
  maxFileBytes?: number;
};

/** Across reloads. */
export function identityOf(file: File | readonly File[] | null): string | null {
  if (file === null || file instanceof File)
    return file && JSON.stringify([file.name, file.size, file.lastModified]);
  return JSON.stringify(file.map(identityOf));
}

/** As a draft: a single file stays as earlier versions store it. */
export function draftOfFiles(files: readonly File[]): File | readonly File[] | null {
  return files.length > 1 ? files : (files[0] ?? null);
}

/** Only the user sees these: no confirmation is shown. */
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

export function laneOf(request: Pick<QueuedRequest, 'call' | 'fileIdentity'>): Lane {
  return isSubmission(request) || typeof request.fileIdentity === 'string' ? 'hand-ins' : 'texts';
}

/**
 * Requests of one chain are sent in order. New questions, and a question's comments, text, answer, favourite,
 * unread and mute, and each edited private post, are chains of their own.
 */
export function chainOf({
  call,
  subject,
  params,
  body,
  id,
}: Pick<QueuedRequest, 'call' | 'subject' | 'params' | 'body' | 'id'>): string {
  switch (call) {
    case 'askQuestion':
      return id;
    case 'changePrivate':
      return `${subject} post ${String(body?.['post'])}`;
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
