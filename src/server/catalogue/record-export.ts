import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';

/**
 * Notes that the catalogue is exported, before its first byte.
 * @param actorId the staff member's account, or null for the operator's command
 */
export async function recordCatalogueExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  actorId: number | null,
): Promise<void> {
  const act = { at: clock.now(), actorId, act: 'export-catalogue', subject: 'catalogue' } as const;
  await database.transaction((writer) => recordAct(writer, { ...act, before: null, after: null }));
}
