import { randomBytes } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Database } from '#server/platform/database/database';
import { makePasswordHasher } from '#server/platform/passwords/password-hasher';
import type { Call } from '../exchange.ts';
import { makeForm } from '../form.ts';
import { browserEncodings } from '../load.ts';
import { benchBatch, makeFixture } from '../fixture.ts';

/** What a portal is asked for: a name, and a request that is new each time. */
export type Work = { name: WorkName; expected: number; make: () => Call };
export const workNames = ['page', 'call', 'forum', 'question', 'hand-in', 'login'] as const;
export type WorkName = (typeof workNames)[number];

const fileBytes = 200 * 1024;
const password = 'capstone-bench';

/** Fills an empty database; what a student of it asks for. */
export async function makeWork(database: Database): Promise<Work[]> {
  const { email, cookie } = await makeFixture(database);
  const hasher = makePasswordHasher();
  const password_hash = await hasher.hash(password);
  await hasher.close();
  await database.transaction((writer) =>
    writer.updateTable('accounts').set({ password_hash }).where('email', '=', email).execute(),
  );
  const s_id = email;
  const json = { 'content-type': 'application/json' };
  return [
    {
      name: 'page',
      expected: 200,
      make: () => ({
        method: 'GET',
        path: '/StudentDashboard',
        headers: { cookie, 'accept-encoding': browserEncodings },
      }),
    },
    {
      name: 'call',
      expected: 200,
      make: () => ({ method: 'GET', path: fillPath(paths.readTimeline.path, { s_id }), headers: { cookie } }),
    },
    {
      name: 'forum',
      expected: 200,
      make: () => ({
        method: 'GET',
        path: fillPath('/discussion/:batch', { batch: benchBatch }),
        headers: { cookie, 'accept-encoding': browserEncodings },
      }),
    },
    {
      name: 'question',
      expected: 201,
      make: () => ({
        method: 'POST',
        path: fillPath(paths.askQuestion.path, { s_id }),
        headers: { cookie, ...json, 'accept-encoding': browserEncodings },
        body: Buffer.from(JSON.stringify({ question: 'What about the third step? '.repeat(6) })),
      }),
    },
    {
      name: 'hand-in',
      expected: 201,
      make() {
        const form = makeForm({ selectedWeek: '1' }, { name: 'work.bin', bytes: randomBytes(fileBytes) });
        return {
          method: 'POST',
          path: fillPath(paths.uploadWeek.path, { s_id }),
          headers: { cookie, 'content-type': form.type },
          body: form.body,
        };
      },
    },
    {
      name: 'login',
      expected: 200,
      make: () => ({
        method: 'POST',
        path: paths.logIn.path,
        headers: json,
        body: Buffer.from(JSON.stringify({ email, password })),
      }),
    },
  ];
}
