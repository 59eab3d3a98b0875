import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { makeSecondApp } from '#support/second-app';
import { makeTestApp, type Answer, type Client } from '#support/test-app';

const minute = 60_000;

/** A batch with so many submissions, and two mentors of it, each at a process of their own. */
async function makeMentors(submissions: number) {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const numbers: string[] = [];
  while (numbers.length < submissions) {
    const { id } = await buildStudent(context, { batch_id: batch.id });
    for (const task of tasks.slice(0, submissions - numbers.length))
      numbers.push((await buildSubmission(context, { account_id: id, task })).number);
  }
  const bina = await buildMentor(context, [batch.id], { name: 'Bina' });
  const ravi = await buildMentor(context, [batch.id], { name: 'Ravi' });
  const asElsewhere = await makeSecondApp(app);
  const asBina = await app.as(bina);
  const asRavi = await asElsewhere(ravi);
  return { ...app, numbers, asBina, asRavi };
}

const markAt = (client: Client, number: string, body: object) =>
  client.put(`/api/staff/submissions/${number}/mark`, body);

/** Marks every submission, some at a time. */
async function markAll(
  client: Client,
  numbers: readonly string[],
  bodyOf: (number: string) => object,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const left = [...numbers];
  const work = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift())
      answers.set(number, await markAt(client, number, bodyOf(number)));
  };
  await Promise.all([work(), work(), work(), work()]);
  return answers;
}

test(
  'two mentors mark the same hundred submissions at once: nothing is overwritten unseen, and every text is kept',
  { tags: 'full' },
  async () => {
    const { numbers, asBina, asRavi } = await makeMentors(100);
    const bodyOf = (name: string, marks: number) => (number: string) => ({
      marks,
      comments: `${name} on ${number}`,
      original: null,
    });
    const [binas, ravis] = await Promise.all([
      markAll(asBina, numbers, bodyOf('Bina', 60)),
      markAll(asRavi, numbers.toReversed(), bodyOf('Ravi', 70)),
    ]);
    let refusedTo = { Bina: 0, Ravi: 0 };
    for (const number of numbers) {
      const both = [binas.get(number) as Answer, ravis.get(number) as Answer];
      expect(both.map(({ status }) => status).toSorted(), number).toEqual([200, 409]);
      const [first, second] = both.toSorted((a, b) => a.status - b.status) as [Answer, Answer];
      const loser = second === both[0] ? 'Bina' : 'Ravi';
      refusedTo = { ...refusedTo, [loser]: refusedTo[loser] + 1 };
      // Whoever came second is shown what came first, and still has the own text.
      expect(second.body.current).toMatchObject({
        marks: first.body.marks,
        comments: first.body.mark_comments,
        marked_by: loser === 'Bina' ? 'Ravi' : 'Bina',
      });
      const client = loser === 'Bina' ? asBina : asRavi;
      const { marks, comments, released } = second.body.current;
      const again = await markAt(client, number, {
        marks: loser === 'Bina' ? 60 : 70,
        comments: `${loser} on ${number}`,
        original: { marks, comments, released },
      });
      expect(again.status, 'sent all the same').toBe(200);
    }
    expect(Math.min(refusedTo.Bina, refusedTo.Ravi), 'each came first somewhere').toBeGreaterThan(0);
    for (const number of numbers) {
      const { history } = (await asRavi.get(`/api/staff/submissions/${number}/history`)).body;
      const texts = history.map(({ after }: { after: { comments: string } }) => after.comments);
      expect(texts.toSorted()).toEqual([`Bina on ${number}`, `Ravi on ${number}`]);
      expect(history[0].before).toEqual(history[1].after);
    }
  },
);

test('whoever opens a submission sees who else has it open, at whatever process, until ten idle minutes are over', async () => {
  const { numbers, asBina, asRavi, clock, context } = await makeMentors(2);
  const [number, another] = numbers as [string, string];
  const url = `/api/staff/submissions/${number}/open`;
  const since = new Date(clock.now()).toISOString();
  expect((await asBina.put(url)).body).toEqual({ others: [] });
  expect((await asRavi.get(url)).body.others).toEqual([{ name: 'Bina', since }]);
  expect((await asBina.get(url)).body, 'looking is not opening').toEqual({ others: [] });
  expect((await asRavi.get(`/api/staff/submissions/${another}/open`)).body.others).toEqual([]);
  clock.advance(9 * minute);
  expect((await asRavi.put(url)).body.others).toEqual([{ name: 'Bina', since }]);
  await asBina.put(url);
  clock.advance(9 * minute);
  expect((await asRavi.get(url)).body.others, 'still at work').toEqual([{ name: 'Bina', since }]);
  clock.advance(minute);
  expect((await asRavi.get(url)).body, 'idle').toEqual({ others: [] });
  await asRavi.put(url);
  expect(
    (await context.database.reader.selectFrom('open_submissions').select('account_id').execute()).length,
  ).toBe(1);
  expect((await asBina.get(url)).body.others).toMatchObject([{ name: 'Ravi' }]);
  expect((await asRavi.delete(url)).status).toBe(204);
  expect((await asBina.get(url)).body).toEqual({ others: [] });
});

test('a mentor sees what colleagues have open in the same batch, by student and task, until they leave it', async () => {
  const { numbers, asBina, asRavi, clock, context } = await makeMentors(8);
  const openAt = (number: string | undefined) => `/api/staff/submissions/${number}/open`;
  const rows = await context.database.reader
    .selectFrom('submissions')
    .innerJoin('accounts', 'accounts.id', 'submissions.account_id')
    .select(['number', 'email', 'task', 'batch_id'])
    .execute();
  const row = (number: string | undefined) => {
    const { email, task } = rows.find((one) => one.number === number) as (typeof rows)[number];
    return { s_id: email, task, name: 'Bina' };
  };
  await asBina.put(openAt(numbers[1]));
  clock.advance(1_000);
  await asBina.put(openAt(numbers[7]));
  const { others, in_batch } = (await asRavi.put(openAt(numbers[0]))).body;
  expect(others, 'not this one').toEqual([]);
  expect(in_batch).toEqual([row(numbers[1]), row(numbers[7])]);
  expect((await asBina.get(openAt(numbers[1]))).body.in_batch, 'not what is their own').toMatchObject([
    { name: 'Ravi' },
  ]);
  expect((await asRavi.get(openAt(numbers[7]))).body, 'also the one asked for').toMatchObject({
    others: [{ name: 'Bina' }],
    in_batch: [row(numbers[1]), row(numbers[7])],
  });

  await asBina.delete(openAt(numbers[1]));
  expect((await asRavi.get(openAt(numbers[0]))).body.in_batch).toEqual([row(numbers[7])]);
  clock.advance(10 * minute);
  expect((await asRavi.get(openAt(numbers[0]))).body, 'idle').toEqual({ others: [] });
});

test('what is open in another batch is shown to nobody who does not mentor it', async () => {
  const { numbers, asBina, asRavi, context, as } = await makeMentors(1);
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  const { number } = await buildSubmission(context, { account_id: student.id });
  const meera = await as(await buildMentor(context, [batch.id], { name: 'Meera' }));
  await meera.put(`/api/staff/submissions/${number}/open`);
  await asBina.put(`/api/staff/submissions/${numbers[0]}/open`);
  expect((await asRavi.get(`/api/staff/submissions/${numbers[0]}/open`)).body.in_batch).toMatchObject([
    { name: 'Bina' },
  ]);
  expect((await meera.get(`/api/staff/submissions/${number}/open`)).body).toEqual({ others: [] });
  expect((await asRavi.get(`/api/staff/submissions/${number}/open`)).status).toBe(403);
});
