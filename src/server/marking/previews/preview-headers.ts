import { permissionsPolicy } from '../../platform/http/headers.ts';

/** `embedded`: pictures within the document itself. */
export type PreviewNeeds = { script?: boolean; picture?: boolean; embedded?: boolean; video?: boolean };

/** An origin of its own: no session, storage or page access. Our script runs by nonce. */
export function previewPolicy(
  nonce: string,
  { script = false, picture = false, embedded = false, video = false }: PreviewNeeds = {},
): string {
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'"] : []),
    ...(picture ? ["img-src 'self'"] : []),
    ...(embedded ? ['img-src data:'] : []),
    ...(video ? ["media-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    script ? 'sandbox allow-scripts' : 'sandbox',
  ].join('; ');
}

/**
 * `unsafe-none`: browsers refuse a sandboxed new tab under the usual opener policy; the link gives no opener.
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

/** Inside a sandbox the address alone grants access. */
export const crossOrigin: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': 'null',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
};
