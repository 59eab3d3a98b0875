import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runAs } from '../work-kind.ts';
import { logSlowQueries } from './slow-queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Line = { sql: string; ms: number; reqId?: string; suppressed?: number };

/** What is logged of statements that take so long, with a threshold of half a second. */
function makeLog(thresholdMs = 500) {
  const lines: Line[] = [];
  const observe = logSlowQueries(
    thresholdMs,
    () => ({ warn: (line: Line) => void lines.push(line) }) as never,
  );
  const take = (ms: number, sql = 'select ?') => {
    const startedAt = performance.now();
    vi.advanceTimersByTime(ms);
    observe(sql, startedAt);
  };
  return { lines, take };
}

test('what takes as long as the threshold is logged, what is quicker is not', () => {
  const { lines, take } = makeLog();
  take(499);
  take(500);
  take(1_234, 'select * from accounts where email = ?');
  expect(lines).toEqual([
    { sql: 'select ?', ms: 500, reqId: undefined },
    { sql: 'select * from accounts where email = ?', ms: 1_234, reqId: undefined },
  ]);
});

test('a threshold of 0 logs nothing', () => {
  const { lines, take } = makeLog(0);
  take(100_000);
  expect(lines).toEqual([]);
});

test('a line names the request for which the statement ran', () => {
  const { lines, take } = makeLog();
  runAs('discussions', () => runAs('inner', () => take(600)), { id: 'abc-1', trace: null });
  expect(lines[0]?.reqId).toBe('abc-1');
});

test('a storm is twenty lines a minute, and the next minute tells how many there were', () => {
  const { lines, take } = makeLog();
  for (let i = 0; i < 100; i++) take(500, `select ${'x'.repeat(5_000)}`);
  expect(lines).toHaveLength(20);
  expect(lines[0]?.sql).toHaveLength(2_000);
  vi.advanceTimersByTime(60_000);
  take(500);
  expect(lines).toHaveLength(21);
  expect(lines[20]?.suppressed).toBe(80);
  take(500);
  expect(lines[21]).not.toHaveProperty('suppressed');
});
