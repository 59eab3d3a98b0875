import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { registerDeclared } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { makeBoundedThread } from '../platform/bounded-thread.ts';
import type { Done, Job } from './catalogue-worker.ts';
import { batchCalls } from './change-batch.ts';
import { courseCalls } from './change-course.ts';
import { projectCalls } from './change-project.ts';
import { fileCalls, filePut } from './edit-files.ts';
import { appearanceCalls } from './appearance/appearance.ts';
import { logoPut, logoRemoval, setUpLogo } from './appearance/logos.ts';
import { listCalls } from './list-catalogue.ts';
import { mailWordsCalls } from './mail-words/change-words.ts';
import { mailPreviewCalls } from './mail-words/preview-words.ts';
import { sampleCalls } from './sample/remove-sample.ts';
import { catalogueExport, catalogueImport } from './whole-catalogue.ts';

/** Reading a catalogue takes time and memory, so few wait for it. */
const importLimits = { timeoutMs: 15_000, memoryMb: 256 };

export function registerCatalogueRoutes(server: FastifyInstance, context: AppContext): void {
  const worker = new URL('./catalogue-worker.ts', import.meta.url);
  const thread = makeBoundedThread<Job, Done>(worker, importLimits);
  server.addHook('onClose', () => thread.close());
  registerDeclared(server, context, [
    ...listCalls,
    ...courseCalls,
    ...batchCalls,
    ...projectCalls,
    ...fileCalls,
    ...appearanceCalls,
    ...mailWordsCalls,
    ...mailPreviewCalls,
    ...sampleCalls,
    logoRemoval,
    catalogueExport,
  ]);
  void server.register(async (scope) => {
    await scope.register(multipart);
    registerDeclared(scope, context, [filePut, logoPut, setUpLogo, catalogueImport(thread)]);
  });
}
