import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeFixture, roles, send, table, type Role } from '#support/access-table';
import { makeTestApp } from '#support/test-app';

/** Every call × everybody; the last tests compare the table's rows with the routes that are really registered. */
const takesAway = new Set<EndpointName>([
  'deleteQuestion',
  'deleteComment',
  'cancelUpload',
  'deleteStaffNote',
  'cancelAnnouncement',
  'withdrawAnnouncement',
  'undoSelection',
  'deleteLineComment',
  'deletePhrase',
]);

const names = Object.keys(table) as EndpointName[];
const isReading = (name: EndpointName) => endpoints[name].method === 'GET';

test('every call that reads: who may', async () => {
  const fixture = await makeFixture();
  for (const name of names.filter(isReading)) {
    const answered = {} as Record<Role, number>;
    for (const role of roles) answered[role] = (await send(fixture, name, role)).status;
    expect.soft(answered, name).toEqual(table[name].expected);
  }
});

for (const name of names.filter((each) => !isReading(each))) {
  test(`${name}: who may`, async () => {
    const answered = {} as Record<Role, number>;
    let fixture = await makeFixture();
    for (const role of roles) {
      // A call that takes something away needs it there again for the next role.
      if (takesAway.has(name) && answered.student !== undefined) fixture = await makeFixture();
      answered[role] = (await send(fixture, name, role)).status;
    }
    expect(answered).toEqual(table[name].expected);
  });
}

test('every call of the contract is registered, and nothing under /api beside them', async () => {
  const { app } = await makeTestApp();
  const registered = app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .filter((line) => line.includes('(') && line.includes('/'));
  expect(registered.length).toBeGreaterThan(0);
  for (const { method, path } of Object.values(endpoints)) {
    expect(app.findRoute({ method, url: path }), `${method} ${path}`).not.toBeNull();
  }
});

test('each answer of a call has a schema, the refusals of its access rule too', () => {
  for (const [name, { answers, method, multipart }] of Object.entries(endpoints) as [
    EndpointName,
    { answers: object; method: string; multipart?: true },
  ][]) {
    const statuses = new Set(Object.keys(answers).map(Number));
    for (const status of new Set(Object.values(table[name].expected))) {
      expect(statuses, `${name} answers ${status}`).toContain(status);
    }
    for (const status of [429, 500, 503]) expect(statuses, `${name} answers ${status}`).toContain(status);
    if (method !== 'GET') expect(statuses, `${name} may be refused for where it comes from`).toContain(403);
    if (multipart) expect(statuses, `${name} may be too large`).toContain(413);
  }
});
