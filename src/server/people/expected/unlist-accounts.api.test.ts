import { expect, test } from 'vitest';
import type { Writer } from '#server/platform/database/database';
import { jobQueue } from '#server/platform/jobs/job-queue';
import { engineName } from '#support/empty-database';
import { buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { runDue } from '#support/run-due';
import { listEarlierJob } from './list-earlier.ts';
import { settlingMs, unlistAccountsJob, unlistLater } from './unlist-accounts.ts';

type Desk = Awaited<ReturnType<typeof makeImportDesk>>;

const stateOf = async ({ office }: Desk) => {
  const { body } = await office.get('/api/staff/people?with=imported');
  const { imported, invited } = body.counts;
  return { listed: body.expected.map(({ s_id }: { s_id: string }) => s_id), counted: imported + invited };
};

const accountOf = (email: string) => ({
  email,
  name: 'Asha Rao',
  phone: '9876543210',
  password_hash: 'x',
  role: 'student' as const,
  created_at: 1,
});
const signUp = (email: string) => (writer: Writer) =>
  writer.insertInto('accounts').values(accountOf(email)).execute();

async function importFile(desk: Desk) {
  const text = 'Name,Email\nAsha Rao,asha@x.test\nBala K,bala@x.test\n';
  const { body: read } = await desk.upload(Buffer.from(text));
  await desk.check(read.id, read.columns);
  return () => desk.importIt(read.id);
}
const addByHand = async ({ office }: Desk) => {
  await office.post('/api/staff/people', { email: 'bala@x.test' });
  return () => office.post('/api/staff/people', { email: 'asha@x.test', name: 'Asha Rao' });
};

/** On PostgreSQL the import commits before the change does; SQLite has one writer. */
async function importDuring({ context }: Desk, start: () => PromiseLike<unknown>, change: typeof signUp) {
  let importing: PromiseLike<unknown> = Promise.resolve();
  await context.database.transaction(async (writer) => {
    await change('asha@x.test')(writer);
    importing = start();
    if (engineName === 'postgres') await importing;
  });
  await importing;
}

const leaveOther = (email: string) => (writer: Writer) =>
  writer.updateTable('accounts').set({ email }).where('email', '=', 'other@x.test').execute();

test.each([
  { what: 'who signs up while a file is imported', begin: importFile, change: signUp },
  { what: 'who signs up while added by hand', begin: addByHand, change: signUp },
  { what: 'whose email becomes an imported one', begin: importFile, change: leaveOther },
])('$what is neither listed nor counted', async ({ begin, change }) => {
  const desk = await makeImportDesk();
  await buildStudent(desk.context, { email: 'other@x.test' });
  const queue = jobQueue(desk.context, [unlistAccountsJob]);
  await importDuring(desk, await begin(desk), change as typeof signUp);
  desk.app.clock.advance(settlingMs);
  await runDue(queue);
  const { listed, counted } = await stateOf(desk);
  expect(listed).not.toContain('asha@x.test');
  expect(counted).toBe(listed.length);
});

test.runIf(engineName === 'postgres')('neither is who has signed up before the import commits', async () => {
  const desk = await makeImportDesk();
  const { database } = desk.context;
  await database.transaction(async (writer) => {
    await writer
      .insertInto('imported_people')
      .values({ email: 'asha@x.test', exit_score: null, imported_at: 1 })
      .execute();
    await unlistLater(writer, { engine: database.engine, now: desk.app.clock.now() });
    await database.transaction(signUp('asha@x.test'));
  });
  desk.app.clock.advance(settlingMs);
  await runDue(jobQueue(desk.context, [unlistAccountsJob]));
  expect(await stateOf(desk)).toEqual({ listed: [], counted: 0 });
});

test('a row that an earlier version has left goes within the hour', async () => {
  const desk = await makeImportDesk();
  await desk.context.database.transaction(async (writer) => {
    await signUp('asha@x.test')(writer);
    await writer
      .insertInto('expected_people')
      .values({ email: 'asha@x.test', batch_id: 0, is_invited: 0, listed_at: 1 })
      .execute();
  });
  expect(await stateOf(desk)).toEqual({ listed: [], counted: 1 });
  await runDue(jobQueue(desk.context, [listEarlierJob]));
  expect(await stateOf(desk)).toEqual({ listed: [], counted: 0 });
});
