import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { bytes, endpoint, instant, nothing, type Endpoint } from '#contract/wire/endpoint';
import type { AppContext } from '../context.ts';
import { makeLifecycle } from '../readiness.ts';
import { readSettings } from '../settings/settings.ts';
import { httpErrors } from './http-errors.ts';
import { makeRegisterEndpoint, type InProcessRequest, type Route } from './register-endpoint.ts';
import { SerializedJson } from './serialized-json.ts';
import { makeServer } from './server.ts';

const registerEndpoint = makeRegisterEndpoint<never>(async () => null);

async function serve<E extends Endpoint>(
  call: E,
  route: Partial<Route<E, never, unknown>>,
): Promise<FastifyInstance> {
  const context = { settings: readSettings({}), lifecycle: makeLifecycle() } as AppContext;
  const server = await makeServer(context, false);
  registerEndpoint(server, context, call, {
    authorize: () => null,
    handle: () => Promise.reject(new Error('unused')),
    ...route,
  });
  onTestFinished(() => server.close());
  return server;
}

/** Makes a call inside the process, for nobody. */
function inProcess(server: FastifyInstance, call: Endpoint, input: Partial<InProcessRequest> = {}) {
  const unused = {} as InProcessRequest;
  const { request, reply } = unused;
  const handle = server.inProcessCalls.get(call);
  if (handle === undefined) throw new Error('The call is not mounted');
  return handle({
    viewer: null,
    params: {},
    query: {},
    body: {},
    idempotencyKey: undefined,
    request,
    reply,
    ...input,
  });
}

/** Answers with whatever it is given, as a handler that knows too much would: alike over HTTP and inside the process. */
async function answerOf(schema: z.ZodType, body: unknown) {
  const call = endpoint('GET', '/api/test', { summary: 'Test', answers: { 200: schema } });
  const server = await serve(call, { handle: async () => body as never });
  const answer = (await server.inject('/api/test')).json();
  expect(await inProcess(server, call)).toEqual({ status: 200, body: answer });
  return answer;
}

const person = z.object({ name: z.string(), batch: z.object({ name: z.string() }).nullable() });
const tooMuch = {
  name: 'Asha',
  password_hash: 'secret',
  batch: { name: 'A', id: 7, secret: 1 },
  toJSON: undefined,
};

test('fields that no schema names never leave, however deep they sit', async () => {
  const clean = { name: 'Asha', batch: { name: 'A' } };
  expect(await answerOf(person, tooMuch)).toEqual(clean);
  expect(await answerOf(z.array(person), [tooMuch, tooMuch])).toEqual([clean, clean]);
  expect(await answerOf(z.object({ student: person.nullable() }), { student: tooMuch, more: 1 })).toEqual({
    student: clean,
  });
});

const nullables = {
  text: z.string().nullable(),
  moment: instant.nullable(),
  count: z.number().nullable(),
  flag: z.boolean().nullable(),
  word: z.enum(['one', 'two']).nullable(),
  list: z.array(z.string()).nullable(),
  inner: z.object({ n: z.number().nullable() }).nullable(),
};

test.each([
  ['null', { text: null, moment: null, count: null, flag: null, word: null, list: null, inner: null }],
  ['emptiness', { text: '', moment: '', count: 0, flag: false, word: 'one', list: [], inner: { n: null } }],
  [
    'values',
    {
      text: '7 "quoted" \u2028 </script>',
      moment: '2026-11-21T09:00:00.000Z',
      count: 91.5,
      flag: true,
      word: 'two',
      list: ['a'],
      inner: { n: -1 },
    },
  ],
])('what may be null keeps %s as it is', async (_, values) => {
  expect(await answerOf(z.object(nullables), values)).toEqual(values);
});

test('the status of a call with one success comes from the contract, also where the body has a status', async () => {
  const status = z.object({ status: z.number(), body: z.string() });
  const call = endpoint('POST', '/api/test', { summary: 'Test', answers: { 201: status } });
  const body = { status: 204, body: 'text' };
  const server = await serve(call, { handle: async () => body });
  const answer = await server.inject({ method: 'POST', url: '/api/test', payload: {} });
  expect([answer.statusCode, answer.json()]).toEqual([201, body]);
  expect(await inProcess(server, call)).toEqual({ status: 201, body });
});

test('a call with several successes gives the status with the body', async () => {
  const answers = { 200: person, 201: person };
  const call = endpoint('POST', '/api/test', { summary: 'Test', answers });
  const body = { name: 'Asha', batch: null };
  for (const status of [200, 201] as const) {
    const server = await serve(call, { handle: async () => ({ status, body }) });
    const answer = await server.inject({ method: 'POST', url: '/api/test', payload: {} });
    expect([answer.statusCode, answer.json()]).toEqual([status, body]);
    expect(await inProcess(server, call)).toEqual({ status, body });
  }
});

test('an answer without a body has none, whatever the handler returns', async () => {
  const call = endpoint('POST', '/api/test', { summary: 'Test', answers: { 201: nothing } });
  const server = await serve(call, { handle: async () => tooMuch as never });
  const answer = await server.inject({ method: 'POST', url: '/api/test', payload: {} });
  expect([answer.statusCode, answer.body]).toEqual([201, '']);
  expect(await inProcess(server, call)).toEqual({ status: 201 });
});

test('a handler that leaves out what its schema requires is a failure, not half an answer', async () => {
  const call = endpoint('GET', '/api/test', { summary: 'Test', answers: { 200: person } });
  const server = await serve(call, { handle: async () => ({ batch: null }) as never });
  const answer = await server.inject('/api/test');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({ message: expect.stringContaining('this code'), code: 'internal' });
  await expect(inProcess(server, call)).rejects.toThrow(z.ZodError);
});

const nested = z.object({
  list: z.array(z.object({ text: z.string() })),
  anything: z.record(z.string(), z.string()),
});
const taking = endpoint('POST', '/api/test/:id', {
  summary: 'Test',
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string().optional() }),
  body: nested,
  answers: { 204: nothing },
});

test('an answer that is text already is the same inside the process', async () => {
  const json = new SerializedJson<unknown>('{"name":"Asha","batch":null}');
  expect(await answerOf(person, json)).toEqual({ name: 'Asha', batch: null });
});

test('a NUL is refused wherever a call would read it, and dropped with what it would not', async () => {
  const server = await serve(taking, { handle: async () => {} });
  const clean = { list: [{ text: 'a' }], anything: { a: 'b' } };
  const send = async (url: string, payload: object) =>
    (await server.inject({ method: 'POST', url, payload })).statusCode;
  expect(await send('/api/test/1', clean)).toBe(204);
  expect(await send('/api/test/1', { ...clean, unknown: '\0' })).toBe(204);
  expect(await send('/api/test/%00', clean)).toBe(400);
  expect(await send('/api/test/a%00b', clean)).toBe(400);
  expect(await send('/api/test/1?q=%00', clean)).toBe(400);
  expect(await send('/api/test/1', { ...clean, list: [{ text: 'a' }, { text: 'b\0' }] })).toBe(400);
  expect(await send('/api/test/1', { ...clean, anything: { a: '\0' } })).toBe(400);
  const params = { id: '1' };
  expect(await inProcess(server, taking, { params, body: { ...clean, unknown: '\0' } })).toEqual({
    status: 204,
  });
  for (const refused of [
    { params: { id: 'a\0b' }, body: clean },
    { params, query: { q: '\0' }, body: clean },
    { params, body: { ...clean, list: [{ text: 'b\0' }] } },
  ]) {
    await expect(inProcess(server, taking, refused)).rejects.toMatchObject({ status: 400 });
  }
});

test.each(['', 'k'.repeat(201), 'k\0'])('an Idempotency-Key that is none is refused: %#', async (key) => {
  const seen: unknown[] = [];
  const takes = endpoint('POST', '/api/test', {
    summary: 'Test',
    takesIdempotencyKey: true,
    answers: { 204: nothing },
  });
  const server = await serve(takes, {
    async handle({ idempotencyKey }) {
      seen.push(idempotencyKey);
    },
  });
  const send = async (headers: Record<string, string>) =>
    (await server.inject({ method: 'POST', url: '/api/test', headers })).statusCode;
  expect(await send({})).toBe(204);
  expect(await send({ 'idempotency-key': 'k'.repeat(200) })).toBe(204);
  expect(seen).toEqual([null, 'k'.repeat(200)]);
  if (!key.includes('\0')) expect(await send({ 'idempotency-key': key })).toBe(400);
  await expect(inProcess(server, takes, { idempotencyKey: key })).rejects.toMatchObject({ status: 400 });
  expect(seen).toHaveLength(2);
});

test('a call that takes no Idempotency-Key looks at none', async () => {
  const call = endpoint('POST', '/api/test', { summary: 'Test', answers: { 204: nothing } });
  const server = await serve(call, {
    async handle({ idempotencyKey }) {
      expect(idempotencyKey).toBeNull();
    },
  });
  const headers = { 'idempotency-key': 'k'.repeat(1_000) };
  expect((await server.inject({ method: 'POST', url: '/api/test', headers })).statusCode).toBe(204);
});

test('who may not call is told so before the body is read', async () => {
  let handled = 0;
  const server = await serve(taking, {
    authorize: () => {
      throw httpErrors.forbidden('Not yours.');
    },
    handle: async () => {
      handled++;
    },
  });
  for (const payload of ['{}', 'not JSON', '"\0"', '['.repeat(100)]) {
    const answer = await server.inject({
      method: 'POST',
      url: '/api/test/1',
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect(answer.statusCode, payload).toBe(403);
    expect(answer.json()).toEqual({
      message: 'Not yours.',
      code: 'forbidden',
      request_id: answer.headers['x-request-id'],
    });
  }
  await expect(inProcess(server, taking, { body: null })).rejects.toMatchObject({ status: 403 });
  expect(handled).toBe(0);
});

test('a rule that gives nobody is waited for', async () => {
  const server = await serve(taking, {
    authorize: () => Promise.reject(httpErrors.signedOut('Please log in.')),
    handle: async () => {},
  });
  const answer = await server.inject({ method: 'POST', url: '/api/test/1', payload: {} });
  expect(answer.statusCode).toBe(401);
});

test('HEAD does not wait for the bytes of its GET', async () => {
  const call = endpoint('GET', '/api/test', { summary: 'Test', answers: { 200: bytes } });
  const endless = new Readable({ read() {} });
  const server = await serve(call, { handle: async () => endless });
  const { statusCode, body } = await server.inject({ method: 'HEAD', url: '/api/test' });
  expect([statusCode, body]).toEqual([200, '']);
  expect(endless.readableFlowing).toBe(true);
});
