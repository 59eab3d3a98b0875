import { recordTokenUse } from '../../audit/record-audit-event.ts';
import { makeBatchWriter, type BatchWriter } from '../../platform/batch-writer.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

export type TokenUse = {
  id: number;
  name: string;
  accountId: number;
  network: string;
  at: number;
  /** When this day began, in the academy's zone. */
  dayBegan: number;
};

type Context = Pick<AppContext, 'database'>;

const intervalMs = 250;
/** Further uses are dropped; the token's next request reports again. */
const maxPending = 500;

const recorders = new WeakMap<Context['database'], BatchWriter<TokenUse>>();

function recorderOf({ database }: Context): BatchWriter<TokenUse> {
  let recorder = recorders.get(database);
  if (recorder === undefined) {
    recorder = makeBatchWriter({
      keyOf: ({ id }) => String(id),
      write: (uses) => database.nonDurableTransaction((writer) => writeUses(writer, uses)),
      intervalMs,
      maxPending,
      // Retried later; other code reports database errors.
      onError: () => {},
    });
    recorders.set(database, recorder);
  }
  return recorder;
}

/** Queues a use for a batched write, as of a session. */
export function noteTokenUse(context: Context, use: TokenUse): void {
  recorderOf(context).offer(use);
}

/** For an orderly stop. */
export function flushTokenUses(context: Context): Promise<void> {
  return recorderOf(context).flush();
}

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
