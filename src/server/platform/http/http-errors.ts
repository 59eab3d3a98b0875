import type { ErrorCode } from '#contract/wire/error-codes';

const noDetails = {};

export class HttpError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  isOfBucket = false;

  constructor(
    status: number,
    code: ErrorCode,
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

/** The refusal of one of many, by the name that people know it by. */
export const refusedFor = (
  name: string,
  { status, code, message, retryAfter, details }: HttpError,
): HttpError => new HttpError(status, code, `${name}: ${message}`, retryAfter, details);

export type Problem = { message: string; code: ErrorCode; request_id: string };

/** People can quote the id of our failures. */
export function problemOf({ status, code, message, details }: HttpError, requestId: string): Problem {
  const isOurs = status === 500 || status === 503;
  return {
    ...details,
    message: isOurs ? `${message} If it happens again, tell the office this code: ${requestId}.` : message,
    code,
    request_id: requestId,
  };
}

/** Codes are for programs, messages for people. */
export const httpErrors = {
  badRequest: (message: string) => new HttpError(400, 'bad_request', message),
  noFile: () => new HttpError(400, 'no_file', 'Please choose a file.'),
  invalidFields: (message: string, fields: readonly { name: string; message: string }[]) =>
    new HttpError(400, 'bad_request', message, undefined, { fields }),
  signedOut: (message: string) => new HttpError(401, 'signed_out', message),
  invalidToken: (message: string) => new HttpError(401, 'invalid_token', message),
  insufficientScope: (message: string) => new HttpError(403, 'insufficient_scope', message),
  forbidden: (message: string) => new HttpError(403, 'forbidden', message),
  unconfirmed: (message: string) => new HttpError(403, 'unconfirmed', message),
  proofNeeded: (message: string) => new HttpError(403, 'proof_needed', message),
  secondFactorRequired: (message: string) => new HttpError(403, 'second_factor_required', message),
  notOpen: (message: string) => new HttpError(403, 'not_open', message),
  notFound: (message: string) => new HttpError(404, 'not_found', message),
  conflict: (message: string, retryAfter?: number) => new HttpError(409, 'conflict', message, retryAfter),
  /** Conflicts carry the stored state as `current`. */
  changedMeanwhile: (message: string, current: object) =>
    new HttpError(409, 'conflict', message, undefined, { current }),
  /** A frozen result needs what would change. */
  frozen: (message: string) => new HttpError(409, 'frozen', message),
  tooLarge: (message: string) => new HttpError(413, 'too_large', message),
  unsupportedType: (message: string) => new HttpError(415, 'unsupported_type', message),
  rangeNotSatisfiable: (message: string) => new HttpError(416, 'range_not_satisfiable', message),
  tooMany: (message: string, retryAfter: number) => new HttpError(429, 'too_many', message, retryAfter),
  busy: (message: string, retryAfter: number) => new HttpError(503, 'busy', message, retryAfter),
} as const;
