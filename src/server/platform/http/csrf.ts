import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request by this method may change something. */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * CSRF guard by Fetch Metadata: for an unsafe method `Sec-Fetch-Site` decides when present, else `Origin`, which must be
 * the portal's own. Clients other than browsers send neither and pass.
 * @param publicHost host and port of PUBLIC_URL, or null when it is not set
 */
export function isSameOriginRequest(
  method: string,
  headers: IncomingHttpHeaders,
  publicHost: string | null,
): boolean {
  if (!isUnsafeMethod(method)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === publicHost || host === headers.host;
}
