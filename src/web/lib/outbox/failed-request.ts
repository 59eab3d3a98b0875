import { minuteMs } from '#contract/durations';
import { CallError, isPassing, isSignedOut, toFailure } from '../calls/call-error.ts';
import { backoffMs } from '../calls/retry-delay.ts';
import type { QueuedRequest, RequestFailure } from './queued-request.ts';

export type Verdict =
  /** An earlier attempt, whose answer was lost, did it. */
  | { is: 'done' }
  /** Its owner stopped it. */
  | { is: 'stopped' }
  | { is: 'signed-out'; failure: RequestFailure }
  | { is: 'waiting'; failure: RequestFailure; change: Partial<QueuedRequest>; delayMs: number }
  | { is: 'refused'; failure: RequestFailure };

/** Quick attempts last some ten minutes; milliseconds between later ones. */
const quickTries = 24;
const slowMs = 5 * minuteMs;
/** A submission's file whose upload is lost more often is sent with the form. */
export const maxLostUploads = 2;

export const notSent: RequestFailure = {
  status: 0,
  code: 'not_sent',
  message: 'It is not sent automatically. Open it and send it again.',
  retryAfter: null,
};

/** Whatever the request. */
export function isAway({ status, code }: Pick<CallError, 'status' | 'code'>): boolean {
  return code === 'offline' || [408, 429, 502, 503, 504].includes(status);
}

type Ticked = { lines: readonly (string | { id: string })[]; reason: string | null } | null | undefined;

/** A mark without ticked lines has no rubric. */
function rubricKey(rubric: Ticked): string {
  if (!rubric || rubric.lines.length === 0) return '';
  const ids = rubric.lines.map((line) => (typeof line === 'string' ? line : line.id));
  return JSON.stringify([ids.toSorted(), rubric.reason]);
}

/** An earlier attempt did it, and its answer was lost. */
function isDoneAlready({ call, body }: QueuedRequest, current: unknown): boolean {
  if (typeof current !== 'object' || current === null || body === null) return false;
  const now = current as Record<string, unknown>;
  if (call === 'editQuestion') return now['text'] === body['questionText'];
  if (call === 'editComment') return now['text'] === body['answer'];
  const parts = ['marks', 'comments', 'released'];
  return (
    (call === 'markSubmission' || call === 'recordMark') &&
    (call === 'recordMark' ? ['status', ...parts] : parts).every((field) => now[field] === body[field]) &&
    (body['rubric'] === undefined ||
      rubricKey(now['rubric'] as Ticked) === rubricKey(body['rubric'] as Ticked))
  );
}

/**
 * An answer without JSON comes from somebody between, such as a network's login page. The exception: a
 * balancer takes no body of this size.
 */
function mayPass(error: CallError): boolean {
  const { status, code, retryAfter } = error;
  if (isPassing(error) || isAway(error) || code === 'no_upload') return true;
  return (code === 'unreadable' && status !== 413) || (status === 409 && retryAfter !== null);
}

/** @param tries attempts so far, this one included */
export function judgeFailure(request: QueuedRequest, error: unknown, tries: number): Verdict {
  const failure: RequestFailure = toFailure(error);
  if (!(error instanceof CallError)) return { is: 'refused', failure };
  if (error.code === 'cancelled') return { is: 'stopped' };
  if (isSignedOut(error)) return { is: 'signed-out', failure };
  if (error.current !== undefined) failure.current = error.current;
  if (error.fields.length > 0) failure.fields = error.fields;
  if (isDoneAlready(request, error.current)) return { is: 'done' };
  const isDeletion = request.call === 'deleteQuestion' || request.call === 'deleteComment';
  if (isDeletion && error.status === 404 && tries > 1) return { is: 'done' };
  if (error.code === 'not_resumable')
    return { is: 'waiting', failure, change: { isPlain: true }, delayMs: 0 };
  if (!mayPass(error)) return { is: 'refused', failure };
  // Machines that do not share uploads would lose each.
  const lostUploads = request.lostUploads + (error.code === 'no_upload' ? 1 : 0);
  const change = { lostUploads, isPlain: request.isPlain || lostUploads > maxLostUploads };
  const delayMs = tries > quickTries ? slowMs : backoffMs(error, tries - 1);
  return { is: 'waiting', failure, change, delayMs };
}
