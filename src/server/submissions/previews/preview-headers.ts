import { permissionsPolicy } from '../../platform/http/headers.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { CannotOpen, makeSealing, type Sealing } from '../../platform/settings/sealing.ts';
import { receiptKeys } from '../receipts/receipt-key.ts';

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

/** Milliseconds: a large file on a slow connection. */
export const addressMs = 10 * 60_000;

type PreviewGrant = { file: string; sessionHash: string; until: number };

type Context = Pick<AppContext, 'database' | 'clock' | 'secrets'>;

const purpose = 'preview address';

/** From the receipt key, which processes share. */
async function sealing(context: Context): Promise<Sealing> {
  return makeSealing([(await receiptKeys(context)).privateKey]);
}

/** Unguessable, and expires. */
export async function previewFolder(
  context: Context,
  { file, sessionHash }: Omit<PreviewGrant, 'until'>,
): Promise<string> {
  const until = context.clock.now() + addressMs;
  const grant = JSON.stringify([file, sessionHash, until]);
  return `/previews/${(await sealing(context)).seal(grant, purpose)}/`;
}

/** @throws 404 for unknown and expired addresses */
export async function openGrant(context: Context, token: string): Promise<PreviewGrant> {
  let opened: string;
  try {
    opened = (await sealing(context)).open(token, purpose);
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    throw httpErrors.notFound('There is no preview at this address.');
  }
  const [file, sessionHash, until] = JSON.parse(opened) as [string, string, number];
  if (until <= context.clock.now())
    throw httpErrors.notFound('This preview was opened a while ago. Please open it again.');
  return { file, sessionHash, until };
}
