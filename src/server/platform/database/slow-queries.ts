import type { FastifyBaseLogger } from 'fastify';
import type { LogEvent } from 'kysely';
import { minuteMs } from '#contract/durations';
import { requestOfWork } from '../work-kind.ts';

/**
 * Hears of each statement when it has ended, whether it succeeded or failed.
 * @param sql with placeholders in place of parameters
 * @param startedAt in milliseconds of `performance.now()`
 * @param error why it failed
 */
export type ObserveStatement = (sql: string, startedAt: number, error?: unknown) => void;

export const ignoreStatements: ObserveStatement = () => {};

/** Kysely's own word of each statement that it runs, for an observer. */
export function observing(observe: ObserveStatement): (event: LogEvent) => void {
  return (event) => {
    const startedAt = performance.now() - event.queryDurationMillis;
    observe(event.query.sql, startedAt, event.level === 'error' ? event.error : undefined);
  };
}

/** Lets one listener hear of every statement that fails, beside an observer. */
export function hearFailures(observe: ObserveStatement) {
  let hear: (error: unknown) => void = () => {};
  const observeAll: ObserveStatement = (sql, startedAt, error) => {
    if (error !== undefined) hear(error);
    observe(sql, startedAt, error);
  };
  return { observe: observeAll, onFailure: (listener: typeof hear) => void (hear = listener) };
}

/** The most lines of a minute: where everything is slow, the log is not to fill the disk as well. */
const linesPerMinute = 20;
const maxCharacters = 2_000;

/**
 * Logs the statements that take as long as a threshold or longer: their text, never their parameters, and for which request.
 * @param thresholdMs 0 for none
 */
export function logSlowQueries(
  thresholdMs: number,
  log: () => Pick<FastifyBaseLogger, 'warn'>,
): ObserveStatement {
  if (thresholdMs === 0) return ignoreStatements;
  let windowFrom = -Infinity;
  let lines = 0;
  let suppressed = 0;
  return (sql, startedAt) => {
    const now = performance.now();
    if (now - startedAt < thresholdMs) return;
    if (now - windowFrom >= minuteMs) {
      windowFrom = now;
      lines = 0;
    }
    lines += 1;
    if (lines > linesPerMinute) {
      suppressed += 1;
      return;
    }
    const line = {
      sql: sql.slice(0, maxCharacters),
      ms: Math.round(now - startedAt),
      reqId: requestOfWork()?.id,
      ...(suppressed > 0 && { suppressed }),
    };
    suppressed = 0;
    log().warn(line, 'slow query');
  };
}
