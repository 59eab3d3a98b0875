const noDetails = {};

/** An error with an HTTP status and a code of the wire; the server's error handler turns it into a response. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** `Retry-After` in seconds. */
  readonly retryAfter: number | undefined;
  /** What the call's own answer of this status has besides message and code. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether it is the bucket that does not answer. */
  isOfBucket = false;

  constructor(
    status: number,
    code: string,
    message: string,
    retryAfter?: number,
    details: Readonly<Record<string, unknown>> = noDetails,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}

/** The body of an error on the wire. */
export type Problem = { message: string; code: string; request_id: string };

/**
 * The body of an error's answer. Only failures of the portal's own side name the id in words: that is where a person may
 * be asked for it.
 */
export function problemOf({ status, code, message, details }: HttpError, requestId: string): Problem {
  const isOurs = status === 500 || status === 503;
  return {
    ...details,
    message: isOurs ? `${message} If it happens again, please quote ${requestId}.` : message,
    code,
    request_id: requestId,
  };
}

/** The error codes of the wire: code is for programs, message for people. */
export const httpErrors = {
  badRequest: (message: string) => new HttpError(400, 'bad_request', message),
  /** A form's fields, each with what is wrong with it. */
  invalidFields: (message: string, fields: readonly { name: string; message: string }[]) =>
    new HttpError(400, 'bad_request', message, undefined, { fields }),
  signedOut: (message: string) => new HttpError(401, 'signed_out', message),
  forbidden: (message: string) => new HttpError(403, 'forbidden', message),
  unconfirmed: (message: string) => new HttpError(403, 'unconfirmed', message),
  /** The holder of the account has to prove once more that they sit there. */
  proofNeeded: (message: string) => new HttpError(403, 'proof_needed', message),
  /** Nothing is open to an administrator before a second factor is set up. */
  secondFactorRequired: (message: string) => new HttpError(403, 'second_factor_required', message),
  notOpen: (message: string) => new HttpError(403, 'not_open', message),
  notFound: (message: string) => new HttpError(404, 'not_found', message),
  conflict: (message: string, retryAfter?: number) => new HttpError(409, 'conflict', message, retryAfter),
  /** A change that was begun from something that others have changed since; `current` is what is stored now. */
  changedMeanwhile: (message: string, current: object) =>
    new HttpError(409, 'conflict', message, undefined, { current }),
  tooLarge: (message: string) => new HttpError(413, 'too_large', message),
  unsupportedType: (message: string) => new HttpError(415, 'unsupported_type', message),
  rangeNotSatisfiable: (message: string) => new HttpError(416, 'range_not_satisfiable', message),
  tooMany: (message: string, retryAfter: number) => new HttpError(429, 'too_many', message, retryAfter),
  busy: (message: string, retryAfter: number) => new HttpError(503, 'busy', message, retryAfter),
} as const;
