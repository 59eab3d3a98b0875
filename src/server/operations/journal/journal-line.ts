import { isoInstant } from '#contract/dates';
import type { AppContext } from '../../platform/context.ts';
import { readStepsDone } from '../../platform/database/schema-step.ts';
import { steps } from '../../platform/database/migrate.ts';
import { BackupRefused, type BackupPlace } from '../backups/backup-place.ts';
import { lineName, numberOfSegment } from '../backups/journal-names.ts';
import { readManifest } from '../backups/parts.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { type JournalRow, updateJournal } from './journal-row.ts';
import { noteChanges } from './note-changes.ts';

type Context = Pick<AppContext, 'database' | 'files' | 'clock' | 'settings' | 'log'>;

/** Another portal holds the place. */
export class Displaced extends Error {
  readonly line: string;
  readonly at: string;

  constructor(line: string, at: string) {
    super(`another portal has written here since ${at}`);
    this.line = line;
    this.at = at;
  }
}

/** A newer version has changed the schema, and continues. */
export class Outdated extends Error {}

export async function requireOwnSchema({ database }: Pick<Context, 'database'>): Promise<void> {
  const done = await readStepsDone(database.reader);
  if (done.some((step) => !(step in steps)))
    throw new Outdated('A newer version of the portal has changed the schema');
}

/** Before anything is written. @throws Displaced; BackupRefused when the place does not have the line */
export async function requireClaim(place: BackupPlace, row: JournalRow): Promise<void> {
  const claims = await place.journal.claims();
  const newer = claims.find(({ number, line }) => number >= row.number && line !== row.line);
  if (newer !== undefined) throw new Displaced(newer.line, newer.at);
  if (!claims.some(({ line }) => line === row.line))
    throw new BackupRefused(
      `${place.shown} does not have the journal ${row.line}. It may not be mounted. If it was emptied, run npx capstone backup`,
    );
}

/** Whether the line has gone on without this database: it is an older copy, or has one that also writes. */
export async function hasLaterSegments(place: BackupPlace, { line, head }: JournalRow): Promise<boolean> {
  const names = await place.journal.list(line);
  // One more is a try that was cut off.
  return names.some((name) => numberOfSegment(name) > head + 1);
}

/** An emptied place that has a new backup. */
async function wasEmptied(place: BackupPlace, row: JournalRow): Promise<boolean> {
  const claims = await place.journal.claims();
  return claims.length === 0 && row.line !== '' && (await place.list()).length > 0;
}

async function beginLine(
  context: Context,
  place: BackupPlace,
  row: JournalRow,
  schema: string,
): Promise<void> {
  const at = context.clock.now();
  for (;;) {
    const number = ((await place.journal.claims()).at(-1)?.number ?? 0) + 1;
    const line = lineName(number);
    if (!(await place.journal.claim({ number, line, at: isoInstant(at) }))) continue;
    const empty = { base: null, head: 0, head_sha256: '', bytes: 0, displaced_at: null };
    await updateJournal(context, row, { ...empty, line, number, place: place.shown, schema, begun_at: at });
    context.log.info({ line, place: place.shown }, 'the journal begins a new line');
    return;
  }
}

/**
 * Once a process begins to ship: installs what notes changes, and begins another line where the former one cannot
 * go on (none yet, another place, another schema, an older copy of the database).
 */
export async function continueLine(context: Context, place: BackupPlace, row: JournalRow): Promise<void> {
  await requireOwnSchema(context);
  const isSamePlace = row.line !== '' && row.place === place.shown;
  if (isSamePlace && !(await wasEmptied(place, row))) await requireClaim(place, row);
  const { schema, hasChanged } = await noteChanges(context.database, row.schema);
  const goesOn =
    isSamePlace && !hasChanged && !(await wasEmptied(place, row)) && !(await hasLaterSegments(place, row));
  if (!goesOn) await beginLine(context, place, row, schema);
}

/** A backup that segments of the line can be laid on. */
export async function ensureBase(context: Context, place: BackupPlace, row: JournalRow): Promise<void> {
  const newest = (await place.list()).at(-1);
  const manifest = newest === undefined ? null : await readManifest(place, newest);
  let base: { name: string; madeAt: number };
  if (newest !== undefined && manifest?.journal?.line === row.line)
    base = { name: newest, madeAt: Date.parse(manifest.made_at) };
  else {
    const report = await writeBackup(context, place);
    if (report.damage !== null) throw new BackupRefused(`The database is damaged (${report.damage})`);
    base = report;
  }
  const copiedAt = Math.max(row.copied_at ?? 0, base.madeAt);
  await updateJournal(context, row, { base: base.name, copied_at: copiedAt });
}
