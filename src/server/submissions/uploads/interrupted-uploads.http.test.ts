import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Agent, get, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { makeStudentFixture, type StudentFixture } from '#support/student-fixture';
import { cookieOf, listen } from '#support/open-upload';
import { makeMachines, type Machine } from '#support/machines';
import { begin, head, idOf, patch, uploadAddress } from '#support/tus';

const half = Buffer.alloc(1024 * 1024, 'x');

/** An upload of two halves, and the request that has sent the first and hangs. */
async function sendHalf() {
  const fixture = await makeStudentFixture(8);
  const port = await listen(fixture);
  const cookie = await cookieOf(fixture, fixture.student);
  const id = idOf(await begin(fixture.client, { length: 2 * half.length }));
  const hanging = send({ port, cookie, id, offset: 0 });
  hanging.write(half);
  await expectOnDisk(fixture, id, half.length);
  return { fixture, id, hanging };
}

test('what arrived before the line was cut is there, and the rest goes on from it', async () => {
  const { fixture, id, hanging } = await sendHalf();
  hanging.destroy();
  expect(await head(fixture.client, id)).toMatchObject({ headers: { 'upload-offset': String(half.length) } });
  expect(await patch(fixture.client, id, half, half.length)).toMatchObject({
    status: 204,
    headers: { 'upload-offset': String(2 * half.length) },
  });
});

test('a request that hangs gives way to the one that takes its upload up again', async () => {
  const { fixture, id, hanging } = await sendHalf();
  const stands = await head(fixture.client, id);
  expect(stands).toMatchObject({ status: 200, headers: { 'upload-offset': String(half.length) } });
  expect((await patch(fixture.client, id, half, half.length)).status).toBe(204);
  hanging.destroy();
});

test('of two requests that take up the upload of one that hangs, one saves its bytes', async () => {
  const { fixture, id, hanging } = await sendHalf();
  const rest = () => patch(fixture.client, id, half, half.length);
  const answers = await Promise.all([rest(), rest()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  hanging.destroy();
});

test('a request that hangs at one machine gives way to the one that takes its upload up at another', async () => {
  const { fixture, machines } = await makeMachines(2);
  const [first, second] = machines as [Machine, Machine];
  const port = await listen({ ...fixture, app: second.app });
  const cookie = await cookieOf(fixture, fixture.student);
  const id = idOf(await begin(first.client, { length: 2 * half.length }));
  const hanging = send({ port, cookie, id, offset: 0 });
  hanging.write(half);
  await eventually(() => expect(second.staged()).toHaveLength(1));
  const size = async () => (await stat(path.join(second.stagingFolder, second.staged()[0] as string))).size;
  await eventually(async () => expect(await size()).toBe(half.length));
  const stands = await head(first.client, id);
  expect(stands, 'what had arrived there').toMatchObject({
    status: 200,
    headers: { 'upload-offset': String(half.length) },
  });
  expect((await patch(first.client, id, half, half.length)).status).toBe(204);
  hanging.destroy();
  const row = await fixture.context.database.reader.selectFrom('uploads').selectAll().executeTakeFirst();
  expect(row, 'nobody had to be taken for dead').toMatchObject({ id, fence: null, lease: null });
});

test('what is refused when its body has begun leaves the connection to the next request', async () => {
  const fixture = await makeStudentFixture(8);
  const port = await listen(fixture);
  const cookie = await cookieOf(fixture, fixture.student);
  const id = idOf(await begin(fixture.client, { length: 2 * half.length }));
  rmSync(uploadAddress(fixture, id));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const sent = send({ port, cookie, id, offset: 0, agent });
  sent.end(Buffer.concat([half, half]));
  const [socket] = (await once(sent, 'socket')) as [Socket];
  const [refused] = (await once(sent, 'response')) as [IncomingMessage];
  expect(refused.statusCode).toBe(404);
  refused.resume();
  const next = get({ port, host: '127.0.0.1', path: '/api/health', agent });
  const [answer] = (await once(next, 'response')) as [IncomingMessage];
  expect([answer.statusCode, next.socket === socket]).toEqual([200, true]);
});

test('an upload whose lease is just being taken is not one that was lost', async () => {
  const fixture = await makeStudentFixture(8);
  const port = await listen(fixture);
  const cookie = await cookieOf(fixture, fixture.student);
  // One that is under way has the process look after its leases.
  const hanging = send({
    port,
    cookie,
    id: idOf(await begin(fixture.client, { length: 2 * half.length })),
    offset: 0,
  });
  hanging.write(half);
  const { database } = fixture.context;
  const id = idOf(await begin(fixture.client, { length: 5 }));
  const take = database.nonDurableTransaction.bind(database);
  vi.spyOn(database, 'nonDurableTransaction').mockImplementationOnce(async (change) => {
    const looks = vi.spyOn(database.reader, 'selectFrom');
    await eventually(() => expect(looks.mock.calls.length).toBeGreaterThan(1));
    return take(change);
  });
  expect(await patch(fixture.client, id, 'hello')).toMatchObject({ status: 204 });
  hanging.destroy();
});

/** Waits until so many bytes of an upload have arrived; asking the protocol would end the request under way. */
async function expectOnDisk(fixture: StudentFixture, id: string, bytes: number): Promise<void> {
  const sizeOnDisk = async () => (await stat(uploadAddress(fixture, id))).size;
  await eventually(async () => expect(await sizeOnDisk()).toBe(bytes));
}

function send(to: {
  port: number;
  cookie: string;
  id: string;
  offset: number;
  agent?: Agent;
}): ClientRequest {
  const sent = request({
    port: to.port,
    agent: to.agent,
    host: '127.0.0.1',
    method: 'PATCH',
    path: `/api/uploads/${to.id}`,
    headers: {
      cookie: to.cookie,
      'tus-resumable': '1.0.0',
      'upload-offset': String(to.offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': String(2 * half.length),
    },
  });
  sent.on('error', () => {});
  return sent;
}
