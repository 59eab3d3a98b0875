import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { expectHttpError } from '#support/expect-http-error';
import { makeTestApp } from '#support/test-app';

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
  const { app } = await makeTestApp({ settings: { apiDocs: true } });
  const statusOf = async (url: string) => {
    const { statusCode, body } = await app.inject({ method: 'HEAD', url });
    expect(body).toBe('');
    return statusCode;
  };
  for (const url of ['/api/health', '/api/auth/session', '/api/auth/batches', '/api/openapi.json']) {
    expect(await statusOf(url), url).toBe(200);
  }
  expect(await statusOf('/api/students/timeline/x')).toBe(401);
  expect(await statusOf('/api/nothing')).toBe(404);
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
