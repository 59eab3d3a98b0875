import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished, PassThrough, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints';
import { buildQuestion, buildStudent } from '#support/factories';
import { recordLog } from '#support/record-log';
import { makeTestApp } from '#support/test-app';
import { webBuild } from '#support/web-build';
import type { PageBuild } from './page-build.ts';

/** A portal whose discussions are read only when a test says so, so that their pages begin without them. */
async function withSlowDiscussion(pages: PageBuild = webBuild()) {
  const { lines, logger } = recordLog();
  const { app, context, cookieOf } = await makeTestApp({ app: { pages, logger } });
  const account = await buildStudent(context);
  const [batch] = await context.database.reader.selectFrom('batches').select(['id', 'name']).execute();
  const { id: batch_id, name } = batch as { id: number; name: string };
  await buildQuestion(context, { batch_id, author_id: account.id, text: 'What is slow?' });
  const read = app.inProcessCalls.get(endpoints.readDiscussion);
  const allowed = Promise.withResolvers<void>();
  app.inProcessCalls.set(endpoints.readDiscussion, async (incoming) => {
    await allowed.promise;
    return (await read?.(incoming)) ?? { status: 500 };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/discussion/${name}`;
  const cookie = await cookieOf(account);
  const open = async (encoding: string) => {
    const request = get(url, { headers: { cookie, 'accept-encoding': encoding } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return { request, answer };
  };
  return { app, lines, open, allow: allowed.resolve };
}

/** For a machine that is busy with other things. */
const wait = { timeout: 15_000 };

const decoders: Record<string, () => Duplex> = {
  zstd: createZstdDecompress,
  br: createBrotliDecompress,
  gzip: createGunzip,
  identity: () => new PassThrough(),
};

/** The text of an answer, as far as it has come. */
function textOf(answer: IncomingMessage): { soFar(): string; whole: Promise<string> } {
  const encoding = answer.headers['content-encoding'] ?? 'identity';
  let text = '';
  const decoded = answer.pipe((decoders[encoding] as () => Duplex)());
  decoded.setEncoding('utf8').on('data', (part: string) => (text += part));
  return { soFar: () => text, whole: once(decoded, 'end').then(() => text) };
}

for (const encoding of Object.keys(decoders)) {
  test(`a page with a slow part begins without it, and brings it when it is there: ${encoding}`, async () => {
    const { open, allow, lines } = await withSlowDiscussion();
    const { answer } = await open(encoding);
    expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Encoding, Cookie' });
    const text = textOf(answer);
    // All of the page but its slow part, of which nothing is known yet.
    await expect.poll(text.soFar, wait).toMatch(/<h1[^>]*>Discussion Forum<\/h1>.*<\/footer>/s);
    await expect.poll(text.soFar, wait).toContain('import("/assets/entry.client');
    expect(text.soFar()).not.toContain('What is slow?');
    allow();
    const whole = await text.whole;
    expect(whole).toContain('What is slow?');
    expect(whole).toContain('streamController.close()');
    expect(whole.endsWith('</html>')).toBe(true);
    expect(lines).toEqual([]);
  });
}

const budgets = {
  'takes too long': { budget: { ms: 4_000, bytes: 1e6 }, message: 'The page took longer than 4000 ms.' },
  'grows too long': { budget: { ms: 15_000, bytes: 4_000 }, message: 'The page is longer than 4000 bytes.' },
};

for (const [name, { budget, message }] of Object.entries(budgets)) {
  test(`a page that has begun and ${name} ends, with its data, and the browser goes on`, async () => {
    const { open, lines } = await withSlowDiscussion({ ...webBuild(), budget });
    const { answer } = await open('br');
    const whole = await textOf(answer).whole;
    expect(whole).toContain('Discussion Forum</h1>');
    // The browser knows that nothing comes any more: it does not wait for it.
    expect(whole).toContain('streamController.close()');
    expect(whole.endsWith('</html>')).toBe(true);
    await expect.poll(() => lines, wait).toHaveLength(1);
    expect(lines[0]).toMatchObject({ route: '/discussion/:batch', failures: 1, err: { message } });
  });
}

test('a page whose reader leaves while it comes is told to stop, and is no failure', async () => {
  const build = webBuild();
  const stopped = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const { app, open, lines } = await withSlowDiscussion({
    ...build,
    async loadRenderer() {
      const renderer = await build.loadRenderer();
      return {
        ...renderer,
        async render(page, maxBytes) {
          const rendered = await renderer.render(page, maxBytes);
          if (page.user !== null) {
            page.signal.addEventListener('abort', () => stopped.resolve());
            finished(rendered.html as PassThrough, () => ended.resolve());
          }
          return rendered;
        },
      };
    },
  });
  const { request, answer } = await open('br');
  answer.on('error', () => {});
  await once(answer, 'data');
  request.destroy();
  await stopped.promise;
  await ended.promise;
  await app.close();
  expect(lines).toEqual([]);
});
