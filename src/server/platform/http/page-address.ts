import type { FastifyRequest } from 'fastify';

/** Whether a request is for a page rather than for the API or an asset. */
export function isPageAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:api|assets)(?:[/?]|$)/.test(url);
}
