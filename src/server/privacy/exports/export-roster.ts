import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../../platform/context.ts';
import type { CsvColumns } from '../../platform/csv-stream.ts';
import { localText } from '../../platform/zoned-time.ts';
import { csvExport, type CsvExport } from './csv-export.ts';
import { studentPages, type StudentLine } from './student-pages.ts';

type Context = Pick<AppContext, 'database' | 'settings'>;

function columnsIn(zone: string): CsvColumns<StudentLine> {
  const local = (instant: number | null) => (instant === null ? null : localText(instant, zone));
  return [
    ['name', ({ name }) => shownName(name)],
    ['email', ({ email }) => email],
    ['phone', ({ phone }) => phone],
    ['batch', ({ batch }) => batch],
    ['batch typed at signup', (row) => row.typed_batch],
    ['course', ({ course }) => course],
    ['project', ({ projectId }) => projectId],
    ['project_name', ({ projectName }) => projectName],
    [`project_start (${zone})`, ({ startedAt }) => local(startedAt)],
    ['exit_score', (row) => row.exit_score],
    ['grade', ({ grade }) => grade],
    ['address_confirmed', (row) => (row.confirmed_at === null ? 'no' : 'yes')],
    [`signed_up (${zone})`, (row) => local(row.created_at)],
    [`last_seen (${zone})`, (row) => local(row.seen_at)],
  ];
}

/** Everybody who signed up as a student, with what the academy knows of each; of one batch, or of all (null). */
export function exportRoster(context: Context, batchId: number | null): CsvExport {
  async function* rows() {
    for await (const page of studentPages(context, batchId)) yield* page;
  }
  return csvExport(columnsIn(context.settings.academyZone), rows());
}
