import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { recordQueries } from '#support/record-queries';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';

/** A batch in which one student asks, another comments, and a third and a mentor read. */
async function makeClass() {
  const portal = await makeTestApp();
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = () => buildStudent(context, { batch_id: batch.id });
  const [asker, helper, reader] = [await student(), await student(), await student()];
  const mentor = await buildMentor(context, [batch.id]);
  const as = async (person: { id: number; email: string }, named = person.email) => {
    const client = await portal.as(person);
    const forum = `${discussions}/${named}`;
    const minimal = { prefer: 'return=minimal' };
    const list = async (query = '') => (await client.get(`${forum}${query}`)).body;
    const unreadIn = (questions: { _id: string; unread: number }[]) =>
      Object.fromEntries(questions.map(({ _id, unread }) => [_id, unread]));
    const count = async () => (await client.get(`${forum}/unread`)).body;
    return {
      client,
      forum,
      list,
      count,
      ask: async (question = 'Docker fails. Why?'): Promise<string> =>
        (await client.post(`${forum}/question`, { question }, minimal)).body.questions[0]._id,
      comment: async (id: string, answer = 'So.'): Promise<string> => {
        const { body } = await client.post(`${forum}/question/${id}/answer`, { answer }, minimal);
        return body.questions[0].comments.at(-1).id;
      },
      read: (id: string, comment?: string) =>
        client.put(`${forum}/question/${id}/read`, comment === undefined ? {} : { comment }),
      markUnread: (id: string, headers = {}) =>
        client.put(`${forum}/question/${id}/unread`, undefined, headers),
      readAll: (version: number) => client.put(`${forum}/read`, { version }),
      mute: (id: string) => client.put(`${forum}/question/${id}/mute`),
      unmute: (id: string) => client.delete(`${forum}/question/${id}/mute`),
      notices: async () =>
        (await client.get('/api/notices')).body.notices.map(({ kind }: { kind: string }) => kind),
      /** What every place says: the list read anew and from the cache, the question alone, what is found, the filter, the number. */
      everywhere: async (id: string) => {
        const found = async (query: string) => unreadIn((await list(`/questions?${query}`)).questions)[id];
        const filtered = unreadIn((await list('/questions?filter=unread')).questions);
        const numbers = [
          unreadIn((await list()).questions)[id],
          unreadIn((await list()).questions)[id],
          unreadIn((await list(`?question=${id}`)).questions)[id],
          await found('sort=newest'),
          await found('q=docker'),
          filtered[id] ?? 0,
        ];
        expect((await count()).unread, 'the number of those that the filter has').toBe(
          Object.keys(filtered).length,
        );
        expect(new Set(numbers).size, numbers.join()).toBe(1);
        return numbers[0];
      },
    };
  };
  return {
    ...portal,
    batch,
    as,
    student,
    people: { asker, helper, reader, mentor },
    mine: await as(asker),
    helping: await as(helper),
    reading: await as(reader),
  };
}

test('what others post is unread until it is shown; one’s own posts and edits never are', async () => {
  const { mine, helping, reading, people, as } = await makeClass();
  const desk = await as(people.mentor, 'OURS');
  const id = await mine.ask();
  expect([await mine.everywhere(id), await reading.everywhere(id), await desk.everywhere(id)]).toEqual([
    0, 1, 1,
  ]);
  const first = await helping.comment(id);
  const second = await helping.comment(id);
  expect([await mine.everywhere(id), await reading.everywhere(id)]).toEqual([2, 3]);
  // The one who has commented has not opened it: the question itself is still new to them.
  expect(await helping.everywhere(id)).toBe(1);
  expect((await reading.read(id)).body).toEqual({ unread: 1, version: 3 });
  expect(await reading.everywhere(id)).toBe(2);
  await reading.read(id, first);
  expect(await reading.everywhere(id)).toBe(1);
  expect((await reading.read(id, second)).body.unread).toBe(0);
  expect(await reading.everywhere(id)).toBe(0);
  await mine.client.put(`${mine.forum}/question/${id}`, { questionText: 'Docker fails. How?' });
  expect(await reading.everywhere(id)).toBe(0);
  await mine.comment(id, 'Thanks.');
  expect(await reading.everywhere(id)).toBe(1);
  // A tab that shows less, and whose call comes later, takes nothing back.
  const newest = await mine.comment(id, 'It works.');
  await reading.read(id, newest);
  await reading.read(id, first);
  expect(await reading.everywhere(id)).toBe(0);
  expect(await desk.everywhere(id)).toBe(5);
});

test('what is marked as unread stays so until it is opened, and a deleted question is nobody’s', async () => {
  const { mine, reading } = await makeClass();
  const [one, other] = [await mine.ask(), await mine.ask()];
  await reading.read(one);
  await reading.read(other);
  expect((await reading.markUnread(one)).body.unread).toBe(1);
  expect([await reading.everywhere(one), await reading.everywhere(other)]).toEqual([1, 0]);
  await mine.markUnread(other);
  expect(await mine.everywhere(other), 'of one’s own too').toBe(1);
  await reading.read(one);
  expect(await reading.everywhere(one)).toBe(0);
  await reading.markUnread(one);
  await mine.client.delete(`${mine.forum}/question/${one}`);
  expect((await reading.count()).unread).toBe(0);
  expect((await reading.list('/questions?filter=unread')).questions).toEqual([]);
});

test('a deleted comment is not unread, and brought back it is as before, read or not', async () => {
  const { mine, helping, reading } = await makeClass();
  const id = await mine.ask();
  await reading.read(id);
  const comment = await helping.comment(id);
  const other = await helping.comment(id);
  expect(await reading.everywhere(id)).toBe(2);
  const at = (which: string) => `${helping.forum}/question/${id}/answer/${which}`;
  await helping.client.delete(at(comment));
  expect(await reading.everywhere(id)).toBe(1);
  await helping.client.delete(at(other));
  expect([await reading.everywhere(id), (await reading.count()).unread]).toEqual([0, 0]);
  await helping.client.put(`${at(comment)}/restored`);
  expect(await reading.everywhere(id)).toBe(1);
  await reading.read(id, comment);
  await helping.client.put(`${at(other)}/restored`);
  expect(await reading.everywhere(id)).toBe(1);
  await reading.read(id, other);
  await helping.client.delete(at(other));
  await helping.client.put(`${at(other)}/restored`);
  await helping.client.put(at(other), { answer: 'So, then.' });
  expect(await reading.everywhere(id)).toBe(0);
});

test('all is read up to what was counted: what has come since stays unread', async () => {
  const { mine, reading } = await makeClass();
  const one = await mine.ask();
  await reading.markUnread(one);
  const { version } = await reading.count();
  const other = await mine.ask();
  expect((await reading.readAll(version)).body.unread).toBe(1);
  expect([await reading.everywhere(one), await reading.everywhere(other)]).toEqual([0, 1]);
  await reading.readAll(0);
  expect(await reading.everywhere(one)).toBe(0);
  expect((await reading.readAll(1_000_000)).body.unread).toBe(0);
  // A version that has not come yet is no way to read what will come.
  expect(await reading.everywhere(await mine.ask())).toBe(1);
});

test('who comes into a batch later has read what was there before', async () => {
  const { mine, helping, as, student, context, batch, people } = await makeClass();
  const id = await mine.ask();
  const late = await as(await student());
  expect(await late.everywhere(id)).toBe(0);
  await helping.comment(id);
  expect(await late.everywhere(id)).toBe(1);
  const elsewhere = await buildBatch(context);
  const place = (account: number, batch_id: number) =>
    context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ batch_id }).where('id', '=', account).execute(),
    );
  const moved = await buildStudent(context, { batch_id: elsewhere.id });
  await place(moved.id, batch.id);
  const moving = await as(moved);
  expect(await moving.everywhere(id)).toBe(0);
  await place(people.reader.id, elsewhere.id);
  await helping.comment(id);
  await place(people.reader.id, batch.id);
  expect(await (await as(people.reader)).everywhere(id), 'who comes back too').toBe(0);
  const mentor = await as(await buildMentor(context, [batch.id]), 'OURS');
  expect(await mentor.everywhere(id)).toBe(0);
  await helping.comment(id);
  expect([await moving.everywhere(id), await mentor.everywhere(id)]).toEqual([2, 1]);
});

test('an administrator, who is in no batch, has nothing unread but what is marked', async () => {
  const { mine, as, context } = await makeClass();
  const id = await mine.ask();
  const { id: office, email } = await buildStudent(context, { batch_id: null, role: 'administrator' });
  const looking = await as({ id: office, email }, 'OURS');
  expect(await looking.everywhere(id)).toBe(0);
  await looking.markUnread(id);
  expect(await looking.everywhere(id)).toBe(1);
  await looking.read(id);
  expect(await looking.everywhere(id)).toBe(0);
});

test('a muted question is not unread, and its author, who took part, and whoever commented are told nothing', async () => {
  const { mine, helping, reading } = await makeClass();
  const id = await mine.ask();
  await mine.mute(id);
  await reading.comment(id, 'Here too.');
  expect((await reading.mute(id)).body.unread).toBe(0);
  const answer = await helping.comment(id);
  expect([await reading.everywhere(id), await mine.everywhere(id)]).toEqual([0, 0]);
  expect((await reading.list()).questions[0]).toMatchObject({ isMuted: true, unread: 0 });
  expect((await helping.list()).questions[0].isMuted).toBe(false);
  await helping.mute(id);
  await mine.client.put(`${mine.forum}/question/${id}/solution`, { comment: answer });
  expect([await mine.notices(), await helping.notices(), await reading.notices()]).toEqual([[], [], []]);
  await reading.markUnread(id);
  expect(await reading.everywhere(id), 'muted is stronger').toBe(0);
  expect((await reading.count()).unread).toBe(0);
  expect((await mine.unmute(id)).body.unread).toBe(1);
  expect(await mine.everywhere(id)).toBe(2);
  await helping.comment(id, 'And so.');
  expect(await mine.notices()).toEqual(['answer']);
});

test('a repeated key marks nothing again that was read since', async () => {
  const { mine, reading } = await makeClass();
  const id = await mine.ask();
  const key = { 'idempotency-key': 'a-press-of-mine' };
  expect((await reading.markUnread(id, key)).body.unread).toBe(1);
  await reading.read(id);
  expect((await reading.markUnread(id, key)).body.unread).toBe(0);
  expect((await reading.markUnread(await mine.ask(), key)).status).toBe(409);
  // Also when the question is gone by then.
  await mine.client.delete(`${mine.forum}/question/${id}`);
  expect((await reading.markUnread(id, key)).status).toBe(200);
  expect((await reading.markUnread(id, { 'idempotency-key': 'another' })).status).toBe(404);
});

test.each([
  [
    'an id that is none',
    (id: string) => [`question/${id}/read`, { comment: 'all' }],
    400,
    /comment must be the id/,
  ],
  [
    'a comment that is no text',
    (id: string) => [`question/${id}/read`, { comment: 7 }],
    400,
    /comment must be the id/,
  ],
  ['a question that is not there', () => ['question/987654/read', {}], 404, /does not exist or was removed/],
  ['an unknown question', () => ['question/all/unread', undefined], 404, /does not exist or was removed/],
  ['a version that is none', () => ['read', { version: -1 }], 400, /version must be a version/],
  ['no version', () => ['read', {}], 400, /version must be a version/],
] as [string, (id: string) => [string, unknown], number, RegExp][])(
  '%s is refused',
  async (_, make, status, words) => {
    const { mine, reading } = await makeClass();
    const [path, body] = make(await mine.ask());
    const refused = await reading.client.put(`${reading.forum}/${path}`, body);
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(words)]);
  },
);

test('a question of another batch is not there, whatever is done with it', async () => {
  const { mine, as, context } = await makeClass();
  const id = await mine.ask();
  const stranger = await as(await buildStudent(context));
  for (const refused of [await stranger.read(id), await stranger.markUnread(id), await stranger.mute(id)])
    expect(refused.status).toBe(404);
  expect(await context.database.reader.selectFrom('question_reads').selectAll().execute()).toEqual([]);
});

test('the filter goes on after a place, in both orders, and together with words', async () => {
  const { mine, reading } = await makeClass();
  const ids = [];
  for (const text of ['Docker one', 'npm two', 'Docker three', 'Docker four']) ids.push(await mine.ask(text));
  const [one, two, three, four] = ids as [string, string, string, string];
  await reading.read(four);
  const found = async (query: string) =>
    (await reading.list(`/questions?filter=unread&${query}`)).questions.map(
      ({ _id }: { _id: string }) => _id,
    );
  expect(await found('')).toEqual([three, two, one]);
  expect(await found('sort=oldest')).toEqual([one, two, three]);
  expect(await found(`after=${three}`)).toEqual([two, one]);
  expect(await found(`sort=oldest&after=${one}`)).toEqual([two, three]);
  expect((await found('q=docker')).toSorted()).toEqual([one, three]);
  await reading.mute(one);
  expect(await found('q=docker')).toEqual([three]);
});

test(
  'only the newest thousand changes can be unread; number and filter take one query beside the session’s',
  { tags: 'full' },
  async () => {
    const { mine, reading, context, batch, people } = await makeClass();
    const id = Number(await mine.ask());
    const { clear, queries } = await recordQueries(context.database);
    const cost = async (read: () => Promise<unknown>) => {
      clear();
      await read();
      return queries().length;
    };
    const costs = async () => [
      await cost(reading.count),
      await cost(() => reading.list('/questions?filter=unread')),
    ];
    expect(await costs()).toEqual([2, 3]);
    const comments = Array.from({ length: 50 }, () => ({
      question_id: id,
      author_id: people.asker.id,
      text: 'x',
      created_at: 1,
    }));
    // In small parts: a busy machine gives up one long statement.
    for (let part = 0; part < 20; part += 1)
      await context.database.transaction((writer) =>
        writer.insertInto('comments').values(comments).execute(),
      );
    const asked = Number(await mine.ask());
    expect(await costs()).toEqual([2, 3]);
    const posts = context.database.reader.selectFrom('post_versions').where('batch_id', '=', batch.id);
    expect(await posts.select('version').execute()).toHaveLength(1_002);
    const unread = async () =>
      (await reading.list()).questions.map(({ unread: number }: { unread: number }) => number);
    expect(await unread(), 'one more than a screen shows').toEqual([100, 1]);
    expect((await reading.count()).unread).toBe(2);
    await context.database.transaction(async (writer) => {
      for (let edit = 0; edit < 999; edit += 1)
        await writer.updateTable('questions').set({ edited_at: edit }).where('id', '=', id).execute();
    });
    expect(await unread(), 'all but the newest has gone by').toEqual([0, 1]);
    expect((await reading.count()).unread).toBe(1);
    expect(asked).toBeGreaterThan(id);
  },
);

test('a hundred readings at once leave one row', async () => {
  const { mine, reading, context } = await makeClass();
  const id = await mine.ask();
  const answers = await Promise.all(Array.from({ length: 100 }, () => reading.read(id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await context.database.reader.selectFrom('question_reads').selectAll().execute()).toHaveLength(1);
});
