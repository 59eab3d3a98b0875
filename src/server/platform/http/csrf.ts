import type { IncomingHttpHeaders } from 'node:http';
import { messages } from '#contract/messages';
import { HttpError } from './http-errors.ts';

/** A change that another site's page has sent. */
export class OriginRefused extends HttpError {
  constructor() {
    super(403, 'forbidden', messages.forbidden);
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request by this method may change something. */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * CSRF guard by Fetch Metadata: for an unsafe method `Sec-Fetch-Site` decides when present, else `Origin`, which must be
 * the portal's own: that of PUBLIC_URL, scheme included, or, where that is not set, one with the host and port of the
 * request. `Host` is the client's word, and counts for nothing where the operator has given the address. Clients other than
 * browsers send neither header and pass.
 * @param publicOrigin the origin of PUBLIC_URL, or null when it is not set
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
