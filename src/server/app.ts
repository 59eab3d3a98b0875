import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import * as calls from '#contract/platform';
import { mountAccounts } from './accounts/routes.ts';
import { mountCourses } from './courses/routes.ts';
import { mountDiscussions } from './discussions/routes.ts';
import type { AppContext } from './platform/context.ts';
import { refuseUnknownCalls } from './platform/http/errors.ts';
import type { PageBuild } from './platform/http/page-build.ts';
import { anyone, mount } from './platform/http/registrar.ts';
import { makeServer } from './platform/http/server.ts';
import { startDelivery } from './platform/mail/deliver-mail.ts';
import { mountProjects } from './projects/routes.ts';
import { mountRecords } from './records/routes.ts';
import { mountSelections } from './selections/routes.ts';
import { servePages } from './serve-pages.ts';
import { mountStaff } from './staff/routes.ts';
import { mountSubmissions } from './submissions/routes.ts';

export type AppOptions = {
  logger?: FastifyServerOptions['logger'];
  /** The built web; by default what the build left, null for the calls alone. */
  pages?: PageBuild | null;
};

/** Wires the whole portal onto a server that does not listen yet. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const server = await makeServer(context, options.logger);

  mount(server, context, calls.readHealth, {
    access: anyone,
    async handle() {
      await context.database.reader.selectFrom('courses').select('id').limit(1).execute();
      return { status: 200, body: { status: 'ok' as const } };
    },
  });
  mountAccounts(server, context);
  mountCourses(server, context);
  mountProjects(server, context);
  mountSelections(server, context);
  mountSubmissions(server, context);
  mountDiscussions(server, context);
  mountRecords(server, context);
  mountStaff(server, context);
  refuseUnknownCalls(server);
  deliverMail(server, context);
  await servePages(server, context, options.pages);
  return server;
}

/** Sends mail while the server runs; without a mail server it stays in the database. */
function deliverMail(server: FastifyInstance, context: AppContext): void {
  if (context.settings.smtpUrl === null) return;
  const delivery = startDelivery(context);
  server.addHook('onClose', () => delivery.stop());
}
