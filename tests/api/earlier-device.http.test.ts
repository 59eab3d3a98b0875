import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byTask } from '#contract/submissions/declaration';
import { openEarlierDevice } from '#support/earlier-device';
import {
  buildAdministrator,
  buildComment,
  buildMark,
  buildMentor,
  buildPrivateQuestion,
  buildQuestion,
  buildRubricLine,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeStudentFixture } from '#support/student-fixture';
import { begin, idOf, patch } from '#support/tus';
import type { QueuedRequest } from '#web/lib/outbox/queued-request';
import { openRequestStore } from '#web/lib/outbox/request-store';
import { sendWaiting } from '#web/lib/outbox/send';

/**
 * A device that has not been online since version 1.0.0 meets today's code and portal: each request arrives once, with its
 * file, under its key, although each answer is lost once.
 */

// As in a browser: for Node the package has another build, which takes no files.
vi.mock(
  'tus-js-client',
  () => import(new URL('../../node_modules/tus-js-client/lib.esm/browser/index.js', import.meta.url).href),
);

beforeEach(() => {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('location', new URL('http://portal.test/'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const fileBytes = 1_300_000;

/** The portal that the device left, with what its requests are about. */
async function makePortal() {
  const fixture = await makeStudentFixture(40);
  const { context, student, client } = fixture;
  const batch_id = student.batch_id as number;
  const mentor = await buildMentor(context, [batch_id]);
  const office = await fixture.as(await buildAdministrator(context));
  const author_id = student.id;
  const question = await buildQuestion(context, { author_id, batch_id });
  const edited = await buildQuestion(context, { author_id, batch_id, text: 'Question 1' });
  const comment = await buildComment(context, { author_id, question_id: edited.id, text: 'Second' });
  const own = await buildPrivateQuestion(context, { authorId: author_id, batchId: batch_id });

  // A released mark to be reviewed, and two submissions of another student: one to be marked, one marked before.
  const reviewed = await buildSubmission(context, { account_id: author_id });
  await buildMark(context, { submission_id: reviewed.id });
  const other = await buildStudent(context, { batch_id });
  const { project_id } = await buildSelection(context, { account_id: other.id });
  const lines = [
    await buildRubricLine(context, { project_id, points: 60 }),
    await buildRubricLine(context, { project_id, points: 40 }),
  ].map(({ id }) => String(id));
  const marked = await buildSubmission(context, { account_id: other.id });
  const unmarked = await buildSubmission(context, { account_id: other.id, task: 'week-2' });
  const rubric = { lines: [lines[0]], reason: null };
  const first = await (
    await fixture.as(mentor)
  ).put(`/api/staff/submissions/${marked.number}/mark`, {
    marks: 60,
    comments: 'So.',
    released: false,
    rubric,
  });
  expect(first.status).toBe(200);

  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  const entry = `/api/staff/catalogue/batches/${name}`;
  const { used: _, accounts: __, ...batch } = (await office.get(entry)).body;
  await office.put(entry, {
    ...batch,
    declaration: { statement: 'It is my own work.', ai_use: byTask({}) },
  });
  const { declaration } = (await client.get(fixture.url('timeline'))).body;

  // Two large files are on their way: all of one, and half of the other.
  const start = { length: fileBytes };
  const whole = idOf(await begin(client, { ...start, task: 'viva', name: 'film.txt' }));
  expect((await patch(client, whole, 'v'.repeat(fileBytes))).status).toBe(204);
  const half = idOf(await begin(client, { ...start, task: 'final', name: 'final.txt' }));
  expect((await patch(client, half, 'f'.repeat(fileBytes / 2))).status).toBe(204);

  const renames = {
    'asha@example.test': student.email,
    'ravi@example.test': mentor.email,
    'MERN-2026-11': name,
    'upload-1': whole,
    'upload-2': half,
    'CAP-7K3M-92QX-W4TD-A8JH': unmarked.number,
    'CAP-2222-3333-4444-5555': marked.number,
    '70001': String(question.id),
    '70002': String(edited.id),
    '70003': String(comment.id),
    '70004': own.id,
    d1: declaration?.id ?? '',
    '7': lines[0] ?? '',
    '8': lines[1] ?? '',
  };
  return { ...fixture, mentor, other, marked, unmarked, own, renames };
}

/** The browser of a person; every answer to a request with a key is lost once. */
function loseAnswers(app: { inject: (options: object) => Promise<any> }, cookieOf: () => string) {
  const keys: string[] = [];
  const begun: string[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname, search } = new URL(address, location.origin);
    const request = new Request(new URL(address, location.origin), init);
    const body = Buffer.from(await request.arrayBuffer());
    const answer = await app.inject({
      method: request.method,
      url: pathname + search,
      headers: { ...Object.fromEntries(request.headers), cookie: cookieOf() },
      ...(body.length > 0 && { payload: body }),
    });
    const key = request.headers.get('Idempotency-Key');
    if (pathname === '/api/uploads') begun.push(pathname);
    if (key !== null) {
      keys.push(key);
      if (keys.indexOf(key) === keys.length - 1) throw new TypeError('Failed to fetch');
    }
    const { statusCode: status, headers, rawPayload } = answer;
    const isEmpty = status === 204 || request.method === 'HEAD';
    return new Response(isEmpty ? null : new Uint8Array(rawPayload), { status, headers });
  });
  return { keys, begun };
}

async function sendAll(): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) if ((await sendWaiting()) === 'empty') return;
  throw new Error('Something is still waiting.');
}

it('all that the outbox of version 1.0.0 holds arrives after the update, each request once', async () => {
  const portal = await makePortal();
  const { app, context, student, client, url, mentor, other, marked, unmarked, own, renames } = portal;
  const rows = await openEarlierDevice(renames);
  const stored = (account: string) =>
    rows.flatMap(({ database, value }) =>
      database === `capstone outbox of ${account}` && 'call' in (value as object)
        ? [value as QueuedRequest]
        : [],
    );
  const [asha, ravi] = [student, mentor].map(({ email }) => stored(email)) as [
    QueuedRequest[],
    QueuedRequest[],
  ];
  let cookie = await portal.cookieOf(student);
  const { keys, begun } = loseAnswers(app, () => cookie);
  await sendAll();
  cookie = await portal.cookieOf(mentor);
  await sendAll();

  const isPaused = ({ state }: QueuedRequest) => state === 'paused';
  const due = [...asha, ...ravi].filter((request) => !isPaused(request)).map((one) => one.idempotencyKey);
  expect(keys.toSorted(), 'each twice, under its key').toEqual([...due, ...due].toSorted());
  expect(begun, 'half an upload continues').toEqual([]);
  const left = async (account: string) => {
    const list = await openRequestStore(account).list();
    return list.map(({ call, subject, state, failure }) => [call, subject, state, failure?.message]);
  };
  expect(await left(student.email)).toEqual(
    asha.map((one) => [one.call, one.subject, isPaused(one) ? 'paused' : 'done', undefined]),
  );
  expect(await left(mentor.email)).toEqual(
    ravi.map(({ call, subject }) => [call, subject, 'done', undefined]),
  );

  const { reader } = context.database;
  const submissions = await reader
    .selectFrom('submissions')
    .where('account_id', '=', student.id)
    .where('idempotency_key', 'is not', null)
    .select(['task', 'version', 'file_name', 'file_sha256', 'idempotency_key', 'ai_use'])
    .orderBy('task')
    .execute();
  const keyOf = (subject: string) => asha.find((one) => one.subject === subject)?.idempotencyKey;
  const arrived = (task: string, name: string | null, content: string | null, version = 1) => ({
    task,
    version,
    file_name: name,
    file_sha256: content === null ? null : sha256(content),
    idempotency_key: keyOf(`hand-in ${task}`),
    ai_use: task === 'week-2' ? 'understanding' : null,
  });
  expect(submissions).toEqual([
    arrived('final', 'final.txt', 'f'.repeat(fileBytes)),
    arrived('viva', 'film.txt', 'v'.repeat(fileBytes)),
    arrived('week-1', 'week-1.zip', 'packed', 2),
    arrived('week-2', 'week-2.txt', 'my week 2'),
    arrived('week-3', null, null),
  ]);

  const forum = `/api/discussion/discussion/${student.email}`;
  const { questions } = (await client.get(forum)).body;
  const texts = questions.map((one: { question: string; anonymous?: boolean }) => [
    one.question,
    one.anonymous,
  ]);
  expect(texts.slice(-3)).toEqual([
    ['Question 10', undefined],
    ['Asked on the train?', undefined],
    ['May I ask?', true],
  ]);
  const comments = questions.flatMap((one: { comments: { text: string }[] }) => one.comments);
  expect(comments.map(({ text }: { text: string }) => text)).toEqual(['So.', 'Edited so']);
  const privately = (await client.get(`/api/discussion/private/${student.email}`)).body.questions;
  const posts = privately.map((one: { _id: string; posts: { text: string }[] }) => [
    one._id === own.id,
    one.posts.map(({ text }) => text),
  ]);
  expect(posts).toHaveLength(2);
  expect(posts).toContainEqual([true, ['May I hand in on paper?', 'Today?']]);
  expect(posts).toContainEqual([false, ['How do I deploy?']]);

  const { tasks } = (await client.get(url('timeline'))).body;
  expect(tasks[0].second_look).toMatchObject({ reason: 'The tests count, too.', answer: null });
  const marks = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .where('submissions.account_id', '=', other.id)
    .select(['submissions.number', 'marks.marks', 'marks.comments', 'marks.released'])
    .orderBy('marks.marks')
    .execute();
  expect(marks).toEqual([
    { number: marked.number, marks: 75, comments: 'Better.', released: 1 },
    { number: unmarked.number, marks: 82, comments: 'Well built.', released: 0 },
  ]);

  await sendAll();
  expect(keys, 'nothing is sent again').toHaveLength(2 * due.length);
});
