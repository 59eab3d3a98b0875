/** A failed call. `message` is fit for users; `status` is 0 when no answer came. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** The wire's code, or `offline`, `cancelled`, `unreadable`. */
  readonly code: string;
  /** The Retry-After header in seconds; null without one. */
  readonly retryAfter: number | null;

  constructor(status: number, code: string, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
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
    return new CallError(status, 'code' in body ? String(body.code) : 'failed', body.message, seconds);
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

/** The message of anything thrown, fit for users. */
export function errorMessage(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong. Please try again.';
}
