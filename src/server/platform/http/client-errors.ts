import type { FastifyReply, FastifyServerOptions } from 'fastify';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../settings.ts';
import { toHttpError } from './error-handler.ts';
import { headersOf } from './headers.ts';
import { httpErrors } from './http-errors.ts';

/** Responses to requests that Node's HTTP parser rejected, by error code. */
const parserErrors: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: "The request's headers are too large." },
};

/** Handlers of errors before routing, where no hook runs: the same body and headers as for any other error. */
export function clientErrorHandlers(
  settings: Settings,
): Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>> {
  const headers = headersOf(settings);
  return {
    frameworkErrors(error, _request, reply) {
      const { status, message, code } =
        toHttpError(error) ?? httpErrors.badRequest('The address is not valid.');
      (reply as FastifyReply).code(status).headers(headers).send({ message, code });
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const known = parserErrors[error.code ?? ''] ?? {
        status: 400,
        message: 'The request could not be read.',
      };
      const body = JSON.stringify({ message: known.message, code: 'bad_request' });
      const head = {
        ...headers,
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
