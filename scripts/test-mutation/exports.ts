import type { Guards } from './mutation.ts';

const exported = ['src/server/data-exports/exports.api.test.ts'];
const log = ['src/server/audit/list-lines.api.test.ts'];
const searched = ['src/server/data-exports/read-audit-log.api.test.ts'];
const catalogue = ['src/server/catalogue/catalogue-entries.api.test.ts'];

/** What keeps the office's files, and its look into the audit log, whole and true. */
export const exportGuards: Guards = {
  'a cell of an export is no formula': {
    file: 'src/server/platform/csv-stream.ts',
    take: "if (typeof cell !== 'string') return cell;",
    put: "if (typeof cell !== 'number' || cell !== null) return cell;",
    tests: exported,
  },
  'an export leaves a line': {
    file: 'src/server/data-exports/open-export.ts',
    take: "  await recordExport(context, by, { act: `export-${what}`, subject: batch?.name ?? 'all batches' });\n",
    put: '',
    tests: exported,
  },
  'an export of the audit log leaves a line': {
    file: 'src/server/data-exports/open-export.ts',
    take: "  await recordExport(context, by, { act: 'export-audit', subject: '', after });\n",
    put: '  void after;\n',
    tests: searched,
  },
  'marks that are not released are apart in an export': {
    file: 'src/server/data-exports/export-grades.ts',
    take: '(line) => line.tasks.get(task)?.shownMarks ?? null,',
    put: '(line) => line.tasks.get(task)?.newestMarks ?? null,',
    tests: exported,
  },
  'an export of a batch has nobody else in it': {
    file: 'src/server/data-exports/student-pages.ts',
    take: "    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))\n",
    put: '',
    tests: exported,
  },
  'an export goes on behind its first piece': {
    file: 'src/server/data-exports/student-pages.ts',
    take: 'while (page.length === rowsAtOnce)',
    put: 'while (page.length < 0)',
    tests: exported,
  },
  'an export of the catalogue is of one instant': {
    file: 'src/server/catalogue/catalogue-entries.ts',
    take: 'return fromSnapshot(database, (reader) => readEntries(reader, settings.academyZone));',
    put: 'void fromSnapshot;\n  return readEntries(database.reader, settings.academyZone);',
    tests: catalogue,
  },
  'lines about somebody are of the kinds that are asked for': {
    file: 'src/server/audit/list-lines.ts',
    take: 'acts?.map((act) => ({ about: accountId, act })) ?? [{ about: accountId }];',
    put: '[{ about: accountId }];',
    tests: log,
  },
  'a line that is about somebody and names the address stands once': {
    file: 'src/server/audit/list-lines.ts',
    take: 'subject: { isOneOf: subjects, notAbout: accountId }',
    put: 'subject: { isOneOf: subjects, notAbout: null }',
    tests: log,
  },
  'what nobody signed in has done is not the operator’s': {
    file: 'src/server/audit/list-lines.ts',
    take: "      .$if(actor === 'operator', (q) => q.where('network', 'is', null))\n",
    put: '',
    tests: log,
  },
  'lines of one instant stand once on whatever page': {
    file: 'src/server/audit/list-lines.ts',
    take: '`(at, id) < (${after!.at}, ${after!.id})`',
    put: '`at <= ${after!.at} and id <> ${after!.id}`',
    tests: log,
  },
};
