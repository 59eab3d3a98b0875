import type { CatalogueImport } from '#contract/catalogue/calls';
import type { AppContext } from '../../platform/context.ts';
import type { BoundedThread } from '../../platform/bounded-thread.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { ImportRefused } from '../../platform/import-files/source-location.ts';
import { importSources } from './import-sources.ts';
import type { Done, Job } from '../catalogue-worker.ts';

const mostFaults = 200;
const mostChanges = 500;

/** @throws 400 for an unreadable ZIP */
export async function importCatalogue(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  thread: BoundedThread<Job, Done>,
  actorId: number,
  zip: Buffer,
  dryRun: boolean,
): Promise<CatalogueImport> {
  const { academyZone, frameHosts, publicUrl } = context.settings;
  const parsed = await thread.run({ zip, academyZone, frameHosts, publicUrl: publicUrl?.href ?? null });
  if (parsed === null)
    throw httpErrors.badRequest(
      'The ZIP takes too long to read. Import fewer entries at once, or try again later.',
    );
  try {
    if (!('files' in parsed)) throw new ImportRefused(parsed.faults);
    const report = await importSources(context, parsed, { dryRun, actorId });
    return {
      imported: !dryRun,
      faults: [],
      parts: report.map(({ noun, changes, unchanged }) => {
        const added = changes.filter(({ kind }) => kind === 'added').length;
        return { noun, added, changed: changes.length - added, unchanged };
      }),
      changes: report
        .flatMap(({ changes }) => changes)
        .slice(0, mostChanges)
        .map(({ kind, what, fields = [] }) => ({ kind, what, fields: [...fields] })),
    };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { imported: false, faults: error.faults.slice(0, mostFaults), parts: [], changes: [] };
  }
}
