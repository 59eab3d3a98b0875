import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { watch } from '../platform/events/watch.ts';
import type { PageBuild } from './page-build.ts';
import { registerPages } from './pages.ts';
import { makeOperatorTexts } from './texts/operator-texts.ts';
import { listCatalogue } from '../projects/list-catalogue.ts';

/** How often the catalogue is compared with what Home shows, whether or not an event said that it has changed. */
const catalogueMs = 10_000;
/** How soon a page shows a text that the operator has changed. */
const textsMs = 2_000;

/** Serves the screens, and keeps what the public ones say about the catalogue and the academy's rules up to date. */
export async function servePages(
  server: FastifyInstance,
  context: AppContext,
  build: PageBuild | null | undefined,
): Promise<void> {
  const readCatalogue = () => listCatalogue(context.database);
  const texts = makeOperatorTexts(context.settings.dataDir, server.log);
  await texts.refresh();
  const pages = await registerPages(server, context, {
    readCatalogue,
    readText: (address) => texts.current.get(address) ?? null,
    build,
  });

  let shown = JSON.stringify(await readCatalogue());
  const lookAtCatalogue = async () => {
    const catalogue = JSON.stringify(await readCatalogue());
    if (catalogue === shown) return;
    await pages.refresh();
    shown = catalogue;
  };
  const catalogue = watch(context.events, {
    topics: ['catalogue'],
    everyMs: catalogueMs,
    look: lookAtCatalogue,
    onError: (error) => context.log.warn({ err: error }, 'the catalogue could not be read'),
  });

  let isStale = false;
  const lookAtTexts = async () => {
    isStale = (await texts.refresh()) || isStale;
    if (!isStale) return;
    await pages.refresh();
    isStale = false;
  };
  const files = watch(context.events, {
    topics: [],
    everyMs: textsMs,
    look: lookAtTexts,
    onError: (error) => server.log.warn({ err: error }, "the operator's texts could not be shown"),
  });
  server.addHook('onClose', () => Promise.all([catalogue.stop(), files.stop()]));
}
