import type { ObserveStatement } from '../database/slow-queries.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tracing } from './tracing.ts';

/** With placeholders instead of parameters. */
export function traceStatements(
  tracing: Tracing,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  next: ObserveStatement,
): ObserveStatement {
  const system = databaseUrl === null ? 'sqlite' : 'postgresql';
  return (sql, startedAt) => {
    next(sql, startedAt);
    const [operation = 'statement'] = /\w+/.exec(sql) ?? [];
    tracing.addCall({
      name: operation.toLowerCase(),
      attributes: { 'db.system.name': system, 'db.query.text': sql },
      startedAt,
      hasFailed: false,
    });
  };
}
