import type { ActName } from '../../audit/act-words.ts';
import { recordAct } from '../../audit/record-act.ts';
import { batchByName } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { exportAudit } from './export-audit.ts';
import type { AuditSearch } from './audit-filter.ts';
import { type CsvExport, csvExport } from './csv-export.ts';
import { exportGrades } from './export-grades.ts';
import { exportRoster } from './export-roster.ts';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { CsvColumns } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { type ExportRow, listForExport } from '../../submissions/list-for-export.ts';

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

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** What is exported of all students or of a batch. */
export const studentExports = {
  grades: exportGrades,
  roster: exportRoster,
  submissions: exportSubmissions,
} as const;
export type StudentExport = keyof typeof studentExports;

/** Who exports: the staff member's account, or null for the operator's command. */
type By = { actorId: number | null };

/** Leaves the line of an export, before anything of it is read: what cannot be told does not go out. */
async function recordExport(
  { database, clock }: Context,
  { actorId }: By,
  { act, subject, after = null }: { act: ActName; subject: string; after?: unknown },
): Promise<void> {
  await database.transaction((writer) =>
    recordAct(writer, { at: clock.now(), actorId, act, subject, before: null, after }),
  );
}

/**
 * Opens an export of students, which is read from the database piece by piece while it is sent or written.
 * @param batch the name of a batch, without regard to case and spaces, or null for everybody
 * @returns the batch by the academy's spelling, too
 * @throws a 404 error for a batch that is unknown
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

/** Opens an export of the audit log; its own line is the first one in it. */
export async function openAuditExport(context: Context, by: By, search: AuditSearch): Promise<CsvExport> {
  const chosen = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const after = chosen.length === 0 ? null : Object.fromEntries(chosen);
  await recordExport(context, by, { act: 'export-audit', subject: '', after });
  return exportAudit(context, search);
}
