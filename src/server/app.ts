import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { registerAccountRoutes } from './accounts/routes.ts';
import { registerBatchRoutes } from './batches/routes.ts';
import { registerDiscussionRoutes } from './discussions/routes.ts';
import type { AppContext } from './platform/context.ts';
import { registerNotFoundCalls } from './platform/http/error-handler.ts';
import type { PageBuild } from './pages/page-build.ts';
import { registerHealth } from './platform/http/register-health.ts';
import { makeServer } from './platform/http/server.ts';
import { startDelivery } from './platform/mail/deliver-mail.ts';
import { watchWrites } from './platform/watch-writes.ts';
import { registerProjectRoutes } from './projects/routes.ts';
import { registerDataExportRoutes } from './data-exports/routes.ts';
import { registerSelectionRoutes } from './selections/routes.ts';
import { servePages } from './pages/serve-pages.ts';
import { registerStaffRoutes } from './staff/routes.ts';
import { registerSubmissionRoutes } from './submissions/routes.ts';

type AppOptions = {
  logger?: FastifyServerOptions['logger'];
  /** The built web; by default what the build left, null for the calls alone. */
  pages?: PageBuild | null;
};

/** Wires the whole portal onto a server that does not listen yet. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const server = await makeServer(context, options.logger);

  registerHealth(server, context);
  registerBatchRoutes(server, context);
  registerAccountRoutes(server, context);
  registerProjectRoutes(server, context);
  registerSelectionRoutes(server, context);
  registerSubmissionRoutes(server, context);
  registerDiscussionRoutes(server, context);
  registerDataExportRoutes(server, context);
  registerStaffRoutes(server, context);
  registerNotFoundCalls(server);
  deliverMail(server, context);
  const watching = watchWrites(context);
  server.addHook('onClose', async () => watching.stop());
  await servePages(server, context, options.pages);
  return server;
}

/** Sends mail while the server runs; without a mail server it stays in the database. */
function deliverMail(server: FastifyInstance, context: AppContext): void {
  if (context.settings.smtpUrl === null) return;
  const delivery = startDelivery(context);
  server.addHook('onClose', () => delivery.stop());
}
