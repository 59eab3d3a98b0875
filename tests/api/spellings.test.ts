import { expect, test } from 'vitest';
import { formerFold, nameKey } from '#contract/fold-text';
import { batchKey, batchKeys } from '#contract/limits';
import { recordAuditEvent } from '#server/audit/record-audit-event';
import { foldNames } from '#server/accounts/fold-names';
import { batchByName, batchForSignUp } from '#server/courses/batch-queries';
import { suggestBatches } from '#server/courses/suggest-batches';
import { indexWaitingQuestions, respellQuestions } from '#server/forum/search/index-question';
import { buildAdministrator, buildBatch, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

/** Of one look: with a chillu letter, as many keyboards type it, and with the letters that it is made of. */
const chillu = 'നൻ്റി';
const letters = 'നന്റി';
const both = [chillu, letters];

test('a name is found in each spelling, also one that version 1.0.0 has folded', async () => {
  const { context, as } = await makeTestApp();
  const office = await as(await buildAdministrator(context));
  const { id } = await buildStudent(context, { name: chillu });
  const find = async (q: string) => {
    const { body } = await office.get(`/api/staff/people?q=${encodeURIComponent(q)}`);
    return (body.people as { s_name: string }[]).map((person) => person.s_name);
  };
  const store = (folded_name: string) =>
    context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ folded_name, folded_from: chillu }).where('id', '=', id).execute(),
    );
  const batch = await buildBatch(context, { name: 'OURS' });
  const reader = await buildStudent(context, { batch_id: batch.id });
  await context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ batch_id: batch.id }).where('id', '=', id).execute(),
  );
  const client = await as(reader);
  const forum = `/api/discussion/discussion/${reader.email}`;
  const offered = async (typed: string) => {
    const { body } = await client.get(`${forum}/people?name=${encodeURIComponent(typed)}`);
    return (body as { name: string }[]).map(({ name }) => name);
  };
  const listed = async (q: string) => {
    const { body } = await office.get(`/api/staff/batches/OURS/progress?q=${encodeURIComponent(q)}`);
    return (body.students as { student: { s_name: string } }[]).map(({ student }) => student.s_name);
  };
  const mentioned = async () =>
    (await client.post(`${forum}/question`, { question: `And @${chillu}?` })).body.questions[0].mentions;
  await store(formerFold(chillu));
  for (const look of [find, offered, listed]) expect(await look(chillu), look.name).toEqual([chillu]);
  expect(await mentioned()).toEqual([`@${chillu}`]);
  await foldNames(context.database);
  for (const q of both)
    for (const look of [find, offered, listed]) expect(await look(q), `${look.name} ${q}`).toEqual([chillu]);
  expect(nameKey(chillu)).toBe(nameKey(letters));
});

test('a question is found in each spelling, also one that version 1.0.0 has indexed', async () => {
  const { context, as } = await makeTestApp();
  const { id: batch_id } = await buildBatch(context);
  const student = await buildStudent(context, { batch_id });
  const client = await as(student);
  for (const word of both)
    await buildQuestion(context, { batch_id, author_id: student.id, text: `${word} ആർക്ക്?` });
  await indexWaitingQuestions(context.database);
  const find = async (q: string) => {
    const url = `/api/discussion/discussion/${student.email}/questions?sort=oldest&q=${encodeURIComponent(q)}`;
    const { body } = await client.get(url);
    return (body.questions as { pieces: { text: string; found: boolean }[] }[]).map(
      ({ pieces }) => pieces.find(({ found }) => found)?.text,
    );
  };
  for (const q of both) expect(await find(q), q).toEqual(both);
  // As it was indexed before, without its other spelling.
  const words = `${batch_id}\uE000${formerFold(chillu)}`;
  await context.database.transaction((writer) =>
    writer.updateTable('question_words').set({ words }).where('question_id', '=', 1).execute(),
  );
  expect(await find(chillu)).toContain(chillu);
  await respellQuestions(context.database);
  for (const q of both) expect(await find(q), q).toEqual(both);
});

test('a batch is found in each spelling, also by a key of version 1.0.0; of two that look the same each keeps its own', async () => {
  const { context, as } = await makeTestApp();
  const { reader, transaction } = context.database;
  const office = await as(await buildAdministrator(context));
  const { id } = await buildBatch(context, { name: chillu, is_open: 1 });
  const store = (name_key: string) =>
    transaction((writer) => writer.updateTable('batches').set({ name_key }).where('id', '=', id).execute());
  const keyOf = async (name: string) =>
    (await reader.selectFrom('batches').where('name', '=', name).select('name_key').executeTakeFirst())
      ?.name_key;
  await store(formerFold(chillu));
  expect((await batchByName(reader, chillu)).name).toBe(chillu);
  expect((await batchForSignUp(reader, chillu))?.name).toBe(chillu);
  const suggested = async (typed: string) =>
    (await suggestBatches(context.database, typed)).map(({ name }) => name);
  await transaction((writer) =>
    recordAuditEvent(writer, {
      at: context.clock.now(),
      actorId: null,
      act: 'publish-announcement',
      subject: chillu,
    }),
  );
  const logged = await office.get(
    `/api/staff/audit?whom=${encodeURIComponent(`${chillu.slice(0, 1)} ${chillu.slice(1)}`)}`,
  );
  expect(logged.body.lines).toHaveLength(1);
  // Too long to be nearly the typed name.
  const long = `${chillu} 2026-11`;
  await buildBatch(context, { name: long, name_key: batchKeys(long)[0] as string, is_open: 1 });
  expect(await suggested(chillu)).toEqual([chillu, long]);
  await foldNames(context.database);
  expect(await keyOf(chillu)).toBe(batchKey(letters));
  for (const name of both) {
    expect((await batchByName(reader, name)).name, name).toBe(chillu);
    expect(await suggested(name), name).toEqual([chillu, long]);
  }
  const added = await office.post('/api/staff/catalogue/batches', {
    name: letters,
    course: 'Course 1',
    start: '2026-12-01',
  });
  expect(added.status).toBe(409);

  // Both were there before.
  await store(batchKeys(chillu)[0] as string);
  await buildBatch(context, { name: letters, name_key: batchKey(letters), is_open: 1 });
  await foldNames(context.database);
  expect(await keyOf(chillu)).toBe(formerFold(chillu));
  for (const name of both) {
    expect((await batchByName(reader, name)).name).toBe(name);
    expect((await batchForSignUp(reader, name))?.name).toBe(name);
    const url = `/api/staff/catalogue/batches/${encodeURIComponent(name)}`;
    const { status, body } = await office.get(url);
    expect([status, body.name]).toEqual([200, name]);
    const { name: own, course, version } = body;
    const changed = await office.put(url, { name: own, course, open: false, version });
    expect([changed.status, changed.body.message]).toEqual([200, undefined]);
  }
});
