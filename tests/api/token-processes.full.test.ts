import { Agent } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { cheapPasswords } from '#support/cheap-passwords';
import { engineName } from '#support/empty-database';
import { exchange } from '#support/exchange';
import { buildAdministrator, buildBatch, buildMentor } from '#support/factories';
import { spawnPortal } from '#support/spawn-portal';
import { makeTestApp } from '#support/test-app';

const password = 'a long password 1';
const timeoutMs = 120_000;

/** Three machines on one database, each asked over its own connection. */
async function startThree() {
  const { context, clock, databaseLocation, dataDir } = await makeTestApp();
  // Processes go by the real clock.
  clock.set(Date.now());
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const started = [1, 2, 3].map(() => {
    const portal = spawnPortal({ DATA_DIR: dataDir, DATABASE_URL: databaseLocation });
    onTestFinished(() => portal.kill());
    return portal.listening;
  });
  const ports = (await Promise.all(started)).map((url) => Number(new URL(url).port));
  const send = async (
    machine: number,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) => {
    const call = {
      method,
      path,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
    };
    const answer = await exchange(agent, ports[machine] as number, call, timeoutMs);
    return { status: answer.status, body: answer.body.length > 0 ? JSON.parse(String(answer.body)) : null };
  };
  const cookieOf = async ({ id }: { id: number }) => {
    const now = Date.now();
    const session = await context.database.transaction((writer) => beginSession(writer, id, now));
    return { cookie: `${sessionCookieName(context.settings)}=${session}` };
  };
  const batch = await buildBatch(context);
  const office = await buildAdministrator(context);
  const password_hash = await cheapPasswords.hash(password);

  /** Makes a mentor's token on the first machine, which all three have then answered often. */
  async function makeToken() {
    const mentor = await buildMentor(context, [batch.id], { confirmed_at: clock.now(), password_hash });
    const own = await cookieOf(mentor);
    const ends_on = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const wanted = { name: 'A program', scopes: ['batch:read'], ends_on };
    const made = await send(0, 'POST', '/api/account/tokens', own, wanted);
    expect(made.status).toBe(201);
    const program = { authorization: `Bearer ${made.body.secret}` };
    const use = (machine: number) => send(machine, 'GET', '/api/staff/batches', program);
    for (let n = 0; n < 4; n += 1)
      expect(await Promise.all([0, 1, 2].map(use))).toMatchObject([
        { status: 200 },
        { status: 200 },
        { status: 200 },
      ]);
    return { mentor, own, id: made.body.token.id as string, use };
  }
  return { context, send, cookieOf, office, makeToken };
}

test.runIf(engineName === 'postgres')(
  'what ends an access token on one of three machines ends it for the next request on each',
  async () => {
    const { context, send, cookieOf, office, makeToken } = await startThree();
    const ofOffice = await cookieOf(office);
    type Token = Awaited<ReturnType<typeof makeToken>>;
    const act = (what: string) => (token: Token) =>
      send(1, 'POST', '/api/staff/people-acts', ofOffice, {
        act: what,
        ids: [String(token.mentor.id)],
        reason: 'They left.',
      });
    const ends: Record<string, (token: Token) => Promise<{ status: number; body: unknown }>> = {
      revoked: ({ own, id }) => send(1, 'DELETE', `/api/account/tokens/${id}`, own),
      'logged out everywhere by the holder': ({ own }) => send(1, 'DELETE', '/api/account/sessions', own),
      'logged out everywhere by the office': act('sign-out'),
      'a new password': ({ own }) =>
        send(1, 'PUT', '/api/account/password', own, {
          current_password: password,
          password: 'another long one 2',
        }),
      suspended: act('suspend'),
      'a new role': ({ mentor }) =>
        send(1, 'PUT', `/api/staff/members/${encodeURIComponent(mentor.email)}`, ofOffice, {
          role: 'administrator',
        }),
      expired: async ({ id }) => {
        await context.database.transaction((writer) =>
          writer
            .updateTable('access_tokens')
            .set({ expires_at: Date.now() })
            .where('id', '=', Number(id))
            .execute(),
        );
        return { status: 204, body: null };
      },
    };
    for (const [what, end] of Object.entries(ends)) {
      const token = await makeToken();
      const { status, body } = await end(token);
      expect([200, 204], `${what}: ${JSON.stringify(body)}`).toContain(status);
      // At once, and no second try.
      const answers = await Promise.all([0, 1, 2].map(token.use));
      for (const answer of answers)
        expect(answer, what).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    }
  },
);
