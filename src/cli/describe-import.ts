import type { ImportReport } from '#server/catalogue/import/import-sources';

/** An import's report for the operator; a dry run names every change. */
export function describeImport(report: ImportReport, isDryRun: boolean): string[] {
  const changes = report.flatMap((part) => part.changes);
  const named = changes.map(({ kind, what, fields }) =>
    kind === 'added' ? `would add ${what}` : `would change ${what}${fields ? ` (${fields.join(', ')})` : ''}`,
  );
  const counts = report.map(({ noun, changes: own, unchanged }) => {
    const added = own.filter(({ kind }) => kind === 'added').length;
    return `${noun}: ${added} added, ${own.length - added} changed, ${unchanged} unchanged`;
  });
  const outcome =
    changes.length === 0 ? 'Nothing to change.' : isDryRun ? 'Nothing was written.' : 'Imported.';
  return [...(isDryRun ? named : []), ...counts, outcome];
}
