import type { TestApp } from './test-app.ts';

/** What was done, from the audit log: in order, without the times and the logins, its values parsed. */
export async function readAuditLog({ context }: Pick<TestApp, 'context'>) {
  const rows = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '<>', 'log-in')
    .selectAll()
    .orderBy('id')
    .execute();
  return rows.map(({ actor_id, act, subject, before, after }) => ({
    actor_id,
    act,
    subject,
    before: JSON.parse(before ?? 'null') as unknown,
    after: JSON.parse(after ?? 'null') as unknown,
  }));
}
