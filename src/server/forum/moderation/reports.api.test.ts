import { expect, test } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const discussions = '/api/discussion/discussion';
const reason = 'This names my sister.';

async function makeClass(settings: { forumPostsPerHour?: number } = {}) {
  const portal = await makeTestApp({ settings });
  const { context } = portal;
  const batch = await buildBatch(context, { name: 'OURS' });
  const [author, reader, other] = [
    await buildStudent(context, { batch_id: batch.id, name: 'Asha Author' }),
    await buildStudent(context, { batch_id: batch.id, name: 'Rina Reader' }),
    await buildStudent(context, { batch_id: batch.id, name: 'Omar Other' }),
  ];
  const mentor = await buildMentor(context, [batch.id]);
  const stranger = await buildMentor(context, [(await buildBatch(context, { name: 'THEIRS' })).id]);
  const question = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: author.id,
    text: 'A rude question',
  });
  const comment = await buildComment(context, {
    question_id: question.id,
    author_id: author.id,
    text: 'A rude comment',
  });
  const as = async (person: { id: number; email: string }, named = person.email) => {
    const client = await portal.as(person);
    const forum = `${discussions}/${named}`;
    const url = `${forum}/question/${question.id}`;
    return {
      client,
      forum,
      report: (body: object = {}, headers = {}) => client.post(`${url}/report`, body, headers),
      dismiss: (body: object = {}) => client.post(`${url}/reports/dismissal`, body),
      list: () => client.get(`${forum}/reports`),
      notices: async () =>
        (await client.get('/api/notices')).body.notices.map(
          ({ kind, text, href }: Record<string, string>) => ({
            kind,
            text,
            href,
          }),
        ),
    };
  };
  const count = async () =>
    (await context.database.reader.selectFrom('post_reports').select('id').execute()).length;
  const lines = () =>
    context.database.reader
      .selectFrom('audit_log')
      .where('act', 'in', ['report-post', 'dismiss-reports'])
      .orderBy('id')
      .select(['act', 'actor_id as actor', 'about_id as about', 'after'])
      .execute();
  return {
    portal,
    context,
    batch,
    author,
    reader,
    other,
    mentor,
    stranger,
    question,
    comment,
    as,
    count,
    lines,
  };
}

test('a post is reported once by each person, with a reason or without; the mentors find all of it', async () => {
  const { as, reader, other, mentor, question, comment, count } = await makeClass();
  const [one, two, desk] = [await as(reader), await as(other), await as(mentor, 'OURS')];
  expect(await one.report({ reason: `  ${reason} ` })).toMatchObject({
    status: 201,
    body: { already_reported: false },
  });
  expect(await one.report({ reason: 'Again' })).toMatchObject({
    status: 200,
    body: { already_reported: true },
  });
  expect((await two.report()).status).toBe(201);
  expect((await two.report({ comment: String(comment.id) })).status, 'another post').toBe(201);
  expect(await count()).toBe(3);
  const { status, body } = await desk.list();
  expect(status).toBe(200);
  expect(body).toEqual({
    posts: [
      {
        question: String(question.id),
        comment: null,
        text: 'A rude question',
        author: 'Asha Author',
        reports: [
          { reporter: 'Rina Reader', reason, reported_at: expect.any(String) },
          { reporter: 'Omar Other', reason: null, reported_at: expect.any(String) },
        ],
      },
      {
        question: String(question.id),
        comment: String(comment.id),
        text: 'A rude comment',
        author: 'Asha Author',
        reports: [{ reporter: 'Omar Other', reason: null, reported_at: expect.any(String) }],
      },
    ],
  });
});

test('the own post, one that is not there and a reason that is too long are refused in words', async () => {
  const { as, author, reader, portal, count, comment } = await makeClass();
  const own = await (await as(author)).report();
  expect(own).toMatchObject({ status: 400, body: { message: expect.stringContaining('your own') } });
  expect((await (await as(author)).report({ comment: String(comment.id) })).status).toBe(400);
  const one = await as(reader);
  expect((await one.report({ comment: '999' })).status).toBe(404);
  expect((await one.report({ comment: 'x' })).status).toBe(404);
  expect((await one.client.post(`${one.forum}/question/999/report`, {})).status).toBe(404);
  const long = await one.report({ reason: 'x'.repeat(501) });
  expect(long).toMatchObject({ status: 400, body: { message: expect.stringContaining('500') } });
  // A misspelt field would report the question in place of the comment.
  const misspelt = await one.report({ coment: '1' });
  expect(misspelt).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('The body can have only: comment, reason') },
  });
  const outsider = await as(await buildStudent(portal.context));
  expect((await outsider.report()).status, 'of another batch').toBe(404);
  expect(await count()).toBe(0);
});

test('the mentors are told once a post, with how many have reported it, and nobody else is told', async () => {
  const { as, author, reader, other, mentor, stranger } = await makeClass();
  const desk = await as(mentor, 'OURS');
  await (await as(reader)).report({ reason });
  const told = (text: string) => [{ kind: 'post-reported', text, href: '/staff/batches/OURS#reports' }];
  expect(await desk.notices()).toEqual(told('A question in OURS was reported'));
  await (await as(other)).report();
  expect(await desk.notices()).toEqual(told('A question in OURS was reported by 2 people'));
  await (await as(reader)).report();
  expect(await desk.notices()).toEqual(told('A question in OURS was reported by 2 people'));
  for (const [person, named] of [
    [author, author.email],
    [other, other.email],
    [stranger, 'THEIRS'],
  ] as const)
    expect(await (await as(person, named)).notices()).toEqual([]);
});

test('a mentor finds nothing to do: the post is off the list and off the notices, until somebody else reports it', async () => {
  const { as, reader, other, mentor, author, lines } = await makeClass();
  const desk = await as(mentor, 'OURS');
  await (await as(reader)).report({ reason });
  expect((await desk.dismiss()).status).toBe(204);
  expect((await desk.dismiss()).status).toBe(204);
  expect((await desk.list()).body).toEqual({ posts: [] });
  expect(await desk.notices()).toEqual([]);
  expect(await (await as(reader)).report()).toMatchObject({ status: 200 });
  expect((await desk.list()).body.posts).toEqual([]);
  await (await as(other)).report();
  expect((await desk.list()).body.posts).toMatchObject([{ reports: [{ reporter: 'Omar Other' }] }]);
  expect(await desk.notices()).toMatchObject([{ text: 'A question in OURS was reported' }]);
  const found = await lines();
  expect(found).toMatchObject([
    { act: 'report-post', actor: reader.id, about: author.id },
    { act: 'dismiss-reports', actor: mentor.id, about: author.id },
    { act: 'report-post', actor: other.id, about: author.id },
  ]);
  expect(JSON.stringify(found), 'the reason is for the mentors alone').not.toContain('sister');
});

test('the mentors of the batch and administrators alone see and settle reports', async () => {
  const { as, author, reader, stranger } = await makeClass();
  await (await as(reader)).report({ reason });
  for (const [person, named] of [
    [author, author.email],
    [reader, reader.email],
    [stranger, 'OURS'],
  ] as const) {
    const someone = await as(person, named);
    expect((await someone.list()).status).toBe(403);
    expect((await someone.dismiss()).status).toBe(403);
  }
  const { client, forum } = await as(author);
  const seen = JSON.stringify((await client.get(forum)).body);
  expect(seen).toContain('A rude question');
  expect(seen).not.toContain('sister');
  expect(seen).not.toContain('Rina Reader');
});

test('deleted posts are off the list, and are not reported', async () => {
  const { as, author, reader, mentor, question, comment } = await makeClass();
  const one = await as(reader);
  await one.report();
  await one.report({ comment: String(comment.id) });
  const { client, forum } = await as(author);
  const deleted = await client.delete(`${forum}/question/${question.id}/answer/${comment.id}`);
  expect(deleted.status).toBe(200);
  expect((await (await as(mentor, 'OURS')).list()).body.posts).toMatchObject([{ comment: null }]);
  expect((await (await as(mentor, 'OURS')).report({ comment: String(comment.id) })).status).toBe(404);
  expect((await client.delete(`${forum}/question/${question.id}`)).status).toBe(200);
  expect((await (await as(mentor, 'OURS')).list()).body.posts).toEqual([]);
});

test('an account reports so many posts an hour; what it has reported before adds nothing', async () => {
  const { as, reader, comment, context, question, author } = await makeClass({ forumPostsPerHour: 2 });
  const one = await as(reader);
  expect((await one.report()).status).toBe(201);
  expect((await one.report()).status).toBe(200);
  expect((await one.report({ comment: String(comment.id) })).status).toBe(201);
  const third = await buildComment(context, {
    question_id: question.id,
    author_id: author.id,
    text: 'Third',
  });
  const refused = await one.report({ comment: String(third.id) });
  expect(refused).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('reported too many posts') },
  });
  expect((await one.report()).status).toBe(200);
});

test('a repetition under a key is the same report; the key with another post is refused', async () => {
  const { as, reader, comment, count } = await makeClass();
  const one = await as(reader);
  const key = { 'idempotency-key': 'k' };
  expect((await one.report({}, key)).status).toBe(201);
  expect((await one.report({}, key)).status).toBe(200);
  expect((await one.report({ comment: String(comment.id) }, key)).status).toBe(409);
  expect(await count()).toBe(1);
});
