import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { CannotOpen, makeSealing, type Sealing } from '../../platform/settings/sealing.ts';
import { receiptKeys } from '../../submissions/receipts/receipt-key.ts';

/** Milliseconds: a large file on a slow connection. */
export const addressMs = 10 * 60_000;

/** Opens one file for one session. */
export type PreviewGrant = { file: string; sessionHash: string; until: number };

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
