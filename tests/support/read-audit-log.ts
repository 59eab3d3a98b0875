import type { TestApp } from './test-app.ts';

/** The audit log in order, without the times, its values parsed. */
export async function readAuditLog({ context }: Pick<TestApp, 'context'>) {
  const rows = await context.database.reader.selectFrom('audit_log').selectAll().orderBy('id').execute();
  return rows.map(({ actor_id, act, subject, before, after }) => ({
    actor_id,
    act,
    subject,
    before: JSON.parse(before ?? 'null') as unknown,
    after: JSON.parse(after ?? 'null') as unknown,
  }));
}
