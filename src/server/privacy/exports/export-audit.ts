import type { AuditLine } from '#contract/privacy/audit-calls';
import { auditKinds } from '#contract/privacy/audit-view';
import type { AppContext } from '../../platform/context.ts';
import { type CsvColumns, csvExport, type CsvExport } from '../../platform/csv-stream.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { localText } from '../../platform/zoned-time.ts';
import { auditFilter, type AuditSearch, everyAuditLine } from './read-audit-log.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

const somebody = { person: '', operator: 'the operator', portal: 'the portal', unknown: 'somebody' } as const;

function columnsIn(zone: string): CsvColumns<AuditLine> {
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
export async function exportAudit(context: Context, search: AuditSearch): Promise<CsvExport> {
  const filter = await auditFilter(context, search);
  const lines = filter === null ? noLines() : everyAuditLine(context, filter, rowsAtOnce);
  return csvExport(columnsIn(context.settings.academyZone), lines);
}

async function* noLines(): AsyncGenerator<AuditLine> {}
