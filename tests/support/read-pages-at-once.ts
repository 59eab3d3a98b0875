import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createZstdDecompress } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import { buildBatch, buildStudent } from './factories.ts';
import { recordLog } from './record-log.ts';
import { makeTestApp } from './test-app.ts';
import { webBuild } from './web-build.ts';

/**
 * Readers open their dashboards again and again, all at once: each gets their own data and nobody else's.
 * @returns how many pages were left to the browser (`shells`), and how many came in pieces (`streams`)
 */
export async function readPagesAtOnce({ readers, pagesOfEach }: { readers: number; pagesOfEach: number }) {
  const { lines, logger } = recordLog('trace');
  const { app, context, cookieOf } = await makeTestApp({ app: { pages: webBuild(), logger } });
  const batch_id = (await buildBatch(context)).id;
  const accounts = await Promise.all(
    Array.from({ length: readers }, async () => {
      const key = randomBytes(8).toString('hex');
      const account = await buildStudent(context, {
        batch_id,
        name: `Reader ${key}`,
        email: `${key}@example.test`,
      });
      return { key, cookie: await cookieOf(account) };
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  onTestFinished(() => agent.destroy());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/StudentDashboard`;

  const open = async (cookie: string) => {
    const headers = { cookie, 'accept-encoding': 'zstd' };
    const [answer] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
    const isCompressed = answer.headers['content-encoding'] === 'zstd';
    const body = await text(isCompressed ? answer.pipe(createZstdDecompress()) : answer);
    return { status: answer.statusCode, headers: answer.headers, body };
  };

  let shells = 0;
  let streams = 0;
  const readPages = async ({ key, cookie }: { key: string; cookie: string }) => {
    for (let n = 0; n < pagesOfEach; n += 1) {
      const { status, headers, body } = await open(cookie);
      expect(status).toBe(200);
      expect(headers['cache-control']).toBe('no-store');
      if (body.includes('"isSpaMode":true')) {
        shells += 1;
        expect(body).not.toContain('Reader ');
        continue;
      }
      if (headers['content-length'] === undefined) streams += 1;
      expect(headers.vary).toBe('Accept-Encoding, Cookie');
      expect(body).toContain(`Reader ${key}`);
      const keys = [...body.matchAll(/Reader ([0-9a-f]{16})|([0-9a-f]{16})@/g)].map(
        (found) => found[1] ?? found[2],
      );
      expect(new Set(keys)).toEqual(new Set([key]));
    }
  };
  await Promise.all(accounts.map(readPages));

  // A machine that is busy with other things may take longer than a page may: nothing else leaves a page to the browser.
  const left = lines.filter(({ failures }) => failures !== undefined);
  expect(left).toHaveLength(shells);
  for (const { err } of left) expect(err?.message).toMatch(/^The page took longer/);
  expect(lines.length).toBeGreaterThan(readers * pagesOfEach);
  const logged = JSON.stringify(lines);
  expect(accounts.filter(({ key }) => logged.includes(key))).toEqual([]);
  return { shells, streams };
}
