import type { Writer } from '../../platform/database/database.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { endPendingLogins } from '../second-factor/pending-logins.ts';
import { endSessionsOf } from './sessions.ts';

export type EndedLogins = { sessions: number; begun: number; links: number; devices: number };

/**
 * Ends everything that opens an account without its password. For a restored backup, whose sessions and links
 * may have ended since.
 */
export async function endAllLogins(writer: Writer): Promise<EndedLogins> {
  const end = async (
    table: 'sessions' | 'pending_logins' | 'one_time_tokens' | 'email_confirmations' | 'known_devices',
  ) => Number((await writer.deleteFrom(table).executeTakeFirst()).numDeletedRows);
  await writer.deleteFrom('factor_challenges').execute();
  return {
    sessions: await end('sessions'),
    begun: await end('pending_logins'),
    links: (await end('one_time_tokens')) + (await end('email_confirmations')),
    devices: await end('known_devices'),
  };
}

/** The office's bulk action. */
export async function signOutEverywhere(
  writer: Writer,
  { account, actorId, now }: { account: { id: number; email: string }; actorId: number; now: number },
): Promise<void> {
  await endSessionsOf(writer, account.id);
  await endPendingLogins(writer, account.id);
  await recordAuditEvent(writer, {
    at: now,
    actorId,
    act: 'end-sessions',
    subject: account.email,
    aboutId: account.id,
  });
}
