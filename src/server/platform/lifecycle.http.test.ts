import { once } from 'node:events';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app';
import { makeTestContext } from '#support/test-app';
import { makeLifecycle } from './readiness.ts';

test('a portal is starting until it can serve, and stopping as soon as it closes', async () => {
  const { context } = await makeTestContext();
  const lifecycle = makeLifecycle();
  const app = await buildApp({ ...context, lifecycle }, { pages: null });
  expect(lifecycle.state).toBe('starting');
  await app.ready();
  expect(lifecycle.state).toBe('ready');
  const stopped = once(lifecycle.stopping, 'abort');
  const closed = app.close();
  await stopped;
  expect(lifecycle.state).toBe('stopping');
  await closed;
  lifecycle.markReady();
  expect(lifecycle.state).toBe('stopping');
});
