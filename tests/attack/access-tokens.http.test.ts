import { expect, test } from 'vitest';
import { accessScopes, type AccessScope } from '#contract/accounts/access-scopes';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { createToken, withToken } from '#support/access-tokens';
import { makeFixture, send, table, type Role } from '#support/access-table';
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
      'checkIntake',
      'importIntake',
      'listIntakeRows',
      'listIntakes',
      'readIntake',
      'uploadIntake',
    ],
  });
});

const holders: [Role, AccessScope[]][] = [
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
