import * as calls from '#contract/catalogue/zip-calls';
import { limits } from '#contract/limits';
import { read, type Declared } from '../accounts/sessions/act.ts';
import type { BoundedThread } from '../platform/bounded-thread.ts';
import type { Done, Job } from './catalogue-worker.ts';
import { editor } from './policy.ts';
import { receiveFile } from '../submissions/receive-file.ts';

/** Its modules load when first used. @param thread reads the ZIP */
export const catalogueImport = (thread: BoundedThread<Job, Done>): Declared =>
  read(calls.importCatalogue, {
    who: editor,
    async run({ context, resource: { accountId }, request }) {
      const maxBytes = limits.catalogueZipBytes;
      const { body, texts } = await receiveFile(context, request, { accountId, maxBytes });
      const dryRun = texts.get('dry_run') === 'yes';
      const { importCatalogue } = await import('./import/import-sources.ts');
      return importCatalogue(context, thread, accountId, body, dryRun);
    },
  });

export const catalogueExport = read(calls.exportCatalogue, {
  who: editor,
  takesLong: true,
  async run({ context, resource: { accountId }, request, reply }) {
    const { exportCatalogue } = await import('./catalogue-entries.ts');
    const body = await exportCatalogue(context, accountId, request.log);
    reply.headers({
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename="catalogue.zip"',
      'Cache-Control': 'private, no-store',
    });
    return body;
  },
});
