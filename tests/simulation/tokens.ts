import type { AccessTokenState } from './ledger.ts';
import { Killed } from './seams.ts';
import type { World } from './world.ts';

/** @returns what is wrong with the answer that a program gets, or null */
export async function answersToken(
  { portal, clock }: World,
  { id, secret, holder, endsAt, isRevoked }: AccessTokenState,
): Promise<{ status: number; wrong: string | null }> {
  const headers = { authorization: `Bearer ${secret}` };
  const { statusCode: status } = await portal.send({ method: 'GET', url: '/api/staff/batches', headers });
  if (portal.seams.isDead) throw new Killed();
  const ended = isRevoked ? 'was revoked' : clock.now() >= endsAt ? 'has ended' : null;
  // Too many at once is no answer to it.
  if (status === 429 || status === (ended === null ? 200 : 401)) return { status, wrong: null };
  const wrong = `the token ${id} of ${holder.email}, which ${ended ?? 'works'}, is answered ${status}`;
  return { status, wrong };
}
