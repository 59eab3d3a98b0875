import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { actsWithout } from '#support/declared-acts';
import { buildAdministrator, buildBatch } from '#support/factories';
import {
  keyedCalls,
  needsOwn,
  prepareCalls,
  requestOf,
  type KeyedCall,
  type Prepared,
} from '#support/keyed-calls';
import type { Role } from '#support/access-table';
import { makeTestApp, type Answer, type TestApp } from '#support/test-app';
import { restoreAccount, suspendAccount } from '#server/accounts/suspend-account';
import { allTables } from '#support/leave-words';
import { renameAll } from '#support/rename-all';
import type { Tables } from '#server/platform/database/schema';
import { loadSample } from '#server/catalogue/sample/sample-files';

/** They keep none, or keep it with what they make: a submission for ever beside its row. */
const keptElsewhere = new Set<EndpointName>([
  'uploadWeek',
  'uploadProject',
  'uploadViva',
  'chooseMailByLink',
]);
const keptNowhere = new Set<EndpointName>([
  'viewQuestion',
  'readQuestion',
  'readNotices',
  'seeAnnouncement',
  'importCatalogue',
]);

/** Calls that 1.0.0 did not have, or that took no key: of a call that names no key, a rule makes kind and content. */
const later = new Set<string>([
  ...actsWithout('key'),
  'withdrawEmail',
  'removeImported',
  'printInvitations',
  'putBackground',
]);

test('every call that keeps a key is in the table', () => {
  const others = new Set<string>([...keptElsewhere, ...keptNowhere, ...later]);
  const keeping = (Object.keys(endpoints) as EndpointName[]).filter(
    (name) => 'takesIdempotencyKey' in endpoints[name] && !others.has(name),
  );
  const tried = new Set([...keyedCalls.map(({ call }) => call), 'removeSample']);
  expect([...tried].toSorted()).toEqual(keeping.toSorted());
});

/** @param content as 1.0.0 has hashed it */
async function expectStored(
  { context }: TestApp,
  key: string,
  { kind, content }: { kind: string; content: unknown[] },
  answer: Answer,
): Promise<void> {
  const stored = await context.database.reader
    .selectFrom('idempotency_keys')
    .where('idempotency_key', '=', key)
    .select(['kind', 'content_sha256'])
    .execute();
  const content_sha256 = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const answered = `answered ${answer.status}: ${JSON.stringify(answer.body)}`;
  expect(stored, `${key}: ${answered}`).toEqual([{ kind, content_sha256 }]);
}

test('removeSample stores what 1.0.0 stored', async () => {
  const app = await makeTestApp();
  await loadSample(app.context);
  const office = await app.as(await buildAdministrator(app.context));
  const answer = await office.post('/api/staff/sample/removal', undefined, { 'idempotency-key': 'k' });
  await expectStored(app, 'k', { kind: 'sample-removal', content: [] }, answer);
});

/** What else 1.0.0 kept with a key: the id of a table's newest row, or this one; by default the caller's account. */
const keptIds: Partial<Record<EndpointName, keyof Tables | ((of: Prepared) => number)>> = {
  selectProject: 'selections',
  askQuestion: 'questions',
  attachFile: 'attachments',
  moderatePost: ({ question }) => Number(question),
  sendPrivate: 'private_questions',
  importMarks: () => 1,
  addPhrase: 'staff_phrases',
  changePhrase: ({ phrase }) => Number(phrase),
  addStaffNote: 'staff_notes',
  publishAnnouncement: 'announcements',
  planAnnouncement: 'planned_announcements',
  editAnnouncement: ({ announcement }) => Number(announcement),
  grantOutage: () => 1,
  extendDueDate: 'extensions',
  addPerson: () => 0,
  runImport: 'intakes',
  sendInvitations: () => 1,
  revokeInvitations: () => 0,
  inviteStaffMember: 'accounts',
  anonymisePerson: () => 1,
};

const madeId = async ({ app }: Prepared, key: string) =>
  (
    await app.context.database.reader
      .selectFrom('idempotency_keys')
      .where('idempotency_key', '=', key)
      .select('made_id')
      .executeTakeFirstOrThrow()
  ).made_id;

const keepId = ({ app }: Prepared, key: string, id: number | null) =>
  app.context.database.transaction((writer) =>
    writer
      .updateTable('idempotency_keys')
      .set(({ ref }) => ({ made_id: id ?? ref('account_id') }))
      .where('idempotency_key', '=', key)
      .execute(),
  );

/** What 1.0.0 has stored with a key. */
async function idOfBefore(of: Prepared, call: EndpointName): Promise<number | null> {
  const kept = keptIds[call];
  if (typeof kept !== 'string') return kept?.(of) ?? null;
  const newest = sql<{ id: number }>`select max(id) as id from ${sql.table(kept)}`;
  return (await newest.execute(of.app.context.database.reader)).rows[0]?.id ?? null;
}

/** All that is stored, without the attempts that are counted. */
async function contentsOf({ context }: TestApp): Promise<Record<string, unknown[]>> {
  const contents: Record<string, unknown[]> = {};
  for (const name of await allTables(context))
    contents[name] = (await sql`select * from ${sql.table(name)}`.execute(context.database.reader)).rows;
  delete contents['rate_limit_hits'];
  return contents;
}

/** Calls whose repetition says that it is one. */
const repeatedAs: Partial<Record<EndpointName, object>> = {
  reportPost: { status: 200, body: { already_reported: true } },
  // The first link may never have arrived: it is replaced.
  inviteStaffMember: { status: 201, body: expect.objectContaining({ link: expect.any(String) }) },
};

type Sent = { row: KeyedCall; key: string; role: Role; send: () => Promise<Answer>; first: Answer };

async function sendTwice(of: Prepared, row: KeyedCall): Promise<Sent> {
  await row.before?.(of);
  const { key, role, send } = requestOf(of, row);
  const first = await send();
  await expectStored(of.app, key, { kind: row.kind, content: row.content(of) }, first);

  const id = await madeId(of, key);
  await keepId(of, key, await idOfBefore(of, row.call));
  const before = await contentsOf(of.app);
  const { status, body: answered } = await send();
  const repeated = repeatedAs[row.call] ?? { status: first.status, body: first.body as unknown };
  expect.soft({ status, body: answered as unknown }, `${key} again`).toEqual(repeated);
  if (row.call !== 'inviteStaffMember')
    expect.soft(await contentsOf(of.app), `${key} changes nothing again`).toEqual(before);
  await keepId(of, key, id);
  return { row, key, role, send, first };
}

/** The office has suspended everybody meanwhile and reactivated them, and each has logged in again. */
async function suspendForAWhile({ app, clients, made }: Prepared, roles: Iterable<Role>): Promise<void> {
  const { context } = app;
  // The last administrator cannot be suspended.
  const { id: actorId } = await buildAdministrator(context, { password_hash: '-' });
  const accounts = await context.database.reader
    .selectFrom('accounts')
    .where('anonymised_at', 'is', null)
    .where('id', '!=', actorId)
    .select(['id', 'email'])
    .execute();
  const change = { actorId, now: context.clock.now() };
  await context.database.transaction(async (writer) => {
    for (const account of accounts) {
      await suspendAccount(writer, context, { ...change, account, reason: 'By mistake' });
      await restoreAccount(writer, context, { ...change, account });
    }
  });
  for (const role of roles) if (role !== 'nobody') clients[role] = await app.as({ id: Number(made[role]) });
}

/** Their content is an address of before. */
const namesAnother = new Set<EndpointName>(['signUp', 'sendConfirmation']);

/** The device is waiting for the first answer, whatever has been renamed since, and whoever was suspended. */
async function sendAfterRenaming(of: Prepared, sent: readonly Sent[]): Promise<void> {
  await suspendForAWhile(of, new Set(sent.map(({ role }) => role)));
  await renameAll(of.app.context);
  for (const { row, key, send, first } of sent.filter(({ row: { call } }) => !namesAnother.has(call))) {
    const before = await contentsOf(of.app);
    const { status, body } = await send();
    const expected = repeatedAs[row.call] === undefined ? first.status : expect.any(Number);
    expect
      .soft(status, `${key} after a suspension and a renaming: ${JSON.stringify(body)}`)
      .toEqual(expected);
    if (row.call !== 'inviteStaffMember')
      expect.soft(await contentsOf(of.app), `${key} changes nothing`).toEqual(before);
  }
}

/** The office has moved every student to another batch and project meanwhile, and corrected the name. */
async function sendAfterMoving(of: Prepared, sent: readonly Sent[]): Promise<void> {
  const { context } = of.app;
  const { id: batch_id } = await buildBatch(context, {});
  await context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ batch_id, name: 'Corrected' })
      .where('role', '=', 'student')
      .where('batch_id', 'is not', null)
      .where('anonymised_at', 'is', null)
      .execute(),
  );
  const { reader } = context.database;
  for (const { row, key, role, send, first } of sent) {
    const account = await reader
      .selectFrom('accounts')
      .where('id', '=', Number(of.made[role] ?? 0))
      .select('role')
      .executeTakeFirst();
    if (account?.role !== 'student' || namesAnother.has(row.call)) continue;
    const { status, body } = await send();
    const expected = repeatedAs[row.call] === undefined ? first.status : expect.any(Number);
    expect.soft(status, `${key} after a move: ${JSON.stringify(body)}`).toEqual(expected);
  }
}

test('calls that leave each other alone store what 1.0.0 stored', async () => {
  const of = await prepareCalls();
  const sent: Sent[] = [];
  for (const row of keyedCalls.filter((each) => !needsOwn(each))) sent.push(await sendTwice(of, row));
  await sendAfterRenaming(of, sent);
  await sendAfterMoving(of, sent);
});

for (const row of keyedCalls.filter(needsOwn))
  test(`${row.call} stores what 1.0.0 stored (${keyedCalls.indexOf(row)})`, async () => {
    const of = await prepareCalls();
    const sent = [await sendTwice(of, row)];
    await sendAfterRenaming(of, sent);
    await sendAfterMoving(of, sent);
  });
