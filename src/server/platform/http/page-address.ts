import type { FastifyRequest } from 'fastify';

/** Whether somebody wants to see what an address shows; below /api and /assets programs ask. */
export function isPageAddress({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:api|assets)(?:[/?]|$)/.test(url);
}
