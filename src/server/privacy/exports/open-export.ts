import type { FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import * as calls from '#contract/privacy/calls';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { AuditEventName } from '../../audit/event-words.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { batchByName } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { type AuditSearch, auditFilter, everyAuditLine } from './read-audit-log.ts';
import { type CsvExport, csvExport, type CsvColumns, csvHeaders } from '../../platform/csv-stream.ts';
import { exportGrades, countStudents, exportRoster } from './export-students.ts';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { localText } from '../../platform/zoned-time.ts';
import { readEarlierProject } from '../../selections/presenter.ts';
import { countForExport, type ExportRow, listForExport } from '../../marking/export-versions.ts';
import type { AuditLine } from '#contract/privacy/audit-calls';
import { auditKinds } from '#contract/privacy/audit-view';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const somebody = { person: '', operator: 'the operator', portal: 'the portal', unknown: 'somebody' } as const;

function auditColumns(zone: string): CsvColumns<AuditLine> {
  return [
    ['at', ({ at }) => at],
    [`at (${zone})`, ({ at }) => localText(Date.parse(at), zone)],
    ['kind', ({ kind }) => (kind === null ? null : auditKinds[kind])],
    ['who', ({ who, by }) => who?.s_name ?? somebody[by]],
    ['who_email', ({ who }) => who?.s_id ?? null],
    ['did', ({ words }) => words],
    ['what', ({ subject }) => subject],
    ['whom', ({ whom }) => whom?.s_name ?? null],
    ['whom_email', ({ whom }) => whom?.s_id ?? null],
    [
      'changes',
      ({ changes }) =>
        changes.map(({ what, before, after }) => `${what}: ${before ?? '–'} → ${after ?? '–'}`).join('\n'),
    ],
    ['network', ({ network }) => network],
    ['act', ({ act }) => act],
  ];
}

/** Newest first. */
async function exportAudit(context: Context, search: AuditSearch): Promise<CsvExport> {
  const filter = await auditFilter(context, search);
  const lines = filter === null ? noLines() : everyAuditLine(context, filter, rowsAtOnce);
  return csvExport(auditColumns(context.settings.academyZone), lines);
}

async function* noLines(): AsyncGenerator<AuditLine> {}

/** Times in UTC and in the academy's zone. */
function submissionColumns(zone: string): CsvColumns<ExportRow> {
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
    ['earlier_project', (row) => readEarlierProject(row.earlierProject)?.p_id ?? null],
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
  return csvExport(submissionColumns(context.settings.academyZone), listForExport(context, batchId));
}

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
  { act, subject, after = null }: { act: AuditEventName; subject: string; after?: unknown },
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

function sendCsv(reply: FastifyReply, name: string, body: Readable) {
  reply.headers(csvHeaders(name));
  return body;
}

const ofStudents = (
  call: typeof calls.exportGrades | typeof calls.exportRoster | typeof calls.exportSubmissions,
  what: StudentExport,
) =>
  read(call, {
    who: administrator,
    takesLong: true,
    async run({ context, resource: { accountId }, query, reply }) {
      const wanted = { what, batch: query.batch || null };
      const { batch, body } = await openStudentExport(context, { actorId: accountId }, wanted);
      return sendCsv(reply, batch === null ? what : `${what} ${batch}`, body);
    },
  });

export const csvExports = [
  ofStudents(calls.exportGrades, 'grades'),
  ofStudents(calls.exportRoster, 'roster'),
  ofStudents(calls.exportSubmissions, 'submissions'),

  read(calls.exportAudit, {
    who: administrator,
    takesLong: true,
    async run({ context, resource: { accountId }, query, reply }) {
      const { body } = await openAuditExport(context, { actorId: accountId }, query);
      return sendCsv(reply, 'audit log', body);
    },
  }),
];
