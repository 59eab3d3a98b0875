import type { IncomingHttpHeaders } from 'node:http';
import { messages } from '#contract/messages';
import { HttpError } from './http-errors.ts';

/** A change sent by another site's page. */
export class OriginRefused extends HttpError {
  constructor() {
    super(403, 'forbidden', messages.forbidden);
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * For an unsafe method `Sec-Fetch-Site` decides when present, else `Origin`: it must be PUBLIC_URL's or,
 * where that is not set, match the request's `Host`. Without both (not a browser) the request passes.
 * @param publicOrigin the origin of PUBLIC_URL, or null when not set
 */
export function isSameOriginRequest(
  method: string,
  headers: IncomingHttpHeaders,
  publicOrigin: string | null,
): boolean {
  if (!isUnsafeMethod(method)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const own = new URL(origin);
  return publicOrigin === null ? own.host === headers.host : own.origin === publicOrigin;
}
