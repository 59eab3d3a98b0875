import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/calls';
import { limits } from '#contract/limits';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
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
import { listCatalogue, readCourseEntry } from './list-catalogue.ts';
import { editor, provenEditor } from './policy.ts';
import { receiveFile } from './receive-file.ts';

export function registerCatalogueRoutes(server: FastifyInstance, context: AppContext): void {
  registerPublicEndpoint(server, context, calls.suggestBatches, async ({ query }) => ({
    status: 200,
    body: await suggestBatches(context.database, query.q ?? ''),
  }));
  registerCourseCalls(server, context);
  registerBatchCalls(server, context);
  registerProjectCalls(server, context);
  registerFileCalls(server, context);
  registerFaceRoutes(server, context);
}

function registerCourseCalls(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.listCatalogue, {
    authorize: editor,
    async handle({ query }) {
      return { status: 200, body: await listCatalogue(context.database.reader, query.after) };
    },
  });

  registerEndpoint(server, context, calls.readCourseEntry, {
    authorize: editor,
    async handle({ params, query }) {
      return { status: 200, body: await readCourseEntry(context.database.reader, params.course, query) };
    },
  });

  registerEndpoint(server, context, calls.addCourse, {
    authorize: editor,
    async handle({ resource: { accountId }, body, idempotencyKey: key }) {
      return { status: 201, body: await addCourse(context, { accountId, key }, body) };
    },
  });

  registerEndpoint(server, context, calls.changeCourse, {
    authorize: editor,
    async handle({ resource: { accountId }, params, body, idempotencyKey: key }) {
      return { status: 200, body: await changeCourse(context, { accountId, key }, params.course, body) };
    },
  });

  registerEndpoint(server, context, calls.removeCourse, {
    authorize: provenEditor,
    async handle({ resource: { accountId }, params, idempotencyKey: key }) {
      await removeCourse(context, { accountId, key }, params.course);
      return { status: 204 };
    },
  });
}

function registerBatchCalls(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.readBatchEntry, {
    authorize: editor,
    async handle({ params }) {
      return { status: 200, body: await presentBatch(reader, await requireBatch(reader, params.batch)) };
    },
  });

  registerEndpoint(server, context, calls.addBatch, {
    authorize: editor,
    async handle({ resource: { accountId }, body, idempotencyKey: key }) {
      return { status: 201, body: await addBatch(context, { accountId, key }, body) };
    },
  });

  registerEndpoint(server, context, calls.changeBatch, {
    authorize: editor,
    async handle({ resource: { accountId }, params, body, idempotencyKey: key }) {
      return { status: 200, body: await changeBatch(context, { accountId, key }, params.batch, body) };
    },
  });

  registerEndpoint(server, context, calls.removeBatch, {
    authorize: provenEditor,
    async handle({ resource: { accountId }, params, idempotencyKey: key }) {
      await removeBatch(context, { accountId, key }, params.batch);
      return { status: 204 };
    },
  });
}

function registerProjectCalls(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.readProjectEntry, {
    authorize: editor,
    async handle({ params }) {
      return { status: 200, body: await presentEntry(reader, await requireProject(reader, params.p_id)) };
    },
  });

  registerEndpoint(server, context, calls.addProject, {
    authorize: editor,
    async handle({ resource: { accountId }, body, idempotencyKey: key }) {
      return { status: 201, body: await addProject(context, { accountId, key }, body) };
    },
  });

  registerEndpoint(server, context, calls.changeProject, {
    authorize: editor,
    async handle({ resource: { accountId }, params, body, idempotencyKey: key }) {
      return { status: 200, body: await changeProject(context, { accountId, key }, params.p_id, body) };
    },
  });

  registerEndpoint(server, context, calls.removeProject, {
    authorize: provenEditor,
    async handle({ resource: { accountId }, params, idempotencyKey: key }) {
      await removeProject(context, { accountId, key }, params.p_id);
      return { status: 204 };
    },
  });
}

/** Reading a catalogue takes time and memory, so few wait for it. */
const importLimits = { timeoutMs: 15_000, memoryMb: 256 };

function registerFileCalls(server: FastifyInstance, context: AppContext): void {
  const worker = new URL('./catalogue-worker.ts', import.meta.url);
  const thread = makeBoundedThread<Job, Done>(worker, importLimits);
  server.addHook('onClose', () => thread.close());

  registerEndpoint(server, context, calls.listCatalogueFiles, {
    authorize: editor,
    async handle({ query }) {
      return { status: 200, body: await listFiles(context.database.reader, query.after ?? '') };
    },
  });

  void server.register(async (scope) => {
    await scope.register(multipart);
    registerEndpoint(scope, context, calls.putCatalogueFile, {
      authorize: editor,
      async handle({ resource: { accountId }, request }) {
        const key = checkIdempotencyKey(request.headers['idempotency-key']);
        const maxBytes = limits.catalogueFileBytes;
        const { name, body, texts } = await receiveFile(context, request, { accountId, maxBytes });
        const file = checkFile(name, body);
        const entry = await putFile(context, { accountId, key }, file, texts.get('original'));
        return { status: 200, body: entry };
      },
    });

    registerEndpoint(scope, context, calls.importCatalogue, {
      authorize: editor,
      async handle({ resource: { accountId }, request }) {
        const maxBytes = limits.catalogueZipBytes;
        const { body, texts } = await receiveFile(context, request, { accountId, maxBytes });
        const dryRun = texts.get('dry_run') === 'yes';
        const { importCatalogue } = await import('./import/import-sources.ts');
        return { status: 200, body: await importCatalogue(context, thread, accountId, body, dryRun) };
      },
    });
  });

  registerEndpoint(server, context, calls.removeCatalogueFile, {
    authorize: provenEditor,
    async handle({ resource: { accountId }, params: { folder, name }, idempotencyKey: key }) {
      await removeFile(context, { accountId, key }, `/${folder}/${name}`);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.exportCatalogue, {
    authorize: editor,
    takesLong: true,
    async handle({ resource: { accountId }, request, reply }) {
      const { exportCatalogue } = await import('./catalogue-entries.ts');
      const body = await exportCatalogue(context, accountId, request.log);
      reply.headers({
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="catalogue.zip"',
        'Cache-Control': 'private, no-store',
      });
      return { status: 200, body };
    },
  });
}
