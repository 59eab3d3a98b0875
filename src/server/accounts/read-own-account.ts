import { isoInstant } from '#contract/dates';
import type { OwnAccount } from '#contract/own-account';
import type { AppContext } from '../platform/context.ts';
import { deletionAskedAt, holderOf, waitingEmail } from './own-account-queries.ts';
import { hashToken } from './random-token.ts';
import { idOfSession, sessionsOf } from './sessions.ts';
import type { Viewer } from './viewer.ts';

/**
 * The reader's own account.
 * @param sessionToken the session that the request came with
 */
export async function readOwnAccount(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, email, name }: Viewer,
  sessionToken: string | null,
): Promise<OwnAccount> {
  const now = clock.now();
  const own = sessionToken === null ? null : hashToken(sessionToken);
  const { phone } = await holderOf(reader, accountId);
  const askedAt = await deletionAskedAt(reader, accountId);
  const sessions = await sessionsOf(reader, accountId, now);
  return {
    s_id: email,
    s_name: name,
    phone,
    new_email: await waitingEmail(reader, { accountId, email, now }),
    deletion_asked_at: askedAt === null ? null : isoInstant(askedAt),
    sessions: sessions.map(({ tokenHash, device, createdAt, usedAt }) => ({
      id: idOfSession(tokenHash),
      device,
      began_at: isoInstant(createdAt),
      used_at: isoInstant(usedAt),
      is_this: tokenHash === own,
    })),
  };
}
