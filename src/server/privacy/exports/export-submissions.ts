import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import type { CsvColumns } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { listForExport, type ExportRow } from '../../submissions/list-for-export.ts';
import { csvExport, type CsvExport } from './csv-export.ts';

/** The columns in their order; times in UTC and, beside it, as the academy's clocks show them. */
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

/** Every version handed in, by all students or by those of a batch; `released` says whether the student sees its mark. */
export function exportSubmissions(
  context: Pick<AppContext, 'database' | 'settings'>,
  batchId: number | null,
): CsvExport {
  return csvExport(columnsIn(context.settings.academyZone), listForExport(context, batchId));
}
