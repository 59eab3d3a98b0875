import type { FastifyInstance } from 'fastify';
import type { DemoOfSite } from '#contract/page-rendering';
import { textPages, type TextAddress } from '#contract/screens';
import { confirmationWorth } from '../accounts/sign-up/email-confirmations.ts';
import { isTokenGood } from '../accounts/one-time-tokens.ts';
import { isSetupTokenGood } from '../accounts/sign-up/set-up-administrator.ts';
import type { AppContext } from '../platform/context.ts';
import { watch } from '../platform/events/watch.ts';
import type { PageBuild } from './page-build.ts';
import { registerPages } from './pages.ts';
import { makeShownTexts, makeTextFiles } from './texts/operator-texts.ts';
import { guardianRule } from '../accounts/consent/consent-queries.ts';
import { currentWords } from '../accounts/consent/text-versions.ts';
import { recordShownTexts } from '../catalogue/texts/texts.ts';
import {
  applyAppearance,
  homeWordsOf,
  appearanceOf,
  readAppearance,
  type Appearance,
} from '../catalogue/appearance/appearance.ts';
import { applyMailWords } from '../catalogue/mail-words/stored-words.ts';
import { serveLogos } from '../catalogue/appearance/logos.ts';
import { hasSample as isSampleIn } from '../catalogue/sample/find-sample.ts';
import { readSampleNames } from '../catalogue/sample/sample-files.ts';
import { listCatalogue } from '../projects/queries.ts';

/** Changes with the appearance, without the bytes of its logos. */
const shownOf = (appearance: Appearance): string =>
  JSON.stringify([appearance.words, appearance.zone, appearanceOf(appearance)]);

/** Even without an event. */
const contentMs = 10_000;
const filesMs = 2_000;

export async function servePages(
  server: FastifyInstance,
  context: AppContext,
  build: PageBuild | null | undefined,
  demo?: DemoOfSite | undefined,
): Promise<void> {
  const { events } = context;
  const readCatalogue = () => listCatalogue(context.database);
  const files = makeTextFiles({ ...context, log: server.log });
  const filesFailed = (error: unknown) =>
    server.log.warn({ err: error }, 'terms.md and privacy.md could not be read from DATA_DIR');
  await files.look().catch(filesFailed);
  await recordShownTexts(context);
  const texts = makeShownTexts({ ...context, log: server.log });
  await texts.refresh();
  const { reader } = context.database;
  const hasSample = async () => isSampleIn(reader, await readSampleNames());
  const readFacts = async () => {
    const [asks, words, isThere] = [
      await guardianRule(reader),
      await currentWords(reader),
      await hasSample(),
    ];
    return {
      words,
      ...(asks && { asksGuardian: true as const }),
      ...(isThere && { hasSample: true as const }),
    };
  };
  let facts = await readFacts();
  /** @returns whether anything has changed */
  const refreshFacts = async (): Promise<boolean> => {
    const before = JSON.stringify(facts);
    facts = await readFacts();
    return JSON.stringify(facts) !== before;
  };
  let appearance = await readAppearance(reader);
  applyAppearance(context.settings, appearance);
  await applyMailWords(context.settings, reader);
  const refreshAppearance = async (): Promise<boolean> => {
    const before = shownOf(appearance);
    appearance = await readAppearance(reader);
    applyAppearance(context.settings, appearance);
    return shownOf(appearance) !== before;
  };
  serveLogos(server, () => appearance);
  const pages = await registerPages(server, context, {
    readCatalogue,
    appearance: () => appearanceOf(appearance),
    facts: () => facts,
    demo,
    readHomeWords: () => homeWordsOf(appearance),
    readText: (address) => texts.current.get(address as TextAddress) ?? null,
    listTexts: () => [...texts.current.keys()].filter((address) => !(address in textPages)),
    async readLink(purpose, token) {
      if (purpose === 'confirm') return confirmationWorth(reader, token, context.clock.now());
      const isGood = await (purpose === 'setup'
        ? isSetupTokenGood(context, token)
        : isTokenGood(reader, purpose, token, context.clock.now()));
      return isGood ? 'good' : 'dead';
    },
    async readSetUp() {
      const { academyName: name, academyZone: zone } = context.settings.fixed;
      return { hasSample: await hasSample(), fixed: { name, zone } };
    },
    build,
  });

  let shown = JSON.stringify(await readCatalogue());
  let isStale = false;
  const compare = async () => {
    await applyMailWords(context.settings, reader);
    for (const refresh of [texts.refresh, refreshAppearance, refreshFacts])
      isStale = (await refresh()) || isStale;
    const catalogue = JSON.stringify(await readCatalogue());
    if (catalogue === shown && !isStale) return;
    await pages.refresh();
    shown = catalogue;
    isStale = false;
  };
  const watches = [
    watch(events, {
      topics: ['catalogue', 'texts'],
      // Whoever saves an appearance, text or project looks at it next.
      isAwaited: true,
      everyMs: contentMs,
      look: compare,
      onError: (error) => context.log.warn({ err: error }, 'the public pages could not be updated'),
    }),
    watch(events, { topics: [], everyMs: filesMs, look: () => files.look(), onError: filesFailed }),
  ];
  server.addHook('onClose', () => Promise.all(watches.map((one) => one.stop())));
}
