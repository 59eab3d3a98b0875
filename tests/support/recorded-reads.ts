import type { EndpointName } from '#contract/wire/endpoints';

/** Reads that leave a line in the audit log before anything of them goes out: exports. */
export const recordedReads: readonly EndpointName[] = [
  'exportBatchProgress',
  'exportUnfinished',
  'exportSheet',
  'exportSignedSheet',
  'exportGrades',
  'exportRoster',
  'exportSubmissions',
  'exportAudit',
  'exportCatalogue',
  'exportFiles',
  'exportMarks',
  'exportPerson',
];
