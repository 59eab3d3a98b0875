import type { Writer } from '../../platform/database/database.ts';

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
