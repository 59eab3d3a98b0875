import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { expectHttpError } from '#support/expect-http-error';
import { buildStudent } from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

test('unknown calls, and known ones by another method, are 404 as JSON', async () => {
  const { nobody } = await makeTestApp();
  const unknown = [
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['POST', '/api/auth/nothing'],
    ['GET', '/api/auth/login'],
    ['DELETE', '/api/auth/login'],
    ['PUT', '/api/auth/signup'],
    ['PATCH', '/api/auth/session'],
    ['OPTIONS', '/api/auth/session'],
    ['POST', '/api/health'],
    ['GET', '/api/auth/session/'],
    ['GET', '/api/..%2f..%2fetc/passwd'],
    ['GET', '/api/__proto__'],
    ['GET', '/api/nothing?token=secret'],
  ] as const;
  for (const [method, address] of unknown) {
    const answer = await nobody.send({ method, url: address });
    expectHttpError(answer, 404, 'not_found', `${method} ${address}`);
  }
});

test('a GET can be asked for its headers alone', async () => {
  const { nobody, as, context } = await makeTestApp({ settings: { apiDocs: true } });
  const account = await buildStudent(context);
  const student = await as(account);
  const headersOf = async ({ send }: Client, method: 'GET' | 'HEAD', url: string) => {
    const { status, body, headers } = await send({ method, url });
    const { date: _, 'x-request-id': __, 'transfer-encoding': encoding, ...same } = headers;
    if (method === 'HEAD') expect([body, encoding], url).toEqual(['', undefined]);
    return { status, ...same };
  };
  const asked = [
    [nobody, '/api/health', 200],
    [nobody, '/api/auth/session', 200],
    [nobody, '/api/auth/batches', 200],
    [nobody, '/api/openapi.json', 200],
    [nobody, '/api/students/timeline/x', 401],
    [nobody, '/api/nothing', 404],
    [student, '/api/auth/session', 200],
    // A zip: HEAD does not wait until it is packed.
    [student, `/api/students/record/${account.email}`, 200],
  ] as const;
  for (const [client, url, status] of asked) {
    const alone = await headersOf(client, 'HEAD', url);
    expect(alone, url).toMatchObject({ status });
    expect(alone, url).toEqual(await headersOf(client, 'GET', url));
  }
});

test('addresses that are broken or too long are refused', async () => {
  const { nobody } = await makeTestApp();
  expectHttpError(await nobody.get('/api/%zz'), 400, 'bad_request', '%zz');
  expectHttpError(await nobody.get('/api/files/%ff'), 400, 'bad_request', '%ff');
  expectHttpError(await nobody.get(`/api/files/${'x'.repeat(501)}`), 404, 'not_found', 'too long');
  expectHttpError(await nobody.get('/api/files/%00'), 400, 'bad_request', 'NUL');
  const longest = `${'é'.repeat(limits.email - '@example.test'.length)}@example.test`;
  const answer = await nobody.get(`/api/students/timeline/${encodeURIComponent(longest)}`);
  expect(answer.status, 'the longest address of a person is none of these').toBe(401);
});

test('no body is an empty one', async () => {
  const { nobody } = await makeTestApp();
  const empty = { status: 400, body: { message: 'Name is required', code: 'bad_request' } };
  expect(await nobody.post('/api/auth/signup')).toMatchObject(empty);
  expect(await nobody.post('/api/auth/signup', '', { 'content-type': 'application/json' })).toMatchObject(
    empty,
  );
  expect(await nobody.post('/api/auth/signup', 'null', { 'content-type': 'application/json' })).toMatchObject(
    empty,
  );
  expect((await nobody.post('/api/auth/logout')).status).toBe(204);
  expect((await nobody.post('/api/auth/logout', '', { 'content-type': 'application/json' })).status).toBe(
    204,
  );
});
