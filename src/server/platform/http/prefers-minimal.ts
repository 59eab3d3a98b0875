import type { FastifyRequest } from 'fastify';

/** Whether a request has `Prefer: return=minimal` (RFC 7240). */
export function prefersMinimal({ headers }: FastifyRequest): boolean {
  const { prefer } = headers;
  const preferences = Array.isArray(prefer) ? prefer.join(',') : prefer;
  return preferences !== undefined && /(?:^|,)\s*return\s*=\s*"?minimal"?\s*(?:$|[,;])/i.test(preferences);
}
