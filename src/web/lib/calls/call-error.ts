/** A field of a form by its name on the wire, and what is wrong with it. */
export type FieldError = { name: string; message: string };

/** A failed call. `message` is fit for users; `status` is 0 when no answer came. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** The wire's code, or `offline`, `cancelled`, `unreadable`. */
  readonly code: string;
  /** The Retry-After header in seconds; null without one. */
  readonly retryAfter: number | null;
  /** What stands there now, where the call was begun from something that others have changed since; else undefined. */
  readonly current: unknown;
  /** What is wrong with each field that was sent, where the answer tells more than the first. */
  readonly fields: readonly FieldError[];

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfter: number | null = null,
    current?: unknown,
    fields: readonly FieldError[] = [],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.current = current;
    this.fields = fields;
  }
}

export function offlineError(): CallError {
  return new CallError(
    0,
    'offline',
    'The portal cannot be reached. Please check your connection and try again.',
  );
}

/** The error of an error answer, whatever its body. */
export function toCallError(status: number, body: unknown, retryAfter: string | null = null): CallError {
  const seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    const current = 'current' in body ? body.current : undefined;
    return new CallError(
      status,
      'code' in body ? String(body.code) : 'failed',
      body.message,
      seconds,
      current,
      'fields' in body && Array.isArray(body.fields) ? (body.fields as FieldError[]) : [],
    );
  }
  return new CallError(
    status,
    'unreadable',
    'Something went wrong on our side. Please try again in a moment.',
    seconds,
  );
}

/** Whether a call failed because the session has ended; a wrong password does not count. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401 && error.code === 'signed_out';
}

/**
 * Answers of a server, or of a balancer before it, that is away or busy just now; a 500 may be of a process that dies, a 408
 * of a line that was too slow for a while.
 */
const passingStatuses = new Set([408, 500, 502, 503, 504]);

/** Whether a failure may pass by itself: no network, no server, a server that is busy or at fault just now. */
export function isPassing({ status, code }: Pick<CallError, 'status' | 'code'>): boolean {
  return code === 'offline' || passingStatuses.has(status);
}

/**
 * Why something waits to be sent again, fit for users, and whether that is a fault of the portal's own. What a balancer says
 * in its place says nothing to them.
 */
export function waitingReason({ status, code, message }: CallFailure): { reason: string; isFault: boolean } {
  if (code === 'offline' || (code === 'unreadable' && passingStatuses.has(status)))
    return { reason: 'The portal cannot be reached right now.', isFault: false };
  return { reason: message, isFault: status === 500 };
}

/** A failed call as plain data, in which it also travels from the server to the browser. */
export type CallFailure = Pick<CallError, 'status' | 'code' | 'message' | 'retryAfter'>;

/** Plain data of anything thrown; an error that is no call's gets words fit for users. */
export function toFailure(error: unknown): CallFailure {
  return failureOf(error) ?? { status: 0, code: 'failed', message: errorMessage(error), retryAfter: null };
}

/** What a loader on the server threw; told by its shape, because the service worker runs this too and has no router. */
function thrownData(error: unknown): unknown {
  const isRouteError =
    typeof error === 'object' && error !== null && 'statusText' in error && 'data' in error;
  return isRouteError ? error.data : error;
}

/** The failed call of an error, of plain data, or of what a loader on the server threw; null for anything else. */
export function failureOf(error: unknown): CallFailure | null {
  if (error instanceof CallError) {
    const { status, code, message, retryAfter } = error;
    return { status, code, message, retryAfter };
  }
  const data = thrownData(error);
  const isFailure =
    typeof data === 'object' && data !== null && !(data instanceof Error) && 'retryAfter' in data;
  return isFailure ? (data as CallFailure) : null;
}

/** The message of a failed call, or of anything else thrown, fit for users. */
export function errorMessage(error: unknown): string {
  return failureOf(error)?.message ?? 'Something went wrong. Please try again.';
}
