import { expect, test } from 'vitest';
import { guardHeaders } from '#support/guard-headers';
import { buildAdministrator, buildProject, buildStudent } from '#support/factories';
import { makeTestApp, type TestApp } from '#support/test-app';

const described = { settings: { apiDocs: true } };

type Headers = Record<string, string | string[] | number | undefined>;

/** An answer of each kind that there is: its status, and how it is asked for. */
async function everyKind(app: TestApp): Promise<[what: string, status: number, headers: Headers][]> {
  const { nobody, context } = app;
  const student = await buildStudent(context);
  await buildProject(context, { id: 'P001' });
  const client = await app.as(student);
  const administrator = await app.as(await buildAdministrator(context));
  const signUp = { name: 'A', email: 'a@example.test', password: 'secret1', phone: '9876543210', batch: 'X' };
  const broken = await app.as(student);
  const asked = {
    'what was asked for': [200, await client.get('/api/projects/projects/P001')],
    'something new': [201, await nobody.post('/api/auth/signup', signUp)],
    nothing: [204, await broken.post('/api/auth/logout')],
    'a wrong body': [400, await nobody.post('/api/auth/signup', {})],
    'a wrong address': [400, await nobody.get('/api/%zz')],
    'signed out': [401, await nobody.get(`/api/students/timeline/${student.email}`)],
    forbidden: [403, await client.get('/api/staff/batches')],
    'another site': [403, await nobody.post('/api/auth/logout', undefined, { origin: 'https://evil.test' })],
    'an unknown call': [404, await nobody.get('/api/nothing')],
    'an unknown thing': [404, await administrator.get('/api/students/timeline/nobody@example.test')],
    taken: [409, await nobody.post('/api/auth/signup', { ...signUp, email: student.email })],
    'too large': [413, await nobody.post('/api/auth/login', { email: 'x'.repeat(300_000) })],
    'another type': [415, await nobody.post('/api/auth/login', '<x/>', { 'content-type': 'text/xml' })],
    'the description': [200, await nobody.get('/api/openapi.json')],
    'pages that are not built': [503, await nobody.get('/nowhere')],
  } as const;
  const rows = Object.entries(asked).map(([what, [status, answer]]) => {
    expect(answer.status, what).toBe(status);
    return [what, status, answer.headers] as [string, number, Headers];
  });
  context.clock.now = () => {
    throw new Error('the clock is broken');
  };
  const failed = await client.get('/api/auth/session');
  expect(failed.status).toBe(500);
  return [...rows, ['a failure', 500, failed.headers]];
}

test('every kind of answer says that it is no page, no frame and not to be guessed at', async () => {
  for (const [what, , headers] of await everyKind(await makeTestApp(described))) {
    expect(headers, what).toMatchObject(guardHeaders);
  }
});

test('every kind of answer has an id of its own', async () => {
  const ids = (await everyKind(await makeTestApp(described))).map(([what, , headers]) => {
    expect(headers['x-request-id'], what).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/);
    return headers['x-request-id'];
  });
  expect(new Set(ids).size).toBe(ids.length);
});

test('no answer tells what serves it, or lets another site read it', async () => {
  for (const [what, , headers] of await everyKind(await makeTestApp(described))) {
    for (const name of ['server', 'x-powered-by', 'via', 'access-control-allow-origin']) {
      expect(headers, `${what}: ${name}`).not.toHaveProperty(name);
    }
    expect(JSON.stringify(headers), what).not.toMatch(/fastify|node|express/i);
  }
});

test('only behind https is https asked for, and then by every answer', async () => {
  const name = 'strict-transport-security';
  for (const [what, , headers] of await everyKind(await makeTestApp(described))) {
    expect(headers, what).not.toHaveProperty(name);
  }
  const plain = await makeTestApp({
    settings: { ...described.settings, publicUrl: new URL('http://portal.example.test') },
  });
  expect((await plain.nobody.get('/api/health')).headers).not.toHaveProperty(name);
  const secure = await makeTestApp({
    settings: { ...described.settings, publicUrl: new URL('https://portal.example.test') },
  });
  for (const [what, , headers] of await everyKind(secure)) {
    expect(headers[name], what).toBe('max-age=31536000; includeSubDomains');
  }
});

test('answers of 401, 403 and 404 set no cookie', async () => {
  for (const [what, status, headers] of await everyKind(await makeTestApp(described))) {
    if (status !== 204) expect(headers, what).not.toHaveProperty('set-cookie');
  }
});
