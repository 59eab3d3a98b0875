import { expect, onTestFinished, test } from 'vitest';
import type { PageRenderer } from '#contract/page-rendering';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { buildApp } from '#server/app';
import { buildStudent } from '#support/factories';
import { recordLog } from '#support/record-log';
import { makeClient, makeTestContext } from '#support/test-app';
import { compressText, precompress } from '../platform/http/compressed.ts';
import { makePageRoute } from './render-page.ts';

/** A portal whose pages end when the test says so, and whose event loop is as slow as it says. */
async function makeBusyPortal(loopDelayMs: number) {
  const { context } = await makeTestContext();
  const { lines, logger } = recordLog();
  const server = await buildApp(context, { pages: null, logger });
  onTestFinished(() => server.close());
  const held: (() => void)[] = [];
  const renderer: PageRenderer = {
    async render() {
      await new Promise<void>((resolve) => held.push(resolve));
      return { status: 200, headers: new Headers(), html: Buffer.from('rendered') };
    },
    renderShell: () => Promise.reject(new Error('not asked for')),
  };
  const shell = precompress(await compressText('the shell'), { 'Content-Type': 'text/html' });
  const { pageRoute } = makePageRoute({
    server,
    context,
    renderer,
    sources: { settings: context.settings, now: () => context.clock.now() } as never,
    // It waits for its turn for less than half of that.
    budget: { ms: 2_000, bytes: 1_024 },
    shell: () => shell,
    loopDelay: { ms: () => loopDelayMs },
  });
  server.get('/slow', pageRoute(false));
  const open = async () => {
    const { id } = await buildStudent(context);
    const token = await context.database.transaction((writer) =>
      beginSession(writer, id, context.clock.now()),
    );
    return () => makeClient(server, { [sessionCookieName(context.settings)]: token }).get('/slow');
  };
  const readers = await Promise.all(Array.from({ length: 5 }, open));
  const logged = () => lines.filter(({ reason }) => reason !== undefined);
  return { readers, held, logged };
}

test.each([
  [200, 800],
  [201, 0],
])(
  'with turns of %i ms of the event loop a page waits %i ms for its place, then the browser renders it',
  async (delayMs, waitMs) => {
    const { readers, held, logged } = await makeBusyPortal(delayMs);
    const pages = readers.map((read) => read());
    const last = await Promise.race(pages);
    expect([last.status, last.body]).toEqual([200, 'the shell']);
    expect(held, 'places').toHaveLength(4);
    for (const end of held) end();
    const bodies = (await Promise.all(pages)).map(({ body }) => body).toSorted();
    expect(bodies).toEqual(['rendered', 'rendered', 'rendered', 'rendered', 'the shell']);
    expect(logged()).toMatchObject([
      {
        reason: 'busy',
        err: {
          message: `The page waited ${waitMs} ms for its turn; those of the event loop take ${delayMs} ms.`,
        },
      },
    ]);
  },
);
