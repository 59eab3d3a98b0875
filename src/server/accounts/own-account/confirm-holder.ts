import type { Writer } from '../../platform/database/database.ts';

/**
 * Confirms an account's address because its holder has shown that mail to it arrives, and gives the account what was imported
 * about the address; nothing for an address that is confirmed. Later capabilities have a say in it: `app.ts` hands it in.
 */
export type ConfirmHolder = (writer: Writer, accountId: number, now: number) => Promise<void>;
