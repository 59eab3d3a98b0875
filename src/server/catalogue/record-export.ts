import { recordAct } from '../audit/record-act.ts';
import type { AppContext } from '../platform/context.ts';

/** Audited before the first byte. @param actorId null for the operator */
export async function recordCatalogueExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  actorId: number | null,
): Promise<void> {
  const act = { at: clock.now(), actorId, act: 'export-catalogue', subject: 'catalogue' } as const;
  await database.transaction((writer) => recordAct(writer, { ...act, before: null, after: null }));
}
