import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import type { RestoreReport } from './restore-backup.ts';

/** Writes into the restored database's audit log where it comes from. */
export async function noteRestore(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  place: string,
  { name, rows, files }: Pick<RestoreReport, 'name' | 'rows' | 'files'>,
): Promise<void> {
  await database.transaction((writer) =>
    recordAct(writer, {
      at: clock.now(),
      actorId: null,
      act: 'restore-backup',
      subject: place,
      before: null,
      after: { name, rows, files },
    }),
  );
}
