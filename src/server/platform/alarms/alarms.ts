import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Reader, Writer } from '../database/database.ts';
import { DatabaseReplaced } from '../database/database-errors.ts';
import { rowsAtOnce } from '../database/rows-at-once.ts';
import { gauge } from '../metrics/metric-registry.ts';
import type { Settings } from '../settings/settings.ts';
import { alarmKinds, alarmOf, isAlarmKind, type AlarmKind } from './alarm-kinds.ts';
import { appendToAlarmNote, readAlarmNote, type Alarm } from './alarm-note.ts';

/** Not acknowledged yet. */
export type OpenAlarm = {
  kind: AlarmKind;
  ids: string[];
  facts: string[];
  /** When the first was found. */
  since: number;
};

export type Alarms = {
  /** Turns on what is neither on nor acknowledged and lasting. Never throws. @returns whether it is stored */
  raise(kind: AlarmKind, facts: readonly string[]): Promise<boolean>;
  /** The same with all facts there are: others of a lasting kind have ended, and are an alarm when they come back. */
  settle(kind: AlarmKind, facts: readonly string[]): Promise<boolean>;
  open(): Promise<OpenAlarm[]>;
  /** Ends these; later ones stay on. @param record in the same transaction */
  acknowledge(alarms: readonly OpenAlarm[], record: (writer: Writer) => Promise<void>): Promise<void>;
  /** Ends when all that was raised is stored. */
  idle(): Promise<void>;
};

type Context = {
  settings: Pick<Settings, 'dataDir' | 'demo'>;
  database: Database;
  clock: { now(): number };
};

const columns = ['id', 'kind', 'facts', 'found_at as foundAt', 'acknowledged_at as acknowledgedAt'] as const;

type Row = Alarm & { acknowledgedAt: number | null };

async function readRows(reader: Reader): Promise<Row[]> {
  const rows = await reader.selectFrom('alarms').select(columns).orderBy('found_at').orderBy('id').execute();
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as string[] }));
}

const stored = ({ id, kind, facts, foundAt }: Alarm) => ({
  id,
  kind,
  facts: JSON.stringify(facts),
  found_at: foundAt,
});

/** What either knows is on, what either has acknowledged is off. Rows are null while the database cannot be read. */
function openOnes(
  { alarms, acknowledged }: Awaited<ReturnType<typeof readAlarmNote>>,
  rows: readonly Row[] | null,
): Alarm[] {
  const all = new Map<string, Alarm>();
  for (const alarm of [...alarms, ...(rows ?? [])]) all.set(alarm.id, alarm);
  for (const { id, acknowledgedAt } of rows ?? []) if (acknowledgedAt !== null) all.delete(id);
  for (const id of acknowledged) all.delete(id);
  return [...all.values()];
}

function byKind(alarms: readonly Alarm[]): OpenAlarm[] {
  const groups = Map.groupBy(alarms, ({ kind }) => kind);
  return (Object.keys(alarmKinds) as AlarmKind[]).flatMap((kind) => {
    const group = groups.get(kind) ?? [];
    if (group.length === 0) return [];
    return {
      kind,
      ids: group.map(({ id }) => id),
      facts: [...new Set(group.flatMap(({ facts }) => facts))],
      since: Math.min(...group.map(({ foundAt }) => foundAt)),
    };
  });
}

/** In a file beside the database and in rows of it: each survives the loss of the other. */
export function makeAlarms(context: Context, log: () => Pick<FastifyBaseLogger, 'error'>): Alarms {
  const { settings, database, clock } = context;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, so that a fact found twice at once is one alarm. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const result = last.then(run);
    last = result.catch(() => {});
    return result;
  }

  const read = async () => ({
    note: await readAlarmNote(settings.dataDir),
    rows: await readRows(database.reader).catch(() => null),
  });
  type Found = Awaited<ReturnType<typeof read>>;

  /** Rows that were not written while the database could not be, and what other machines acknowledged. */
  async function keepInStep({ note, rows }: Found): Promise<void> {
    if (rows === null) return;
    const known = new Map(rows.map((row) => [row.id, row]));
    const ended = note.alarms.filter(
      ({ id }) => !note.acknowledged.has(id) && (known.get(id)?.acknowledgedAt ?? null) !== null,
    );
    await appendToAlarmNote(
      settings.dataDir,
      ended.map(({ id }) => ({ id, acknowledged: true })),
    ).catch(() => {});
    const missing = note.alarms.filter(({ id }) => !known.has(id) && !note.acknowledged.has(id));
    if (missing.length > 0) await insert(missing);
  }

  const insert = (alarms: readonly Alarm[]): Promise<void> =>
    database.transaction(async (writer) => {
      for (let from = 0; from < alarms.length; from += rowsAtOnce)
        await writer
          .insertInto('alarms')
          .values(alarms.slice(from, from + rowsAtOnce).map(stored))
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
    });

  async function add(kind: AlarmKind, facts: readonly string[], { note, rows }: Found): Promise<void> {
    const known = new Set(openOnes(note, rows).flatMap((one) => (one.kind === kind ? one.facts : [])));
    for (const row of rows ?? [])
      if (alarmOf(kind).lasts && row.kind === kind) for (const fact of row.facts) known.add(fact);
    const fresh = [...new Set(facts)].filter((fact) => !known.has(fact));
    if (fresh.length === 0) return;
    const alarm: Alarm = { id: randomUUID(), kind, facts: fresh, foundAt: clock.now() };
    const { title, found } = alarmOf(kind);
    log().error({ alarm: kind, count: fresh.length, facts: fresh.slice(0, 5) }, `${title}: ${found(fresh)}`);
    const kept = await Promise.allSettled([appendToAlarmNote(settings.dataDir, [alarm]), insert([alarm])]);
    const [noted, inRows] = kept;
    if (noted.status === 'rejected' && inRows.status === 'rejected') throw noted.reason;
  }

  async function endOthers(kind: AlarmKind, facts: readonly string[], { rows }: Found): Promise<void> {
    const current = new Set(facts);
    for (const row of rows ?? []) {
      if (row.kind !== kind || row.acknowledgedAt === null) continue;
      const left = row.facts.filter((fact) => current.has(fact));
      if (left.length === row.facts.length) continue;
      await database.transaction((writer) =>
        writer
          .updateTable('alarms')
          .set({ facts: JSON.stringify(left) })
          .where('id', '=', row.id)
          .where('acknowledged_at', 'is not', null)
          .execute(),
      );
    }
  }

  /** A demo resets its data. */
  const isWatched = settings.demo === null;

  async function look(kind: AlarmKind, facts: readonly string[], isAll: boolean): Promise<boolean> {
    if (!isWatched) return true;
    return inTurn(async () => {
      const found = await read();
      await add(kind, facts, found);
      // The alarm is on by now; the rest is tried again at the next look.
      await keepInStep(found).catch(() => {});
      if (isAll && alarmOf(kind).lasts) await endOthers(kind, facts, found).catch(() => {});
      return true;
    }).catch((error: unknown) => {
      log().error({ err: error, alarm: kind }, 'an alarm could not be stored');
      return false;
    });
  }

  const raiseDamage = ({ cause }: { cause: string }) => void look('damaged-database', [cause], false);
  const known = database.damage.found();
  if (known !== null) raiseDamage(known);
  database.damage.onFound(raiseDamage);
  database.writes.onChange((change) => {
    if ('error' in change && change.error instanceof DatabaseReplaced)
      void look('replaced-database', [new Date(clock.now()).toISOString()], false);
  });

  return {
    raise: (kind, facts) => look(kind, facts, false),
    settle: (kind, facts) => look(kind, facts, true),
    idle: async () => void (await last),
    open: () =>
      inTurn(async () => {
        const { note, rows } = await read();
        return byKind(openOnes(note, rows));
      }),
    acknowledge: (alarms, record) =>
      inTurn(async () => {
        const at = clock.now();
        const ids = alarms.flatMap((one) => one.ids);
        const { note, rows } = await read();
        await keepInStep({ note, rows });
        await database.transaction(async (writer) => {
          await record(writer);
          for (let from = 0; from < ids.length; from += rowsAtOnce)
            await writer
              .updateTable('alarms')
              .set({ acknowledged_at: at })
              .where('id', 'in', ids.slice(from, from + rowsAtOnce))
              .execute();
        });
        await appendToAlarmNote(
          settings.dataDir,
          ids.map((id) => ({ id, acknowledged: true })),
        );
      }),
  };
}

export const alarmMetric = (alarms: Alarms) =>
  gauge(
    'capstone_alarms',
    'Facts of alarms that nobody has acknowledged: something was lost, damaged or restored from an older copy',
    async () => {
      const counts = new Map((await alarms.open()).map(({ kind, facts }) => [kind, facts.length]));
      return Object.keys(alarmKinds)
        .filter(isAlarmKind)
        .map((kind) => ({ labels: { alarm: kind }, value: counts.get(kind) ?? 0 }));
    },
  );
