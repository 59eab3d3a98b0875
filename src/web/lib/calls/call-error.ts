export type FieldError = { name: string; message: string };

/** A failed call. `message` is for users; `status` is 0 without an answer. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** The wire's code, or `offline`, `cancelled`, `unreadable`. */
  readonly code: string;
  /** Retry-After in seconds; null without one. */
  readonly retryAfter: number | null;
  /** The stored version when others changed it meanwhile; else undefined. */
  readonly current: unknown;
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

/** Whether the session has ended; a wrong password does not count. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401 && error.code === 'signed_out';
}

/** 500 may come from a dying process, 408 from a slow connection. */
const passingStatuses = new Set([408, 500, 502, 503, 504]);

export function isPassing({ status, code }: Pick<CallError, 'status' | 'code'>): boolean {
  return code === 'offline' || passingStatuses.has(status);
}

/** Why a request waits, in words, and whether the portal is at fault. A load balancer's text is not shown. */
export function waitingReason({ status, code, message }: CallFailure): { reason: string; isFault: boolean } {
  if (code === 'offline' || (code === 'unreadable' && passingStatuses.has(status)))
    return { reason: 'The portal cannot be reached right now.', isFault: false };
  return { reason: message, isFault: status === 500 };
}

/** Plain data, also sent from server to browser. */
export type CallFailure = Pick<CallError, 'status' | 'code' | 'message' | 'retryAfter'>;

/** Other errors get a general message. */
export function toFailure(error: unknown): CallFailure {
  return failureOf(error) ?? { status: 0, code: 'failed', message: errorMessage(error), retryAfter: null };
}

/** Recognised by shape: the service worker has no router. */
function thrownData(error: unknown): unknown {
  const isRouteError =
    typeof error === 'object' && error !== null && 'statusText' in error && 'data' in error;
  return isRouteError ? error.data : error;
}

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

export function errorMessage(error: unknown): string {
  return failureOf(error)?.message ?? 'Something went wrong. Please try again.';
}
