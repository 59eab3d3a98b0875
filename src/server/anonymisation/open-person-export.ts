import { personToErase } from '../accounts/erase-account.ts';
import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';

/** Writes down that everything about a person leaves the portal, before the first byte does. */
export async function recordExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, actorId }: { accountId: number; actorId: number | null },
): Promise<void> {
  const { email } = await personToErase(database.reader, accountId);
  const act = { at: clock.now(), actorId, act: 'export-person', subject: email, aboutId: accountId };
  await database.transaction((writer) => recordAct(writer, { ...act, before: null, after: null }));
}
