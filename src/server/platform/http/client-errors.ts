import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../settings/settings.ts';
import { toHttpError } from './error-handler.ts';
import { headersOf } from './headers.ts';
import { HttpError, httpErrors, problemOf } from './http-errors.ts';
import { requestIdHeader, type RequestIds } from './request-ids.ts';

const parserErrors: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: "The request's headers are too large." },
};

/** No hook logs it, and its id must be found. */
function logUnread(
  log: FastifyBaseLogger,
  line: { reqId?: string; status: number; reason: string | undefined },
): void {
  log.debug(line, 'a request could not be read');
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For a malformed page address, such as a cut letter; null without pages. */
    unreadablePage: { send: ((request: FastifyRequest, reply: FastifyReply) => unknown) | null };
  }
}

/** No hook runs before routing. */
export function clientErrorHandlers(
  settings: Settings,
  requestIds: RequestIds,
): Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>> {
  const headers = headersOf(settings);
  return {
    frameworkErrors(error, request, reply) {
      const refusal = toHttpError(error) ?? httpErrors.badRequest('The address is not valid.');
      logUnread(request.log, { status: refusal.status, reason: error.code });
      const { send } = request.server.unreadablePage;
      if (send !== null && isPageAddress(request)) {
        (reply as FastifyReply).header(requestIdHeader, request.id);
        send(request as FastifyRequest, reply as FastifyReply);
        return;
      }
      (reply as FastifyReply)
        .code(refusal.status)
        .headers(headers)
        .header(requestIdHeader, request.id)
        .send(problemOf(refusal, request.id));
    },
    clientErrorHandler(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const known = parserErrors[error.code ?? ''] ?? {
        status: 400,
        message: 'The request could not be read.',
      };
      const id = requestIds();
      logUnread(this.log, { reqId: id, status: known.status, reason: error.code });
      const body = JSON.stringify(problemOf(new HttpError(known.status, 'bad_request', known.message), id));
      const head = {
        ...headers,
        [requestIdHeader]: id,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
      if (socket.writable) {
        const first = `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status]}`;
        socket.write([first, ...lines, '', body].join('\r\n'));
      }
      socket.destroy(error);
    },
  };
}

/** Not for the API or an asset. */
export function isPageAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:api|assets)(?:[/?]|$)/.test(url);
}
