import type { ErrorCode } from '#contract/wire/error-codes';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { isDamaged, isRefusedBy, isUnavailable, DatabaseReplaced } from '../database/database-errors.ts';
import { frozenRefusal } from '../database/frozen-refusal.ts';
import { finalMarksRefusal } from '../database/final-marks-refusal.ts';
import { openHourRefusal } from '../database/open-hour-refusal.ts';
import { CannotWrite } from '../write-monitor.ts';
import { OriginRefused } from './csrf.ts';
import { HttpError, httpErrors, problemOf } from './http-errors.ts';
import { logSecurityEvent } from './security-log.ts';
import { sendJson, serializerOf } from './serialized-json.ts';
import { codeOf } from '../error-code.ts';
import { serverMessages } from './server-messages.ts';

/** `damaged`: database files; `busy`: full queues; `bug`: the unexpected. */
type FailureCause = 'damaged' | 'database' | 'bucket' | 'disk' | 'file' | 'busy' | 'bug';

/** Codes of the system and SQLite. */
const ofDisk =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE)$|^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/;

function isDiskFailure(error: unknown): boolean {
  return ofDisk.test(codeOf(error));
}

function isOutOfDescriptors(error: unknown): boolean {
  return /^E[MN]FILE$/.test(codeOf(error));
}

export function failureCause(error: unknown): FailureCause {
  if (isDamaged(error)) return 'damaged';
  if (error instanceof CannotWrite && error.cause instanceof DatabaseReplaced) return 'damaged';
  // The system's and SQLite's codes concern this machine's disk.
  if (error instanceof CannotWrite) return /^(E[A-Z]|SQLITE)/.test(codeOf(error.cause)) ? 'disk' : 'database';
  if (error instanceof HttpError) {
    if (error.isOfBucket) return 'bucket';
    return error.code === 'file_unavailable' ? 'file' : 'busy';
  }
  if (isDiskFailure(error)) return 'disk';
  if (isOutOfDescriptors(error)) return 'busy';
  return isUnavailable(error) ? 'database' : 'bug';
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers of 500 and 503, also to pages' calls. */
    failures: Map<FailureCause, number>;
  }
}

const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length header does not match the body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long.',
};
const codes: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many',
};

/** Null for the unexpected. */
export function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (isRefusedBy(error, frozenRefusal)) return httpErrors.frozen(serverMessages.resultFrozen);
  if (isRefusedBy(error, openHourRefusal)) return httpErrors.conflict(serverMessages.hourIsOpen);
  if (isRefusedBy(error, finalMarksRefusal)) return httpErrors.conflict(serverMessages.finalMarksAreOpen);
  if (isUnavailable(error) || isOutOfDescriptors(error)) {
    return httpErrors.busy(serverMessages.busy, 2);
  }
  if (isDamaged(error) || isDiskFailure(error)) {
    return httpErrors.busy(
      'We cannot read or save this now. This is our problem, not yours. Your text is kept. Try again in a few minutes.',
      60,
    );
  }
  const { statusCode: status = 500, code = '' } = (error ?? {}) as Partial<FastifyError>;
  if (status < 400 || status >= 500) return null;
  const otherwise = status === 400 ? 'The request could not be read.' : 'The request was refused.';
  return new HttpError(status, codes[status] ?? 'bad_request', frameworkMessages[code] ?? otherwise);
}

/** PostgreSQL's `detail` and similar fields contain rows. */
export function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: loggable(error.cause) }),
  };
}

/** Counts and logs; the unexpected becomes a 500 without detail. */
export function toRefusal(
  error: unknown,
  request: Pick<FastifyRequest, 'log' | 'server' | 'ip' | 'accountId' | 'routeOptions'>,
): HttpError {
  const { log, server } = request;
  const httpError = toHttpError(error);
  if (httpError?.code === 'forbidden') {
    const event = httpError instanceof OriginRefused ? 'origin-refused' : 'forbidden';
    logSecurityEvent(request, event, { detail: { route: request.routeOptions.url ?? '(unknown)' } });
  }
  if (httpError === null || httpError.status >= 500) {
    const cause = failureCause(error);
    server.failures.set(cause, (server.failures.get(cause) ?? 0) + 1);
  }
  if (httpError === null) {
    log.error({ error: loggable(error) }, 'request failed');
    return new HttpError(500, 'internal', 'Something went wrong on our side.');
  }
  // The monitor logs a full disk once.
  if (httpError.status === 503 && !(httpError instanceof CannotWrite))
    log.warn({ error: loggable(error) }, 'request refused for now');
  return httpError;
}

export function registerErrorHandler(server: FastifyInstance): void {
  server.decorate('failures', new Map());
  server.decorate('securityEvents', new Map());
  server.decorate('securityListeners', []);
  server.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error, request);
    const { status, retryAfter } = refusal;
    if (retryAfter !== undefined) reply.header('Retry-After', String(retryAfter));
    const { answers } = request.routeOptions.config;
    const serialize = answers && serializerOf(answers, status);
    const problem = problemOf(refusal, request.id);
    reply.code(status);
    return serialize === undefined ? reply.send(problem) : sendJson(reply, serialize, problem);
  });
}

/** Pages answer other unknown addresses. */
export function registerNotFoundCalls(server: FastifyInstance): void {
  for (const path of ['/api', '/api/*']) {
    server.all(path, () => {
      throw httpErrors.notFound(serverMessages.notFound);
    });
  }
}
