import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';

async function makeClass(settings: { requireConfirmedEmail?: boolean } = {}) {
  const portal = await makeTestApp({ settings });
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const elsewhere = await buildBatch(context, { name: 'THEIRS' });
  const student = (name: string, batch_id = batch.id) => buildStudent(context, { batch_id, name });
  const asha = await student('Asha Kumari');
  const people = {
    asha,
    anu: await student('Anu Thomas'),
    other: await student('Anu'),
    namesake: await student('Anu Thomas', elsewhere.id),
    mentor: await buildMentor(context, [batch.id], { name: 'Anjali Nair' }),
  };
  const client = await portal.as(asha);
  const forum = `${discussions}/${asha.email}`;
  const minimal = { prefer: 'return=minimal' };
  return {
    ...portal,
    batch,
    people,
    client,
    forum,
    student,
    ask: async (question: string) => {
      const { body } = await client.post(`${forum}/question`, { question }, minimal);
      return body.questions[0];
    },
    noticesOf: async (person: { id: number }) =>
      (await (await portal.as(person)).get('/api/notices')).body.notices.map(
        ({ kind, text, href }: Record<string, string>) => ({ kind, text, href }),
      ),
    offered: async (name: string, at = client, to = forum) =>
      (await at.get(`${to}/people?name=${encodeURIComponent(name)}`)).body,
  };
}

test('whom a question mentions is told once, and stands in it; nobody else, and not who writes', async () => {
  const { ask, noticesOf, people, client, forum } = await makeClass();
  const asked = await ask('Why, @anu thomas, @Anjali Nair and @Asha Kumari? Not @Anuradha.');
  expect(asked.mentions).toEqual(['@anu thomas', '@Anjali Nair', '@Asha Kumari']);
  const told = {
    kind: 'mention',
    text: 'Asha Kumari mentions you in “Why, @anu thomas, @Anjali Nair and @Asha Kumari? Not @Anuradha.”',
    href: `/discussion/OURS/${asked._id}`,
  };
  expect(await noticesOf(people.anu)).toEqual([told]);
  expect(await noticesOf(people.mentor)).toEqual([told]);
  for (const person of [people.other, people.namesake, people.asha])
    expect(await noticesOf(person)).toEqual([]);
  expect(await ask('Nobody @nobody')).not.toHaveProperty('mentions');
  await client.delete(`${forum}/question/${asked._id}`);
  expect([await noticesOf(people.anu), await noticesOf(people.mentor)]).toEqual([[], []]);
});

test('a comment mentions too; who asked is told of it once', async () => {
  const { as, ask, noticesOf, people, client, forum } = await makeClass();
  const { _id: id } = await ask('Why?');
  const anu = await as(people.anu);
  const url = `${discussions}/${people.anu.email}/question/${id}`;
  const { body } = await anu.post(`${url}/answer`, { answer: '@Asha Kumari, ask @Anu' });
  expect(body.questions[0].comments[0].mentions).toEqual(['@Asha Kumari', '@Anu']);
  const text = 'Anu Thomas mentions you in “Why?”';
  expect((await noticesOf(people.asha)).map((one: { text: string }) => one.text)).toEqual([text]);
  expect(await noticesOf(people.other)).toMatchObject([{ kind: 'mention', text }]);
  await (await as(people.other)).put(`${discussions}/${people.other.email}/question/${id}/mute`);
  await anu.post(`${url}/answer`, { answer: '@Anu, and?' });
  expect(await noticesOf(people.other), 'muted').toHaveLength(1);
  expect((await noticesOf(people.asha)).map((one: { kind: string }) => one.kind)).toEqual([
    'answer',
    'mention',
  ]);
  await client.delete(`${forum}/question/${id}`);
  expect(await noticesOf(people.other)).toEqual([]);
});

test('an edit tells whom it has brought in, and nobody twice', async () => {
  const { ask, noticesOf, people, client, forum } = await makeClass();
  const { _id: id } = await ask('Why, @Anu Thomas?');
  const edit = (questionText: string) => client.put(`${forum}/question/${id}`, { questionText });
  const { body } = await edit('How, @Anu Thomas and @Anu?');
  expect(body.questions.at(-1).mentions).toEqual(['@Anu Thomas', '@Anu']);
  await edit('How?');
  await edit('How, @Anu Thomas?');
  expect([(await noticesOf(people.anu)).length, (await noticesOf(people.other)).length]).toEqual([1, 1]);
});

test('an edited comment tells whom it has brought in; deleted, nobody; brought back, all of them', async () => {
  const { as, ask, noticesOf, people } = await makeClass();
  const { _id: id } = await ask('Why?');
  const anu = await as(people.anu);
  const url = `${discussions}/${people.anu.email}/question/${id}/answer`;
  const { body } = await anu.post(url, { answer: 'Ask @Anjali Nair' });
  const comment = `${url}/${body.questions[0].comments[0].id}`;
  const edit = async (answer: string) => (await anu.put(comment, { answer })).body.questions[0].comments[0];
  expect((await edit('Ask @Anjali Nair and @Anu')).mentions).toEqual(['@Anjali Nair', '@Anu']);
  expect(await edit('Ask')).not.toHaveProperty('mentions');
  await edit('Ask @Anu and @Asha Kumari');
  const told = async () => {
    const kinds = [];
    for (const person of [people.mentor, people.other, people.asha])
      kinds.push((await noticesOf(person)).map(({ kind }: { kind: string }) => kind));
    return kinds;
  };
  expect(await told()).toEqual([['mention'], ['mention'], ['mention', 'answer']]);
  await anu.delete(comment);
  expect(await told()).toEqual([[], [], []]);
  await anu.put(`${comment}/restored`);
  expect(await told(), 'whoever asked is told once').toEqual([[], ['mention'], ['mention']]);
});

test('a question that is brought back tells again whom it mentions', async () => {
  const { ask, noticesOf, people, client, forum } = await makeClass();
  const { _id: id } = await ask('Why, @Anu?');
  const before = await noticesOf(people.other);
  await client.delete(`${forum}/question/${id}`);
  expect(await noticesOf(people.other)).toEqual([]);
  await client.put(`${forum}/question/${id}/restored`);
  expect(await noticesOf(people.other)).toEqual(before);
  expect(before).toHaveLength(1);
});

test('whom somebody mentions without a name is not told who it was, however it is told', async () => {
  const { as, context, noticesOf, people, client, forum } = await makeClass();
  const asked = await client.post(`${forum}/question`, { question: 'Why, @Anu Thomas?', anonymous: true });
  const { _id: id } = asked.body.questions[0];
  const question = `${forum}/question/${id}`;
  const { body } = await client.post(`${question}/answer`, { answer: '@Anu, perhaps?' });
  const comment = `${question}/answer/${body.questions[0].comments[0].id}`;
  await client.put(question, { questionText: 'Why, @Anu Thomas and @Anjali Nair?' });
  await client.put(comment, { answer: '@Anu and @Anjali Nair, perhaps?' });
  const who = async (person: { id: number }) =>
    (await noticesOf(person)).map(({ text }: { text: string }) => text.split(' mentions')[0]);
  const nobody = 'Someone in your batch';
  const all = async () => [await who(people.anu), await who(people.other), await who(people.mentor)];
  expect(await all()).toEqual([[nobody], [nobody], [nobody, nobody]]);
  await client.delete(comment);
  await client.put(`${comment}/restored`);
  await client.delete(question);
  await client.put(`${question}/restored`);
  expect(await all()).toEqual([[nobody], [], [nobody]]);
  const { reader } = context.database;
  const others = await reader
    .selectFrom('notices')
    .selectAll()
    .where('account_id', '!=', people.asha.id)
    .execute();
  const mailed = await reader
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '!=', people.asha.email)
    .execute();
  expect(JSON.stringify([others, mailed])).not.toContain('Asha');
  // Whoever looks at names there is offered the same people as everywhere, in the same order, and no one as who asked.
  const anu = await as(people.anu);
  const offered = await anu.get(`${discussions}/${people.anu.email}/people?name=a`);
  expect(offered.body.map(({ name }: { name: string }) => name)).toEqual([
    'Anjali Nair',
    'Anu',
    'Anu Thomas',
    'Asha Kumari',
  ]);
  // Others' names stay with what they say of it.
  await anu.post(`${discussions}/${people.anu.email}/question/${id}/answer`, { answer: '@Anu knows' });
  expect(await who(people.other)).toEqual(['Anu Thomas']);
});

test('people of one’s own batch are offered by the beginning of their name, five at most, by name alone', async () => {
  const { offered, student, batch, context, as } = await makeClass();
  const anu = { name: 'Anu', role: 'student' };
  expect(await offered('an')).toEqual([
    { name: 'Anjali Nair', role: 'mentor' },
    anu,
    { name: 'Anu Thomas', role: 'student' },
  ]);
  expect(await offered('ANU  T')).toEqual([{ name: 'Anu Thomas', role: 'student' }]);
  expect(await offered('thomas')).toEqual([]);
  expect(await offered('%')).toEqual([]);
  for (let n = 0; n < 6; n += 1) await student(`Anu ${n}`);
  expect(await offered('anu')).toHaveLength(5);
  await buildStudent(context, { batch_id: batch.id, name: 'Zed', suspended_at: 1 });
  await buildStudent(context, { batch_id: batch.id, name: 'Zara', anonymised_at: 1 });
  // Who has become a mentor of other batches is no student of this one any more.
  await buildStudent(context, { batch_id: batch.id, name: 'Zoya', role: 'mentor' });
  expect(await offered('z')).toEqual([]);
  const mentor = await as(await buildMentor(context, [batch.id], { name: 'Zubin' }));
  expect(await offered('z', mentor, `${discussions}/OURS`)).toEqual([{ name: 'Zubin', role: 'mentor' }]);
  const waiting = await buildStudent(context, { batch_id: null });
  expect(await offered('anu', await as(waiting), `${discussions}/${waiting.email}`)).toEqual([]);
});

test('nothing typed, and too much, is refused', async () => {
  const { client, forum } = await makeClass();
  for (const [name, words] of [
    ['', /name is empty/],
    ['x'.repeat(500), /at most/],
  ] as const) {
    const refused = await client.get(`${forum}/people?name=${name}`);
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(words)]);
  }
});

test('where addresses have to be confirmed, whoever may not come into the forum is not offered', async () => {
  const { offered, context, batch } = await makeClass({ requireConfirmedEmail: true });
  const unconfirmed = { batch_id: batch.id, confirmed_at: null };
  await buildStudent(context, { ...unconfirmed, name: 'Zed', must_confirm: 1 });
  await buildStudent(context, { ...unconfirmed, name: 'Zoya', must_confirm: 0 });
  expect(await offered('z')).toEqual([{ name: 'Zoya', role: 'student' }]);
});

test('an edit tells nobody who stood in the text before anybody was told', async () => {
  const { context, batch, people, client, forum, noticesOf } = await makeClass();
  const { id } = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: people.asha.id,
    text: 'Why, @Anu?',
  });
  await client.put(`${forum}/question/${id}`, { questionText: 'Why, @Anu and @Anu Thomas?' });
  expect([(await noticesOf(people.other)).length, (await noticesOf(people.anu)).length]).toEqual([0, 1]);
});
