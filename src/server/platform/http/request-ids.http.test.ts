import { expect, test } from 'vitest';
import { recordLog } from '#support/record-log';
import { makeTestApp } from '#support/test-app';
import type { Settings } from '../settings/settings.ts';

const forwarded = { 'x-forwarded-for': '203.0.113.9' };

async function portal(trustProxy: Settings['trustProxy']) {
  const { lines, logger } = recordLog();
  return { ...(await makeTestApp({ settings: { trustProxy }, app: { logger } })), lines };
}

test('requests of a proxy are noticed once where nobody said whether it is trusted', async () => {
  const { nobody, lines } = await portal(null);
  await nobody.get('/api/health');
  expect(lines).toEqual([]);
  for (let count = 0; count < 3; count += 1) await nobody.get('/api/health', forwarded);
  expect(lines).toEqual([
    expect.objectContaining({
      proxy: '127.0.0.1',
      msg: expect.stringContaining('TRUST_PROXY is unset') as string,
    }),
  ]);
});

test.each([false, 1, 'loopback'] as const)(
  'with TRUST_PROXY=%s there is nothing to say',
  async (trustProxy) => {
    const { nobody, lines } = await portal(trustProxy);
    await nobody.get('/api/health', forwarded);
    expect(lines).toEqual([]);
  },
);
