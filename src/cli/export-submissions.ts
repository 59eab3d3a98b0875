import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/person-name';
import { batchByName } from '#server/batches/queries';
import type { AppContext } from '#server/platform/context';
import { csvStream, type CsvColumns } from '#server/platform/csv-stream';
import { localText } from '#server/platform/zoned-time';
import { listForExport, type ExportRow } from '#server/submissions/list-for-export';
import { CommandFailed } from './failure-lines.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

/** The export's columns in their order; times in UTC and, beside it, as the academy's clocks show them. */
function columnsIn(zone: string): CsvColumns<ExportRow> {
  return [
    ['batch', (row) => row.batch],
    ['email', (row) => row.email],
    ['name', (row) => shownName(row.name)],
    ['task', (row) => row.task],
    ['version', (row) => row.version],
    ['number', (row) => row.number],
    ['submitted_at', (row) => isoInstant(row.submitted_at)],
    [`submitted_at (${zone})`, (row) => localText(row.submitted_at, zone)],
    ['late', (row) => asBoolean(row.late)],
    ['links', (row) => row.links],
    ['comments', (row) => row.comments],
    ['file_name', (row) => row.file_name],
    ['file_bytes', (row) => row.file_bytes],
    ['file_sha256', (row) => row.file_sha256],
    ['marks', (row) => row.marks],
    ['mark_comments', (row) => row.mark_comments],
    ['released', (row) => (row.released === null ? null : asBoolean(row.released))],
  ];
}

function asBoolean(flag: 0 | 1): 'true' | 'false' {
  return flag === 1 ? 'true' : 'false';
}

/**
 * Writes every version handed in to a CSV file, page by page. The file is written atomically (temporary file and
 * rename).
 * @returns how many lines were written, besides the header
 */
export async function exportSubmissions(
  context: Context,
  { batch, out }: { batch: string | null; out: string },
): Promise<number> {
  const columns = columnsIn(context.settings.academyZone);
  const target = path.resolve(out);
  await refuseTarget(target, out);
  const batchId = batch === null ? null : (await batchByName(context.database.reader, batch)).id;
  let count = 0;
  async function* rows() {
    for await (const row of listForExport(context, batchId)) {
      count += 1;
      yield row;
    }
  }
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
  try {
    await pipeline(
      csvStream(columns, rows()),
      // It holds what students wrote and how they were marked.
      createWriteStream(temporary, { mode: 0o600, flush: true }),
    );
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new CommandFailed(`${out} could not be written: ${error.message}`);
    throw error;
  }
  return count;
}

async function refuseTarget(target: string, out: string): Promise<void> {
  const folder = await stat(path.dirname(target)).catch(() => null);
  if (!folder?.isDirectory()) throw new CommandFailed(`There is no folder ${path.dirname(out)} to write to.`);
  if ((await stat(target).catch(() => null))?.isDirectory())
    throw new CommandFailed(`${out} is a folder; name a file.`);
}
