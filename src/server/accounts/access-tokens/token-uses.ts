import { recordTokenUse } from '../../audit/record-audit-event.ts';
import type { Writer } from '../../platform/database/database.ts';
import { makeUseRecorder } from '../../platform/use-recorder.ts';

export type TokenUse = {
  id: number;
  name: string;
  accountId: number;
  network: string;
  at: number;
  /** When this day began, in the academy's zone. */
  dayBegan: number;
};

const recorder = makeUseRecorder<TokenUse>(({ id }) => String(id), writeUses);

export const noteTokenUse = recorder.note;
export const flushTokenUses = recorder.flush;

/** Of several processes, one writes the day's audit line. In a fixed order, so that two cannot deadlock. */
async function writeUses(writer: Writer, uses: readonly TokenUse[]): Promise<void> {
  for (const use of uses.toSorted((a, b) => a.id - b.id)) {
    const ofToken = writer.updateTable('access_tokens').set({ used_at: use.at }).where('id', '=', use.id);
    const first = await ofToken
      .where((is) => is.or([is('used_at', 'is', null), is('used_at', '<', use.dayBegan)]))
      .returning('id')
      .executeTakeFirst();
    if (first === undefined) await ofToken.where('used_at', '<', use.at).execute();
    else await recordTokenUse(writer, use);
  }
}
