import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import * as calls from '#contract/platform';
import { mountAccounts } from './accounts/routes.ts';
import { mountCourses } from './courses/routes.ts';
import { mountDiscussions } from './discussions/routes.ts';
import type { AppContext } from './platform/context.ts';
import { refuseUnknownCalls } from './platform/http/errors.ts';
import type { PageBuild } from './platform/http/page-build.ts';
import { registerPages } from './platform/http/pages.ts';
import { anyone, mount } from './platform/http/registrar.ts';
import { makeServer } from './platform/http/server.ts';
import { startDelivery } from './platform/mail/deliver-mail.ts';
import { listCatalogue } from './projects/list-catalogue.ts';
import { mountProjects } from './projects/routes.ts';
import { mountRecords } from './records/routes.ts';
import { mountSelections } from './selections/routes.ts';
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

/** How soon Home shows a catalogue that an import, in whatever process, has changed. */
const catalogueMs = 10_000;

async function servePages(
  server: FastifyInstance,
  context: AppContext,
  build: PageBuild | null | undefined,
): Promise<void> {
  const readCatalogue = () => listCatalogue(context.database);
  const pages = await registerPages(server, context, {
    readCatalogue,
    ...(build !== undefined && { build }),
  });
  let shown = JSON.stringify(await readCatalogue());
  const refresh = async () => {
    const catalogue = JSON.stringify(await readCatalogue());
    if (catalogue === shown) return;
    await pages.refresh();
    shown = catalogue;
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => context.log.warn({ err: error }, 'the catalogue could not be read'));
  }, catalogueMs).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}
