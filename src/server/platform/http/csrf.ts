import type { IncomingHttpHeaders } from 'node:http';
import { messages } from '#contract/messages';
import { isSeeAs } from '#contract/progress/see-as';
import { HttpError } from './http-errors.ts';

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
 * `Sec-Fetch-Site` decides, else `Origin`: PUBLIC_URL's or, without that, the `Host`. Neither (no browser)
 * passes.
 * @param publicOrigin PUBLIC_URL's, or null
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

/** Whether a page that only shows a student's screen has sent the request. */
export function isFromSeeAs({ referer }: IncomingHttpHeaders): boolean {
  return referer !== undefined && URL.canParse(referer) && isSeeAs(new URL(referer).pathname);
}
