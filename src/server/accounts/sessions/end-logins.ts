import type { Writer } from '../../platform/database/database.ts';
import { recordAct } from '../../audit/record-act.ts';
import { endPendingLogins } from '../second-factor/pending-logins.ts';
import { endSessionsOf } from './sessions.ts';

/** How many of each were ended. */
export type EndedLogins = { sessions: number; begun: number; links: number; devices: number };

/**
 * Ends whatever opens an account without its password: sessions, logins that have begun, one-time links, and what is known of devices.
 * For a database that comes from a backup, in which they are open though they were ended since.
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

/** Ends every session of an account, and every login to it that has begun, by the office's word. */
export async function signOutEverywhere(
  writer: Writer,
  { account, actorId, now }: { account: { id: number; email: string }; actorId: number; now: number },
): Promise<void> {
  await endSessionsOf(writer, account.id);
  await endPendingLogins(writer, account.id);
  const act = { at: now, actorId, act: 'end-sessions', subject: account.email, aboutId: account.id } as const;
  await recordAct(writer, { ...act, before: null, after: null });
}
