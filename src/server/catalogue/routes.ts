import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import { suggestBatches } from '../courses/suggest-batches.ts';
import type { AppContext } from '../platform/context.ts';
import { makeBoundedThread } from '../platform/bounded-thread.ts';
import { registerPublicEndpoint } from '../platform/http/register-endpoint.ts';
import { checkIdempotencyKey } from '../platform/database/make-once.ts';
import type { Done, Job } from './catalogue-worker.ts';
import { addBatch, changeBatch, presentBatch, removeBatch, requireBatch } from './change-batch.ts';
import { addCourse, changeCourse, removeCourse } from './change-course.ts';
import { addProject, changeProject, presentEntry, removeProject, requireProject } from './change-project.ts';
import { checkFile, listFiles, putFile, removeFile } from './edit-files.ts';
import { registerFaceRoutes } from './face/routes.ts';
import { registerSampleRoutes } from './sample/routes.ts';
import { listCatalogue, readCourseEntry } from './list-catalogue.ts';
import { editor, provenEditor } from './policy.ts';
import { receiveFile } from './receive-file.ts';

export function registerCatalogueRoutes(server: FastifyInstance, context: AppContext): void {
  registerPublicEndpoint(server, context, calls.suggestBatches, ({ query }) =>
    suggestBatches(context.database, query.q ?? ''),
  );
  registerCourseCalls(server, context);
  registerBatchCalls(server, context);
  registerProjectCalls(server, context);
  registerFileCalls(server, context);
  registerFaceRoutes(server, context);
  registerSampleRoutes(server, context);
}

function registerCourseCalls(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.listCatalogue, editor, ({ query }) => listCatalogue(context.database.reader, query.after));

  on(calls.readCourseEntry, editor, ({ params, query }) =>
    readCourseEntry(context.database.reader, params.course, query),
  );

  on(calls.addCourse, editor, ({ resource: { accountId }, body, idempotencyKey: key }) =>
    addCourse(context, { accountId, key }, body),
  );

  on(calls.changeCourse, editor, ({ resource: { accountId }, params, body, idempotencyKey: key }) =>
    changeCourse(context, { accountId, key }, params.course, body),
  );

  on(calls.removeCourse, provenEditor, ({ resource: { accountId }, params, idempotencyKey: key }) =>
    removeCourse(context, { accountId, key }, params.course),
  );
}

function registerBatchCalls(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  on(calls.readBatchEntry, editor, async ({ params }) =>
    presentBatch(reader, await requireBatch(reader, params.batch)),
  );

  on(calls.addBatch, editor, ({ resource: { accountId }, body, idempotencyKey: key }) =>
    addBatch(context, { accountId, key }, body),
  );

  on(calls.changeBatch, editor, ({ resource: { accountId }, params, body, idempotencyKey: key }) =>
    changeBatch(context, { accountId, key }, params.batch, body),
  );

  on(calls.removeBatch, provenEditor, ({ resource: { accountId }, params, idempotencyKey: key }) =>
    removeBatch(context, { accountId, key }, params.batch),
  );
}

function registerProjectCalls(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  on(calls.readProjectEntry, editor, async ({ params }) =>
    presentEntry(reader, await requireProject(reader, params.p_id)),
  );

  on(calls.addProject, editor, ({ resource: { accountId }, body, idempotencyKey: key }) =>
    addProject(context, { accountId, key }, body),
  );

  on(calls.changeProject, editor, ({ resource: { accountId }, params, body, idempotencyKey: key }) =>
    changeProject(context, { accountId, key }, params.p_id, body),
  );

  on(calls.removeProject, provenEditor, ({ resource: { accountId }, params, idempotencyKey: key }) =>
    removeProject(context, { accountId, key }, params.p_id),
  );
}

/** Reading a catalogue takes time and memory, so few wait for it. */
const importLimits = { timeoutMs: 15_000, memoryMb: 256 };

function registerFileCalls(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const worker = new URL('./catalogue-worker.ts', import.meta.url);
  const thread = makeBoundedThread<Job, Done>(worker, importLimits);
  server.addHook('onClose', () => thread.close());

  on(calls.listCatalogueFiles, editor, ({ query }) => listFiles(context.database.reader, query.after ?? ''));

  void server.register(async (scope) => {
    const on = makeRegistrar(scope, context);
    await scope.register(multipart);
    on(calls.putCatalogueFile, editor, async ({ resource: { accountId }, request }) => {
      const key = checkIdempotencyKey(request.headers['idempotency-key']);
      const maxBytes = limits.catalogueFileBytes;
      const { name, body, texts } = await receiveFile(context, request, { accountId, maxBytes });
      const file = checkFile(name, body);
      return putFile(context, { accountId, key }, file, texts.get('original'));
    });

    on(calls.importCatalogue, editor, async ({ resource: { accountId }, request }) => {
      const maxBytes = limits.catalogueZipBytes;
      const { body, texts } = await receiveFile(context, request, { accountId, maxBytes });
      const dryRun = texts.get('dry_run') === 'yes';
      const { importCatalogue } = await import('./import/import-sources.ts');
      return importCatalogue(context, thread, accountId, body, dryRun);
    });
  });

  on(
    calls.removeCatalogueFile,
    provenEditor,
    ({ resource: { accountId }, params: { folder, name }, idempotencyKey: key }) =>
      removeFile(context, { accountId, key }, `/${folder}/${name}`),
  );

  on(
    calls.exportCatalogue,
    editor,
    async ({ resource: { accountId }, request, reply }) => {
      const { exportCatalogue } = await import('./catalogue-entries.ts');
      const body = await exportCatalogue(context, accountId, request.log);
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="catalogue.zip"',
        'Cache-Control': 'private, no-store',
      });
      return body;
    },
    { takesLong: true },
  );
}
