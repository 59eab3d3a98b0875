import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import type { AppContext } from '../context.ts';
import { makeLifecycle } from '../readiness.ts';
import { readSettings } from '../settings/settings.ts';
import { registerNotFoundCalls } from './error-handler.ts';
import { HttpError, httpErrors } from './http-errors.ts';
import { makeServer } from './server.ts';

type Line = Record<string, any>;

/** A server whose one route throws, and what it logs. */
async function throwing(error: unknown, level = 'info') {
  const lines: Line[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const server = await makeServer({ settings: readSettings({}), lifecycle: makeLifecycle() } as AppContext, {
    level,
    stream,
  });
  server.get('/api/broken', async () => {
    throw error;
  });
  registerNotFoundCalls(server);
  onTestFinished(() => server.close());
  const answer = await server.inject('/api/broken');
  return { answer, lines, server };
}

const secret = 'asha@example.test';

test.each([
  ['an error', new Error(`Failing row contains ${secret}`)],
  ['an error that calls itself a 500', Object.assign(new Error(secret), { statusCode: 500 })],
  ['a status that is none', Object.assign(new Error(secret), { statusCode: 200 })],
  ['an error with a cause', new Error('outer', { cause: new Error(secret) })],
  ['a text', secret],
  ['an object', { message: secret }],
])('%s that nobody foresaw is a 500 with an id and no detail', async (_, error) => {
  const { answer, lines } = await throwing(error);
  expect(answer.statusCode).toBe(500);
  const { message, code, request_id: id, ...more } = answer.json() as Record<string, string>;
  expect({ code, more }).toEqual({ code: 'internal', more: {} });
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
  expect(message).toBe(
    `Something went wrong on our side. If it happens again, tell the office this code: ${id}.`,
  );
  expect(answer.headers['x-request-id']).toBe(id);
  expect(answer.body).not.toMatch(/asha@|stack|at .*\.ts/);
  const failures = lines.filter(({ level }) => level >= 50);
  expect(failures, 'logged once').toHaveLength(1);
  expect(message, 'the id to quote is the one in the log').toContain(failures[0]?.reqId);
});

test('the log has the stack, but not the rows that a database puts into its errors', async () => {
  const error = Object.assign(
    new Error('new row violates check constraint', { cause: new Error('the cause') }),
    {
      code: '23514',
      detail: `Failing row contains (1, ${secret}, $argon2id$…)`,
      where: `COPY accounts, line 1: "${secret}"`,
    },
  );
  const { lines } = await throwing(error);
  const [failure] = lines.filter(({ level }) => level >= 50);
  expect(failure?.error).toMatchObject({ type: 'Error', code: '23514', message: error.message });
  expect(failure?.error.stack).toContain('error-handler.test.ts');
  expect(failure?.error.cause.message).toBe('the cause');
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test.each([
  ['ECONNREFUSED', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a full disk', Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })],
  ['a lock', Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' })],
])('%s is a 503 that says when to come back', async (_, error) => {
  const { answer, lines } = await throwing(error);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
  const { message, code, request_id: id } = answer.json() as Record<string, string>;
  expect(code).toBe('busy');
  expect(message).toBe(
    `The portal is busy. Try again in a moment. If it happens again, tell the office this code: ${id}.`,
  );
  expect(lines[0]?.reqId).toBe(id);
  expect(lines.filter(({ level }) => level === 40)).toHaveLength(1);
});

test('each error has the code that the wire gives it', () => {
  const made = Object.fromEntries(
    Object.entries(httpErrors).map(([name, make]) => {
      const error = (make as (message: string, retryAfter: number) => HttpError)('Words.', 7);
      expect(error.message).toBe(name === 'noFile' ? 'Please choose a file.' : 'Words.');
      return [name, [error.status, error.code]];
    }),
  );
  expect(made).toEqual({
    badRequest: [400, 'bad_request'],
    invalidToken: [401, 'invalid_token'],
    insufficientScope: [403, 'insufficient_scope'],
    noFile: [400, 'no_file'],
    invalidFields: [400, 'bad_request'],
    signedOut: [401, 'signed_out'],
    forbidden: [403, 'forbidden'],
    notOpen: [403, 'not_open'],
    unconfirmed: [403, 'unconfirmed'],
    proofNeeded: [403, 'proof_needed'],
    secondFactorRequired: [403, 'second_factor_required'],
    notFound: [404, 'not_found'],
    conflict: [409, 'conflict'],
    changedMeanwhile: [409, 'conflict'],
    frozen: [409, 'frozen'],
    tooLarge: [413, 'too_large'],
    unsupportedType: [415, 'unsupported_type'],
    rangeNotSatisfiable: [416, 'range_not_satisfiable'],
    tooMany: [429, 'too_many'],
    busy: [503, 'busy'],
  });
});

/** Sends bytes as they are and reads until the server closes. */
async function overSocket(port: number, bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk: string) => (received += chunk)).on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const at = received.indexOf('\r\n\r\n');
  return { head: received.slice(0, at), body: received.slice(at + 4) };
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a method that is none', 'STEAL /api/broken HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['endless headers', `GET /api/broken HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ['a broken escape', 'GET /api/broken/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400],
])('%s is answered in the same shape, with the same headers', async (_, bytes, status) => {
  const { server, lines } = await throwing(new Error('unused'), 'debug');
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { head, body } = await overSocket((server.server.address() as AddressInfo).port, bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  const [, id] = /^x-request-id: (\S+)/im.exec(head) ?? [];
  expect(JSON.parse(body)).toEqual({
    message: expect.stringMatching(/\w/),
    code: 'bad_request',
    request_id: id,
  });
  expect(JSON.parse(body).message, 'only failures of ours name the id in words').not.toContain(id);
  await eventually(() => expect(lines.map(({ reqId }) => reqId)).toContain(id));
});
