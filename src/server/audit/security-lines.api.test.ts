import { expect, test, vi } from 'vitest';
import { minuteMs } from '#contract/durations';
import type { LoggedSecurityEvent } from '../platform/http/security-log.ts';
import { buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';
import { makeSecurityLines } from './security-lines.ts';

const network = '203.0.113.0/24';
const wrong: LoggedSecurityEvent = { event: 'login-failed', account: null, network, route: null };

async function makeLines() {
  const { context, clock } = await makeTestContext();
  const lines = makeSecurityLines(context);
  const read = async () => {
    const rows = await context.database.reader
      .selectFrom('audit_log')
      .orderBy('id')
      .select(['at', 'act', 'actor_id', 'about_id', 'network', 'subject', 'before', 'after'])
      .execute();
    return rows.map(({ after, ...row }) => ({
      ...row,
      ...(JSON.parse(after ?? '{}') as { times?: number }),
    }));
  };
  return { context, clock, lines, read };
}

test('what is refused again and again is a line at once, and then one in ten minutes with how often', async () => {
  const { clock, lines, read } = await makeLines();
  lines.hear(wrong);
  await lines.flush();
  expect(await read()).toEqual([
    {
      at: clock.now(),
      act: 'login-failed',
      actor_id: null,
      about_id: null,
      network,
      subject: '',
      before: null,
    },
  ]);
  for (let n = 0; n < 500; n += 1) {
    clock.advance(1_000);
    lines.hear(wrong);
    if (n % 5 === 0) await lines.flush();
  }
  expect(await read()).toHaveLength(1);
  clock.advance(10 * minuteMs - 500_000);
  await lines.flush();
  expect((await read()).slice(1)).toMatchObject([{ times: 500, since: '2026-11-21T09:00:01.000Z' }]);
  await lines.flush();
  expect(await read(), 'nothing more has come').toHaveLength(2);
  clock.advance(10 * minuteMs);
  await lines.flush();
  lines.hear(wrong);
  await lines.flush();
  expect((await read()).at(-1), 'forgotten, it is told at once again').not.toHaveProperty('times');
});

test('a flood from everywhere is 300 lines in ten minutes at most, and none is left out of the count', async () => {
  const { clock, lines, read } = await makeLines();
  for (let n = 0; n < 5_000; n += 1) {
    lines.hear({ ...wrong, network: `10.${n % 250}.${Math.floor(n / 250)}.0/24` });
    if (n % 100 === 0) await lines.flush();
    clock.advance(100);
  }
  clock.advance(minuteMs);
  await lines.flush();
  expect((await read()).length).toBeLessThanOrEqual(301);
  await lines.flush(true);
  const rows = await read();
  expect(rows.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(5_000);
  expect(rows.at(-1)).toMatchObject({ network: 'many networks', act: 'login-failed' });
});

test('a line is about the account; what only its holder can have done is by it; what leaves a line of its own has none here', async () => {
  const { context, lines, read } = await makeLines();
  const { id: account } = await buildStudent(context);
  lines.hear({ ...wrong, account });
  lines.hear({ event: 'forbidden', account, network, route: '/api/staff/batches' });
  lines.hear({ event: 'logged-in', account, network, route: null });
  lines.hear({ event: 'second-factor-added', account, network, route: null });
  await lines.flush();
  expect(await read()).toMatchObject([
    { act: 'login-failed', actor_id: null, about_id: account, subject: '' },
    { act: 'forbidden', actor_id: account, about_id: account, subject: '/api/staff/batches' },
  ]);
  expect(await read()).toHaveLength(2);
});

test('what cannot be written waits, and what comes meanwhile is counted with it', async () => {
  const { context, lines, read } = await makeLines();
  lines.hear(wrong);
  const write = vi.spyOn(context.database, 'nonDurableTransaction');
  write.mockRejectedValueOnce(new Error('The disk is full'));
  await expect(lines.flush()).rejects.toThrow('The disk is full');
  lines.hear(wrong);
  await Promise.all([lines.flush(), lines.flush()]);
  expect(await read()).toMatchObject([{ times: 2 }]);
});
