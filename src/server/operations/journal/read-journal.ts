import BetterSqlite from 'better-sqlite3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { minuteMs } from '#contract/durations';
import { BackupDamaged, type BackupPlace } from '../backups/backup-place.ts';
import type { NamedFile } from '../backups/copy-files.ts';
import { numberOfSegment } from '../backups/journal-names.ts';
import type { Manifest } from '../backups/parts.ts';
import { type JournalPoint, sees } from './journal-point.ts';
import { ifDamaged, ignoring, readSegment, readSegmentHeader, type SegmentReader } from './segment.ts';

export type JournalReport = {
  line: string;
  segments: number;
  /** Whatever was committed before is there; null without segments. In milliseconds since 1970 UTC. */
  until: number | null;
  rows: number;
  gone: number;
  files: number;
  /** Stretches without a copy, whose changes came at their end. */
  gaps: { from: number; to: number }[];
  /** Why later segments were left out. */
  leftOut: string | null;
  /** A line that began after the backup, and has no backup to be laid on. */
  laterLine: string | null;
};

/** What a backup becomes by its journal: the last state of each changed row, on disk. */
export type Journal = {
  report: JournalReport;
  counters: Record<string, number>;
  /** Of each table with a change. */
  columns(): ReadonlyMap<string, readonly string[]>;
  files(): Iterable<NamedFile>;
  countFiles(): number;
  /** JSON lists. */
  keysOf(table: string): string[];
  /** Null for a row that is gone. */
  lineOf(table: string, key: string): string | null;
  close(): Promise<void>;
};

/** Longer than a portal that works is ever silent. */
const gapMs = 2 * minuteMs;

type Spool = Awaited<ReturnType<typeof openSpool>>;

async function openSpool() {
  const folder = await mkdtemp(path.join(tmpdir(), 'capstone-journal-'));
  const spool = new BetterSqlite(path.join(folder, 'journal.sqlite'));
  spool.exec(`
    pragma synchronous = off;
    create table rows (name text, key text, line text, primary key (name, key)) without rowid;
    create table files (sha256 text primary key, bytes integer) without rowid`);
  return {
    begin: () => void spool.exec('begin'),
    end: (how: 'commit' | 'rollback') => void spool.exec(how),
    putRow: spool.prepare<[string, string, string | null]>('insert or replace into rows values (?, ?, ?)'),
    putFile: spool.prepare<[string, number]>('insert or replace into files values (?, ?)'),
    keys: spool.prepare<[string], { key: string }>('select key from rows where name = ?'),
    line: spool
      .prepare<[string, string], string | null>('select line from rows where name = ? and key = ?')
      .pluck(),
    files: spool.prepare<[], NamedFile>('select sha256, bytes from files order by sha256'),
    countFiles: spool.prepare<[], number>('select count(*) from files').pluck(),
    async close() {
      spool.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Tries that were cut off have no successor: the one that the next segment names counts, or else the latest. */
async function chooseOf(
  { journal }: BackupPlace,
  line: string,
  names: readonly string[],
  next: readonly string[],
): Promise<string> {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return only;
  const named = new Set<string>();
  for (const name of next) named.add((await readSegmentHeader(journal, line, name)).previous);
  let latest = { name: names.at(-1) as string, at: -Infinity };
  for (const name of names) {
    const read = await readSegment(journal, line, name, ignoring).catch(ifDamaged);
    if (read instanceof BackupDamaged) continue;
    if (named.has(read.sha256)) return name;
    if (read.header.at > latest.at) latest = { name, at: read.header.at };
  }
  return latest.name;
}

type Taken = { counters: Record<string, number>; columnsOf: Map<string, readonly string[]> };

function takeRows(spool: Spool, { counters, columnsOf }: Taken): SegmentReader {
  let table = '';
  let key: number[] = [];
  return {
    onTable(name, columns, keyColumns) {
      table = name;
      key = keyColumns.map((column) => columns.indexOf(column));
      columnsOf.set(name, columns);
    },
    onRow(text) {
      const values = JSON.parse(text) as unknown[];
      spool.putRow.run(table, JSON.stringify(key.map((at) => values[at])), text);
    },
    onGone: (gone) => void spool.putRow.run(table, JSON.stringify(gone), null),
    onFile: (sha256, bytes) => void spool.putFile.run(sha256, bytes),
    onCounters: (found) => void Object.assign(counters, found),
  };
}

/**
 * A segment counts once the next one names its hash, or as the last one.
 * @returns why it ends early, or null
 */
async function takeAll(
  place: BackupPlace,
  point: JournalPoint,
  spool: Spool,
  taken: Taken,
  report: JournalReport,
): Promise<string | null> {
  const { line } = point;
  const names = (await place.journal.list(line)).filter((name) => numberOfSegment(name) > point.head);
  const last = Math.max(point.head, ...names.map(numberOfSegment));
  const of = (number: number): string[] => names.filter((name) => numberOfSegment(name) === number);
  let former = { name: 'the backup', sha256: point.head_sha256 };
  /** Of the former one, whose rows wait for the next header. */
  let count: (() => void) | null = null;
  const settle = (): void => {
    if (count === null) return;
    spool.end('commit');
    count();
    count = null;
  };
  for (let number = point.head + 1; number <= last; number += 1) {
    const candidates = of(number);
    if (candidates.length === 0) {
      settle();
      return `Segment ${number} is missing`;
    }
    const name = await chooseOf(place, line, candidates, of(number + 1));
    let isBegun = false;
    const reader = takeRows(spool, taken);
    const read = await readSegment(place.journal, line, name, {
      ...reader,
      onHeader(header) {
        if (header.line !== line || header.number !== number)
          throw new BackupDamaged(`The segment ${name} has another name`);
        if (header.previous !== former.sha256) {
          if (count !== null) spool.end('rollback');
          count = null;
          throw new BackupDamaged(`The segment ${former.name} is not the one before ${name}`);
        }
        settle();
        spool.begin();
        isBegun = true;
      },
    }).catch(ifDamaged);
    if (read instanceof BackupDamaged) {
      if (isBegun) spool.end('rollback');
      else settle();
      return read.message;
    }
    const { header, sha256, counts } = read;
    former = { name, sha256 };
    if (number === point.head + 1 && sees(point.position, header.position)) {
      // The backup was made while this one was being written, and has all of it.
      spool.end('rollback');
      continue;
    }
    count = () => {
      report.segments += 1;
      report.until = header.at;
      report.rows += counts.rows;
      report.gone += counts.gone;
      report.files += counts.files;
      if (header.since !== null && header.at - header.since > gapMs)
        report.gaps.push({ from: header.since, to: header.at });
    };
  }
  settle();
  return null;
}

/**
 * What the place has of a backup's line after it, in a temporary database.
 * @returns null for a backup without a line
 */
export async function readJournalOf(
  place: BackupPlace,
  { journal: point }: Pick<Manifest, 'journal'>,
): Promise<Journal | null> {
  if (point === null) return null;
  const spool = await openSpool();
  const taken: Taken = { counters: {}, columnsOf: new Map() };
  const claims = await place.journal.claims();
  const own = claims.find(({ line }) => line === point.line);
  const later = claims.find(({ number }) => number > (own?.number ?? 0));
  const report: JournalReport = {
    line: point.line,
    segments: 0,
    until: null,
    rows: 0,
    gone: 0,
    files: 0,
    gaps: [],
    leftOut: null,
    laterLine: later?.at ?? null,
  };
  try {
    report.leftOut = await takeAll(place, point, spool, taken, report);
  } catch (error) {
    await spool.close();
    throw error;
  }
  return {
    report,
    counters: taken.counters,
    columns: () => taken.columnsOf,
    files: () => spool.files.iterate(),
    countFiles: () => spool.countFiles.get() ?? 0,
    keysOf: (table) => spool.keys.all(table).map(({ key }) => key),
    lineOf: (table, key) => spool.line.get(table, key) ?? null,
    close: spool.close,
  };
}
