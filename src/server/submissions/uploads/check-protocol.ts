import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../platform/http/http-errors.ts';
import { tusVersion } from './tus-server.ts';

/** tus 1.0. */
export const uploadType = 'application/offset+octet-stream';

/** @throws 412 for another protocol version */
export function checkProtocol({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] === tusVersion) return;
  reply.header('Tus-Version', tusVersion);
  throw new HttpError(412, 'wrong_version', `Tus-Resumable must be ${tusVersion}.`);
}
