import { permissionsPolicy } from '../../platform/http/headers.ts';

/** What a preview's document may load. */
export type PreviewNeeds = { script?: boolean; picture?: boolean };

/**
 * The policy of a preview's document. The sandbox gives it an origin of its own, that nobody shares: no session, no storage,
 * no way into the page around it. One script at most runs, ours, named by the nonce; of the portal it reaches what needs no
 * session.
 */
export function previewPolicy(nonce: string, { script = false, picture = false }: PreviewNeeds = {}): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    ...(picture ? ["img-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    script ? 'sandbox allow-scripts' : 'sandbox',
  ].join('; ');
}

/**
 * Headers of a preview's document. Browsers refuse a sandboxed page in a tab of its own under the opener policy of all other
 * answers; the link to it gives it no opener.
 */
export function documentHeaders(nonce: string, needs?: PreviewNeeds): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': previewPolicy(nonce, needs),
    'Permissions-Policy': permissionsPolicy,
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'unsafe-none',
    'Cache-Control': 'no-store',
  };
}

/** For what a document of no origin loads: nothing here is opened by a cookie, and the address alone is the key. */
export const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': 'null',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
};
