import { recordAct } from '../../audit/record-act.ts';
import type { Writer } from '../../platform/database/database.ts';
import { endPendingLogins } from '../second-factor/pending-logins.ts';
import { endSessionsOf } from './sessions.ts';

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
