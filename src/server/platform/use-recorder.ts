import { makeBatchWriter, type BatchWriter } from './batch-writer.ts';
import type { AppContext } from './context.ts';
import type { Writer } from './database/database.ts';

type Context = Pick<AppContext, 'database'>;

const intervalMs = 250;
/** Further uses are dropped; the next request reports again. */
const maxPending = 500;

/**
 * Batched writes of when something was used, so that requests neither wait for them nor fail. A crash may lose some.
 * @param write in a fixed order, so that two processes cannot deadlock
 */
export function makeUseRecorder<Use>(
  keyOf: (use: Use) => string,
  write: (writer: Writer, uses: readonly Use[]) => Promise<void>,
) {
  const recorders = new WeakMap<Context['database'], BatchWriter<Use>>();
  const recorderOf = ({ database }: Context): BatchWriter<Use> => {
    let recorder = recorders.get(database);
    if (recorder === undefined) {
      recorder = makeBatchWriter({
        keyOf,
        write: (uses) => database.nonDurableTransaction((writer) => write(writer, uses)),
        intervalMs,
        maxPending,
        // Retried later; other code reports database errors.
        onError: () => {},
      });
      recorders.set(database, recorder);
    }
    return recorder;
  };
  return {
    note: (context: Context, use: Use): void => recorderOf(context).offer(use),
    /** For an orderly stop. */
    flush: (context: Context): Promise<void> => recorderOf(context).flush(),
  };
}
