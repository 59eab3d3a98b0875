import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { accountsAs } from '#server/accounts/queries';
import { compiledQuery } from '#server/platform/database/compiled-query';
import { closeContext, openContext } from '#server/platform/open-context';
import { runAs } from '#server/platform/work-kind';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { makeTestContext } from '#support/test-app';

const accountByEmail = compiledQuery((db, p: { email: string; work: number }) =>
  db
    .selectFrom(accountsAs('account'))
    .where('account.email', '=', p.email)
    // Work that takes some milliseconds on any machine.
    .where(
      sql<boolean>`(with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${p.work})
        select count(*) from counted) > 0`,
    )
    .select('account.id'),
);

test('a slow read and a slow change are logged with their text, without parameters, and with the request', async () => {
  const { context, databaseLocation } = await makeTestContext();
  const student = await buildStudent(context, { email: 'asha@example.test' });
  const lines: Record<string, any>[] = [];
  const log = { info() {}, error: console.error, warn: (line: object) => void lines.push(line) };
  const opened = await openContext(
    {
      ...context.settings,
      slowQueryMs: 1,
      databaseUrl: engineName === 'postgres' ? databaseLocation : null,
      dataDir: path.dirname(databaseLocation.replace(/^postgres:.*/, `${context.settings.dataDir}/x`)),
    },
    log as never,
  );
  onTestFinished(() => closeContext(opened));
  lines.length = 0;
  const { reader } = opened.database;
  await runAs(
    'accounts',
    async () => {
      await accountByEmail(reader, { email: student.email, work: 200_000 });
      await opened.database.transaction((writer) =>
        sql`update accounts set name = ${'Asha Menon'} where email = ${student.email} and
          (with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${200_001})
          select count(*) from counted) > 0`.execute(writer),
      );
    },
    { id: 'abc-1', trace: null },
  );
  const slow = lines.filter(({ sql: text }) => /with recursive/.test(text));
  expect(slow.map(({ sql: text }) => /^\s*(\w+)/.exec(text)?.[1])).toEqual(['select', 'update']);
  for (const { ms, reqId } of slow) {
    expect(ms).toBeGreaterThanOrEqual(1);
    expect(reqId).toBe('abc-1');
  }
  for (const parameter of ['asha@', 'Asha Menon', '200000', '200001'])
    expect(JSON.stringify(lines)).not.toContain(parameter);
});
