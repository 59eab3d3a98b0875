import type { FastifyError, FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import { isUnavailable } from '../database/database-errors.ts';
import { HttpError, httpErrors } from './http-errors.ts';

/** Fastify's own refusals in words for people. */
const frameworkWords: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length header does not match the body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long.',
};
const codes: Record<number, string> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many',
};

/** An error as a refusal fit to show; null for what nobody foresaw. */
export function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (isUnavailable(error)) {
    return httpErrors.busy('The portal is busy just now. Please try again in a moment.', 2);
  }
  const { statusCode: status = 500, code = '' } = (error ?? {}) as Partial<FastifyError>;
  if (status < 400 || status >= 500) return null;
  const otherwise = status === 400 ? 'The request could not be read.' : 'The request was refused.';
  return new HttpError(status, codes[status] ?? 'bad_request', frameworkWords[code] ?? otherwise);
}

/** What the log says of an error: PostgreSQL's `detail` and its like hold whole rows, addresses and hashes among them. */
function loggable(error: unknown): Record<string, unknown> {
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

/** Turns every error into `{ message, code }`, once; an unknown one is a 500 with an id to quote and no detail. */
export function registerErrorHandler(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => {
    const problem = toHttpError(error);
    if (problem === null) {
      request.log.error({ error: loggable(error) }, 'request failed');
      const message = `Something went wrong on our side. If it happens again, please quote ${request.id}.`;
      return reply.code(500).send({ message, code: 'internal' });
    }
    if (problem.status === 503) request.log.warn({ error: loggable(error) }, 'request refused for now');
    if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter));
    return reply.code(problem.status).send({ message: problem.message, code: problem.code });
  });
}

/** Unknown calls are 404 as JSON; unknown pages are the pages' own affair. */
export function registerNotFoundCalls(server: FastifyInstance): void {
  for (const path of ['/api', '/api/*']) {
    server.all(path, () => {
      throw httpErrors.notFound(messages.notFound);
    });
  }
}
