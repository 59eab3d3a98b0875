import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { eventually } from '#support/eventually';
import { buildBatch, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { renewMs, stayMs } from './presences.ts';

test('whoever closes the tab has no stream any more, and is online for half a minute', async () => {
  const { app, clock, context, cookieOf } = await makeTestApp();
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const path = `/api/discussion/discussion/${student.email}/events`;
  const request = get({ port, path, headers: { cookie: await cookieOf(student) } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  response.on('error', () => {});
  const isOnlineUntil = async (until: number) => {
    const row = context.database.reader.selectFrom('presences').select('online_until');
    expect((await row.executeTakeFirst())?.online_until).toBe(until);
  };
  const now = clock.now();
  await eventually(() => isOnlineUntil(now + renewMs + stayMs));
  response.destroy();
  await eventually(() => isOnlineUntil(now + stayMs));
});
