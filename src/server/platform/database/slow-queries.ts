import type { FastifyBaseLogger } from 'fastify';
import type { LogEvent } from 'kysely';
import { minuteMs } from '#contract/durations';
import { requestOfWork } from '../work-kind.ts';

/**
 * After each statement.
 * @param sql with placeholders
 * @param startedAt in milliseconds of `performance.now()`
 */
export type ObserveStatement = (sql: string, startedAt: number, error?: unknown) => void;

export const ignoreStatements: ObserveStatement = () => {};

export function observing(observe: ObserveStatement): (event: LogEvent) => void {
  return (event) => {
    const startedAt = performance.now() - event.queryDurationMillis;
    observe(event.query.sql, startedAt, event.level === 'error' ? event.error : undefined);
  };
}

export function hearFailures(observe: ObserveStatement) {
  let listen: (error: unknown) => void = () => {};
  const observeAll: ObserveStatement = (sql, startedAt, error) => {
    if (error !== undefined) listen(error);
    observe(sql, startedAt, error);
  };
  return { observe: observeAll, onFailure: (listener: typeof listen) => void (listen = listener) };
}

/** A slow disk must not fill up. */
const linesPerMinute = 20;
const maxCharacters = 2_000;

/** Logs texts, never parameters, with the request. @param thresholdMs 0 for none */
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
