import { expect, test } from 'vitest';
import { buildBatch, buildSelection, buildStudent } from '#support/factories';
import { importFiles } from '#support/import-folder';
import { makeTestApp } from '#support/test-app';
import { confirmAccount } from './confirm-account.ts';

test('a confirmation whose imported batch does not fit the chosen project is refused whole', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const home = await buildBatch(context, { name: 'HOME' });
  await buildBatch(context, { name: 'ELSEWHERE' });
  const student = await buildStudent(context, {
    email: 'asha@example.test',
    batch_id: home.id,
    confirmed_at: null,
  });
  await importFiles(context, { 'people.csv': 'email,batch\nasha@example.test,ELSEWHERE\n' });
  await buildSelection(context, { account_id: student.id });
  await expect(confirmAccount(context, 'asha@example.test')).rejects.toThrow(/cannot move to ELSEWHERE/);
  const { confirmed_at } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', student.id)
    .select('confirmed_at')
    .executeTakeFirstOrThrow();
  expect(confirmed_at).toBeNull();
});
