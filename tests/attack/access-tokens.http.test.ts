import { expect, onTestFinished, test } from 'vitest';
import { accessScopes, type AccessScope } from '#contract/accounts/access-scopes';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { makeAccessToken } from '#server/accounts/access-tokens/access-token';
import { viewerOfRequest } from '#server/accounts/sessions/register-endpoint';
import { buildApp } from '#server/app';
import { createToken, withToken } from '#support/access-tokens';
import { makeFixture, send, table, type Role } from '#support/access-table';
import { buildBatch, buildMentor } from '#support/factories';
import { recordQueries } from '#support/record-queries';
import { makeTestApp, type Client } from '#support/test-app';
import { webBuild } from '#support/web-build';
import { accountOf } from './walk-as-others.ts';

const calls = Object.entries(endpoints) as [EndpointName, Endpoint][];

/** A second list, so that nobody opens a call to programs in passing. */
test('each scope opens these calls, and nothing else', () => {
  const opened = (scope: AccessScope) =>
    calls.flatMap(([name, call]) => (call.scope === scope ? [name] : [])).toSorted();
  expect(Object.fromEntries(accessScopes.map((scope) => [scope, opened(scope)]))).toEqual({
    'batch:read': [
      'countTaskStates',
      'exportBatchProgress',
      'exportFiles',
      'exportGrades',
      'exportMarks',
      'exportRoster',
      'exportSheet',
      'exportSignedSheet',
      'exportSubmissions',
      'exportUnfinished',
      'listBatchProgress',
      'listBatchSubmissions',
      'listStaffBatches',
      'listUnsubmitted',
      'readBatchDates',
      'readFreeze',
      'readFreezes',
      'readMarkDistribution',
      'readUnfinished',
    ],
    'people:import': [
      'checkImport',
      'listImportRows',
      'listImports',
      'readImport',
      'runImport',
      'uploadImport',
    ],
  });
});

const holders: [Exclude<Role, 'nobody'>, AccessScope[]][] = [
  ['mentor', ['batch:read']],
  ['foreignMentor', ['batch:read']],
  ['administrator', ['batch:read']],
  ['administrator', ['people:import']],
  ['administrator', ['batch:read', 'people:import']],
];

test.each(holders)(
  'a token of a %s for %s opens what it names, as far as its holder may',
  async (role, scopes) => {
    const fixture = await makeFixture();
    const secret = await createToken(fixture.app, await accountOf(fixture, role), scopes);
    const program = { ...fixture, clients: { ...fixture.clients, [role]: withToken(fixture.app, secret) } };
    for (const [name, { scope, method }] of calls) {
      const { status, body, headers } = await send(program, name, role);
      if (scope !== undefined && scopes.includes(scope)) {
        expect.soft(status, name).toBe(table[name].expected[role]);
        continue;
      }
      const code = method === 'HEAD' ? undefined : 'insufficient_scope';
      expect.soft([status, body.code], name).toEqual([403, code]);
      expect.soft(headers['www-authenticate'], name).toContain('insufficient_scope');
      expect.soft(headers['set-cookie'], name).toBeUndefined();
    }
  },
);

test('a wrong token is refused by every call, and the cookie beside it counts for nothing', async () => {
  const fixture = await makeFixture({ settings: { apiDocs: true } });
  const cookie = await fixture.app.cookieOf(await accountOf(fixture, 'administrator'));
  const wrong = withToken(fixture.app, makeAccessToken());
  const asWrong: Client = { ...wrong, send: (o) => wrong.send({ ...o, headers: { ...o.headers, cookie } }) };
  const program = { ...fixture, clients: { ...fixture.clients, administrator: asWrong } };
  for (const [name, { method }] of calls) {
    const { status, body, headers } = await send(program, name, 'administrator');
    const code = method === 'HEAD' ? undefined : 'invalid_token';
    expect.soft([status, body.code], name).toEqual([401, code]);
    expect.soft(headers['set-cookie'], name).toBeUndefined();
  }
  for (const url of ['/api/openapi.json', '/api/docs', '/api/nothing', '/api'])
    expect.soft((await asWrong.get(url)).status, url).toBe(401);
});

test('a route beside the contract takes who sends a token for a visitor', async () => {
  const { context, ...fixture } = await makeTestApp();
  const app = await buildApp(context, { pages: null });
  onTestFinished(() => app.close());
  app.get('/api/beside', async (request) => ({ viewer: await viewerOfRequest(request, context) }));
  const mentor = await buildMentor(context);
  const cookie = await fixture.cookieOf(mentor);
  const program = withToken({ app }, await createToken(fixture, mentor, ['batch:read']));
  expect(await program.get('/api/beside', { cookie })).toMatchObject({ status: 200, body: { viewer: null } });
});

/** Ten seconds' worth at once: 10 calls of a token, 20 of a mentor, 30 of a network. */
async function makeSlowPortal() {
  const app = await makeTestApp({ settings: { requestsPerSecond: 1 } });
  const batch = await buildBatch(app.context);
  return { ...app, mentor: await buildMentor(app.context, [batch.id]) };
}
const countOf = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

test('a program that runs wild is slowed, and its holder goes on', async () => {
  const app = await makeSlowPortal();
  const program = withToken(app, await createToken(app, app.mentor, ['batch:read']));
  const answers = await Promise.all(Array.from({ length: 15 }, () => program.get('/api/staff/batches')));
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([10, 5]);
  expect((await (await app.as(app.mentor)).get('/api/staff/batches')).status).toBe(200);
});

test('guesses are counted by network, before anything is looked up', async () => {
  const app = await makeSlowPortal();
  const { queries } = await recordQueries(app.context.database);
  const guess = (end = '') => withToken(app, makeAccessToken() + end).get('/api/staff/batches');
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n % 2 === 0 ? '' : 'x')));
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([30, 10]);
  expect(
    queries().filter(({ sql }) => sql.includes('access_tokens')),
    'half are malformed',
  ).toHaveLength(15);
});

test('an examiner has no token, and pages know nobody who sends one', async () => {
  const fixture = await makeFixture({ app: { pages: webBuild() } });
  const { app, clients } = fixture;
  const wanted = { name: 'x', scopes: ['batch:read'], ends_on: '2026-12-31' };
  expect((await clients.examiner.post('/api/account/tokens', wanted)).status).toBe(403);
  const mentor = await accountOf(fixture, 'mentor');
  const cookie = await app.cookieOf(mentor);
  const program = withToken(app, await createToken(app, mentor, ['batch:read']));
  expect((await app.nobody.get('/staff', { cookie })).status).toBe(200);
  const page = await program.get('/staff', { cookie });
  expect([page.status, page.headers.location]).toEqual([302, expect.stringContaining('/login')]);
});
