import type { ActName } from '../../audit/act-words.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { batchByName } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { exportAudit } from './export-audit.ts';
import type { AuditSearch } from './read-audit-log.ts';
import { type CsvExport, csvExport, type CsvColumns } from '../../platform/csv-stream.ts';
import { exportGrades } from './export-grades.ts';
import { countStudents, exportRoster } from './export-roster.ts';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { localText } from '../../platform/zoned-time.ts';
import { countForExport, type ExportRow, listForExport } from '../../submissions/list-for-export.ts';

/** Times in UTC and in the academy's zone. */
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
    ['declaration', (row) => (row.declared === '' ? 'none' : row.declared)],
    ['ai_use', (row) => row.ai_use],
    ['ai_text', (row) => row.ai_text],
  ];
}

function asBoolean(flag: 0 | 1): 'true' | 'false' {
  return flag === 1 ? 'true' : 'false';
}

/** Every version; `released` says whether the student sees its mark. */
export function exportSubmissions(
  context: Pick<AppContext, 'database' | 'settings'>,
  batchId: number | null,
): CsvExport {
  return csvExport(columnsIn(context.settings.academyZone), listForExport(context, batchId));
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

export const studentExports = {
  grades: exportGrades,
  roster: exportRoster,
  submissions: exportSubmissions,
} as const;
export type StudentExport = keyof typeof studentExports;

/** Null for the operator's command. */
type By = { actorId: number | null };

/** Audits an export before it is read. */
async function recordExport(
  { database, clock }: Context,
  { actorId }: By,
  { act, subject, after = null }: { act: ActName; subject: string; after?: unknown },
): Promise<void> {
  await database.transaction((writer) =>
    recordAuditEvent(writer, { at: clock.now(), actorId, act, subject, after }),
  );
}

/**
 * Streams an export of students.
 * @param batch a batch's name in any spelling, or null for all
 * @returns also the batch's exact name
 * @throws 404 for an unknown batch
 */
export async function openStudentExport(
  context: Context,
  by: By,
  { what, batch: typed }: { what: StudentExport; batch: string | null },
): Promise<CsvExport & { batch: string | null }> {
  const batch = typed === null ? null : await batchByName(context.database.reader, typed);
  await recordExport(context, by, { act: `export-${what}`, subject: batch?.name ?? 'all batches' });
  return { ...studentExports[what](context, batch?.id ?? null), batch: batch?.name ?? null };
}

/** How many lines it will have. @throws 404 for an unknown batch */
export async function countExported(
  context: Pick<AppContext, 'database'>,
  { what, batch: typed }: { what: StudentExport; batch: string | null },
): Promise<number> {
  const batchId = typed === null ? null : (await batchByName(context.database.reader, typed)).id;
  return what === 'submissions' ? countForExport(context, batchId) : countStudents(context, batchId);
}

/** Its own line is the first one in it. */
export async function openAuditExport(context: Context, by: By, search: AuditSearch): Promise<CsvExport> {
  const chosen = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const after = chosen.length === 0 ? null : Object.fromEntries(chosen);
  await recordExport(context, by, { act: 'export-audit', subject: '', after });
  return exportAudit(context, search);
}
