import type { FastifyError, FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import { isUnavailable } from '../database/engine.ts';
import { Problem, problems } from './problems.ts';

/** Fastify's own refusals in words for people. */
const frameworkWords: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'This content type is not accepted here.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The Content-Length header does not match the body.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_BAD_URL: 'The address is not valid.',
};
const codes: Record<number, string> = { 404: 'not_found', 413: 'too_large', 415: 'unsupported_type', 429: 'too_many' };

function toProblem(error: FastifyError | Problem): Problem | null {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return problems.busy('The portal is busy just now. Please try again in a moment.', 2);
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const words = frameworkWords[error.code] ?? (status === 400 ? 'The request could not be read.' : 'The request was refused.');
    return new Problem(status, codes[status] ?? 'bad_request', words);
  }
  return null;
}

/** Turns every error into `{ message, code }`, once; an unknown one is a 500 with an id to quote and no detail. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    const problem = toProblem(error);
    if (problem === null) {
      request.log.error({ err: error }, 'request failed');
      const message = `Something went wrong on our side. If it happens again, please quote ${request.id}.`;
      return reply.code(500).send({ message, code: 'internal' });
    }
    if (problem.status === 503) request.log.warn({ err: error }, 'request refused for now');
    if (problem.retryAfter !== undefined) reply.header('Retry-After', String(problem.retryAfter));
    return reply.code(problem.status).send({ message: problem.message, code: problem.code });
  });
}

/** Unknown calls are 404 as JSON; unknown pages are the pages' own affair. */
export function refuseUnknownCalls(server: FastifyInstance): void {
  server.all('/api/*', () => {
    throw problems.notFound(messages.notFound);
  });
}
