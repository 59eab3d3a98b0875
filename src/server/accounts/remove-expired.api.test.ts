import { expect, test } from 'vitest';
import { dayMs } from '#contract/durations';
import { buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { mailConfirmation } from './sign-up/email-confirmations.ts';
import { issueToken } from './one-time-tokens.ts';
import { recordAttempts } from './rate-limits.ts';
import { removeExpired } from './remove-expired.ts';
import { beginSession, sessionLifetimeMs } from './sessions/sessions.ts';

const tables = ['sessions', 'one_time_tokens', 'email_confirmations', 'rate_limit_hits'] as const;
const never = new AbortController().signal;

test('sessions, links and counted attempts go once they have no effect, and not before', async () => {
  const { context, clock } = await makeTestContext();
  const { id, email } = await buildStudent(context);
  const countRows = async () => {
    const counts: number[] = [];
    for (const table of tables) {
      const rows = await context.database.reader.selectFrom(table).selectAll().execute();
      counts.push(rows.length);
    }
    return counts;
  };
  await context.database.transaction(async (writer) => {
    await beginSession(writer, id, clock.now());
    await issueToken(writer, 'reset', id, clock.now());
    await mailConfirmation(writer, context, { id, email }, clock.now());
    // More than are removed at once.
    for (let count = 0; count < 501; count++) {
      await recordAttempts(writer, [{ kind: 'login-account', subject: 'a@example.test' }], clock.now());
    }
  });
  clock.advance(dayMs);
  await removeExpired(context, never);
  expect(await countRows()).toEqual([1, 1, 1, 501]);
  clock.advance(1);
  await removeExpired(context, never);
  expect(await countRows()).toEqual([1, 1, 1, 0]);
  clock.advance(7 * dayMs);
  await removeExpired(context, never);
  expect(await countRows()).toEqual([1, 0, 0, 0]);
  clock.advance(sessionLifetimeMs);
  await removeExpired(context, never);
  expect(await countRows()).toEqual([0, 0, 0, 0]);
});
