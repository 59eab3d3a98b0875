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

/** Calls that are sent at the click or not at all. An earlier version has queued them, too: what it left is still sent. */
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
export type ActCall = (typeof queuedCalls)[number] | ImmediateCall;

const actCalls: readonly ActCall[] = [...queuedCalls, ...immediateCalls];

/** Whether an act may be sent later: another version of the portal may have stored one that may not. */
export const isSentLater = ({ call }: Pick<Act, 'call'>): boolean => actCalls.includes(call);

/** What an act is about, for the words about it, and the screen on which it was pressed. */
export type ActLabel = {
  /** The task of a hand-in, a mark or a second look. */
  task?: Task;
  /** The student who is marked. */
  name?: string;
  /** The address of that screen. */
  to: string;
};

/**
 * Something that was pressed to be sent, as plain data: whatever page or worker finds it can send it.
 *
 * - `waiting`: it goes by itself
 * - `paused`: it goes when its owner says so
 * - `refused`: it does not go any more; `failure` says why
 * - `done`: it went, and nobody has been told yet
 */
export type Act = {
  /** Sorts by the time of the press. */
  id: string;
  /** The `account` of whoever pressed: the address that it had first, whatever it has now. */
  account: string;
  call: ActCall;
  params: Readonly<Record<string, string>>;
  /** The JSON body, or the text fields of a form; null for a call without one. */
  body: Readonly<Record<string, unknown>> | null;
  /** The same for every attempt. */
  idempotencyKey: string;
  /** What is acted on, such as a task or a question: screens look for their acts by it. */
  subject: string;
  label: ActLabel;
  /** The texts of the drafts that this act was made of, by their keys … */
  drafts: Readonly<Record<string, string>>;
  /** … and the key of its file's, with what tells that file from others. */
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
  /** Why the last attempt failed; null before it, and while nothing is wrong. */
  failure: ActFailure | null;
  /** The file's resumable upload, and whether the file has arrived, whole. */
  upload: { address: string; isWhole: boolean } | null;
  /** Whether the file goes with the form, because resumable uploads do not work here. */
  isPlain: boolean;
  /** How often the server has lost the upload. */
  lostUploads: number;
  /** The largest file that the portal takes, as the page knew it. */
  maxFileBytes: number;
  /** The answer of a hand-in that is done. */
  answer: SubmitAnswer | null;
};

/** Why an act did not go; `current` is what stands there now where others have changed it meanwhile. */
export type ActFailure = CallFailure & { current?: unknown };

/** An act with the file that it brings. */
export type ActWithFile = Act & { file: File | null };

/** What a screen says of an act when it is pressed. */
export type NewAct = Pick<Act, 'call' | 'params' | 'body' | 'subject' | 'label'> & {
  drafts?: Act['drafts'];
  file?: File | null;
  fileDraft?: string;
  maxFileBytes?: number;
  /** Key and upload of an attempt that was made before. */
  earlier?: Pick<Act, 'idempotencyKey' | 'upload'>;
  state?: 'waiting' | 'paused';
};

/** The identity of a file across reloads. */
export function identityOf(file: File | null): string | null {
  return file && JSON.stringify([file.name, file.size, file.lastModified]);
}

/** What somebody does for the own eyes: that it went is nothing to be told. */
const forOwnEyes: readonly ActCall[] = [
  'favoriteQuestion',
  'unfavoriteQuestion',
  'markUnread',
  'readAllQuestions',
  'muteQuestion',
  'unmuteQuestion',
];

export const isForOwnEyes = ({ call }: Pick<Act, 'call'>): boolean => forOwnEyes.includes(call);

const handIns: readonly ActCall[] = ['uploadWeek', 'uploadProject', 'uploadViva'];

export function isHandIn({ call }: Pick<Act, 'call'>): boolean {
  return handIns.includes(call);
}

/** What goes on its own, beside the other: a large file holds up no comment. */
export const lanes = ['hand-ins', 'texts'] as const;
export type Lane = (typeof lanes)[number];

export function laneOf(act: Pick<Act, 'call'>): Lane {
  return isHandIn(act) ? 'hand-ins' : 'texts';
}

/**
 * Acts of one chain depend on the ones before: none overtakes one that does not go. The comments on a question, its text,
 * its answer, its being a favourite, unread or muted have nothing to do with each other; nor have two new questions.
 */
export function chainOf({
  call,
  subject,
  params,
  id,
}: Pick<Act, 'call' | 'subject' | 'params' | 'id'>): string {
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
