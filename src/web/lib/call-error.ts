/** A call that did not succeed. `message` is fit to show a person; `status` is 0 when no answer came. */
export class CallError extends Error {
  override name = 'CallError';
  readonly status: number;
  /** The wire's code, or `offline`, `cancelled`, `unreadable`. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function offline(): CallError {
  return new CallError(
    0,
    'offline',
    'The portal cannot be reached. Please check your connection and try again.',
  );
}

/** The error that an answer stands for, whatever its body turned out to be. */
export function refused(status: number, body: unknown): CallError {
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return new CallError(status, 'code' in body ? String(body.code) : 'failed', body.message);
  }
  return new CallError(
    status,
    'unreadable',
    'Something went wrong on our side. Please try again in a moment.',
  );
}

/** Words for whatever was thrown, for a notice on the screen. */
export function wordsOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong. Please try again.';
}
