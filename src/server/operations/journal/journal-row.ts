import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { EngineName } from '../../platform/database/engine.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Milliseconds: a process that dies leaves the journal to another after them. */
export const leaseMs = 10_000;

const columns = [
  'line',
  'number',
  'place',
  'schema',
  'begun_at',
  'base',
  'head',
  'head_sha256',
  'bytes',
  'copied_at',
  'displaced_at',
  'holder',
  'held_until',
] as const;

export async function readJournal(reader: Reader) {
  return (await reader.selectFrom('journal').select(columns).executeTakeFirst()) ?? null;
}
export type JournalRow = NonNullable<Awaited<ReturnType<typeof readJournal>>>;

const none = { line: '', number: 0, place: '', schema: '', head: 0, head_sha256: '', bytes: 0 };

/**
 * Lets one process of a deployment ship. A lost lease harms nothing: only who finds the line as it was
 * continues it.
 * @returns the row while this process holds it
 */
export async function holdJournal({ database, clock }: Context, holder: string): Promise<JournalRow | null> {
  const now = clock.now();
  const found = await readJournal(database.reader);
  const isFree = (row: JournalRow): boolean =>
    row.holder === holder || row.held_until < now || row.held_until > now + 2 * leaseMs;
  if (found !== null && !isFree(found)) return null;
  if (found?.holder === holder && Math.abs(found.held_until - now - leaseMs) < (2 * leaseMs) / 3)
    return found;
  return database.nonDurableTransaction(async (writer) => {
    await writer
      .insertInto('journal')
      .values({ id: 1, ...none, begun_at: now, held_until: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await writer
      .updateTable('journal')
      .set({ holder, held_until: now + leaseMs })
      .where((of) =>
        of.or([
          of('holder', '=', holder),
          of('held_until', '<', now),
          of('held_until', '>', now + 2 * leaseMs),
        ]),
      )
      .returning(columns)
      .executeTakeFirst();
    return row ?? null;
  });
}

export async function releaseJournal({ database }: Context, holder: string): Promise<void> {
  await database.nonDurableTransaction((writer) =>
    writer.updateTable('journal').set({ holder: null, held_until: 0 }).where('holder', '=', holder).execute(),
  );
}

/** Another process ships, or has begun another line. */
export class JournalMoved extends Error {}

/**
 * A crash may undo it: the segment is then without a successor, and its rows are copied again.
 * @throws JournalMoved unless the row is still the one that was read
 */
export async function updateJournal(
  { database }: Context,
  { line, head, holder }: Pick<JournalRow, 'line' | 'head' | 'holder'>,
  change: Partial<JournalRow>,
  copied: readonly number[] = [],
): Promise<void> {
  const [first, ...others] = chunksOf(copied);
  await database.nonDurableTransaction(async (writer) => {
    const { numUpdatedRows } = await writer
      .updateTable('journal')
      .set(change)
      .where('line', '=', line)
      .where('head', '=', head)
      .where('holder', '=', holder)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new JournalMoved('Another process continues the journal');
    if (first !== undefined) await forget(writer, database.engine, first);
  });
  for (const chunk of others)
    await database.nonDurableTransaction((writer) => forget(writer, database.engine, chunk));
}

const atOnce = 500;

function chunksOf(all: readonly number[]): (readonly number[])[] {
  const chunks = [];
  for (let from = 0; from < all.length; from += atOnce) chunks.push(all.slice(from, from + atOnce));
  return chunks;
}

/** Rows that changed again have another number. On PostgreSQL, rows that a change holds stay: it will note them anew. */
async function forget(writer: Writer, engine: EngineName, seqs: readonly number[]): Promise<void> {
  const found = writer.selectFrom('journal_changes').where('seq', 'in', seqs).select('seq');
  const rows = await (engine === 'postgres' ? found.forUpdate().skipLocked() : found).execute();
  if (rows.length === 0) return;
  await writer
    .deleteFrom('journal_changes')
    .where(
      'seq',
      'in',
      rows.map(({ seq }) => seq),
    )
    .execute();
}
