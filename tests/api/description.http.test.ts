import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints';
import { commit, version } from '#server/platform/version';
import { makeTestApp } from '#support/test-app';

type Described = { paths: Record<string, Record<string, any>>; openapi: string; info: object };

async function describe(): Promise<Described> {
  const { nobody } = await makeTestApp({ settings: { apiDocs: true } });
  const { status, body } = await nobody.get('/api/openapi.json');
  expect(status).toBe(200);
  return body as Described;
}

const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}');

test('the description holds every call with every answer it may give, and nothing else', async () => {
  const { openapi, info, paths } = await describe();
  expect(openapi).toMatch(/^3\.1\./);
  expect(info).toMatchObject({ title: 'Capstone', version, 'x-commit': commit });
  const described = new Set(
    Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  for (const [name, call] of Object.entries(endpoints)) {
    const path = openApiPath(call.path);
    expect(described.delete(`${call.method} ${path}`), name).toBe(true);
    const operation = paths[path]?.[call.method.toLowerCase()];
    expect(operation.summary, name).toBe(call.summary);
    expect(Object.keys(operation.responses).toSorted(), name).toEqual(Object.keys(call.answers).toSorted());
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
    const parameters = (operation.parameters ?? []) as { name: string; in: string; required?: boolean }[];
    expect(
      parameters.filter((p) => p.in === 'path' && p.required).map((p) => p.name),
      name,
    ).toEqual(inPath);
    const query = Object.keys('query' in call ? call.query.shape : {});
    expect(
      parameters.filter((p) => p.in === 'query').map((p) => p.name),
      name,
    ).toEqual(query);
  }
  expect([...described], 'calls that the contract does not know').toEqual([]);
});

test('bodies are described with their fields and how they are sent', async () => {
  const { paths } = await describe();
  for (const [name, call] of Object.entries(endpoints)) {
    const content = paths[openApiPath(call.path)]?.[call.method.toLowerCase()].requestBody?.content;
    if (!('body' in call)) {
      expect(content, name).toBeUndefined();
      continue;
    }
    expect(Object.keys(content), name).toEqual([
      'multipart' in call ? 'multipart/form-data' : 'application/json',
    ]);
    const [{ schema }] = Object.values(content) as [{ schema: { properties: object } }];
    expect(Object.keys(schema.properties).toSorted(), name).toEqual(Object.keys(call.body.shape).toSorted());
  }
});

test('what may be null says so in the words of the version', async () => {
  const { paths } = await describe();
  const answer =
    paths['/api/students/studentCourse/{s_id}']?.get.responses[200].content['application/json'].schema;
  const mayBeNull = (schema: any): boolean =>
    [schema.type].flat().includes('null') || (schema.anyOf ?? []).some((one: any) => one.type === 'null');
  expect(mayBeNull(answer.properties.s_course)).toBe(true);
  expect(mayBeNull(answer.properties.s_startdate)).toBe(true);
  expect(mayBeNull(answer.properties.s_exitscore)).toBe(true);
  expect(mayBeNull(answer.properties.s_name)).toBe(false);
  // OpenAPI 3.1 dropped this word of 3.0: readers would take such a field for never null.
  expect(JSON.stringify(paths)).not.toContain('"nullable"');
});

test('references inside the description lead somewhere', async () => {
  const document = await describe();
  for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = (pointer as string)
      .split('/')
      .reduce<any>((node, key) => node?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    expect(found, pointer).toBeDefined();
  }
});

test('there is a page to read it, which loads nothing from elsewhere', async () => {
  const { nobody, app } = await makeTestApp({ settings: { apiDocs: true } });
  const answer = await nobody.get('/api/docs');
  const page = answer.status === 302 ? await nobody.get(String(answer.headers.location)) : answer;
  expect(page.status).toBe(200);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.headers['x-content-type-options']).toBe('nosniff');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  const loads = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, address]) => address as string,
  );
  expect(loads.length).toBeGreaterThan(1);
  for (const address of loads) {
    const { pathname, host } = new URL(address, 'http://localhost/api/docs/');
    expect(host).toBe('localhost');
    const { statusCode } = await app.inject(
      pathname.startsWith('/api/docs') ? pathname : `/api/docs${pathname}`,
    );
    expect(statusCode, address).toBe(200);
  }
});

test('the page to read the description comes with its own policy, and knows no other address', async () => {
  const { nobody } = await makeTestApp({ settings: { apiDocs: true } });
  for (const path of ['/api/docs', '/api/docs/static/swagger-ui.css']) {
    const { status, headers } = await nobody.get(path);
    expect(status, path).toBe(200);
    expect(headers['content-security-policy'], path).toContain("style-src 'self' 'unsafe-inline'");
    expect(headers['x-request-id'], path).toEqual(expect.any(String));
  }
  const { status, body, headers } = await nobody.get('/api/docs/nothing');
  expect(status).toBe(404);
  expect(body).toMatchObject({ code: 'not_found', request_id: headers['x-request-id'] });
  expect((await nobody.post('/api/docs/api/auth/logout', {})).status).toBe(404);
});

test('whoever runs the portal may keep the description to themselves', async () => {
  const { nobody } = await makeTestApp();
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui.css', '/api/openapi.json']) {
    expect(await nobody.get(path), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});
