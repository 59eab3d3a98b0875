import { IDBFactory } from 'fake-indexeddb';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildMentor, buildQuestion } from '#support/factories';
import { comments, file, links, makeStudentFixture, week } from '#support/student-fixture';
import { openDrafts, readDraft } from '#web/lib/forms/drafts';
import { openRequestStore } from '#web/lib/outbox/request-store';
import { sendWaiting } from '#web/lib/outbox/send';

/**
 * A device that has not been online since an earlier version of the portal: its databases, stores, keys and shapes are
 * written here as that version wrote them, without today's code. After the update each request arrives once, with its file,
 * and the drafts are there.
 */

beforeEach(() => {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

/** Writes rows into a database of one store, as idb-keyval does. */
function writeRows(database: string, store: string, rows: Readonly<Record<string, unknown>>): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
    opening.addEventListener('error', () => reject(opening.error as Error));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(store, 'readwrite');
      for (const [key, row] of Object.entries(rows)) transaction.objectStore(store).put(row, key);
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** A row of the store `acts`: what each request of that version has. */
const waiting = (row: { id: string; account: string; call: string; subject: string } & object) => ({
  params: { s_id: row.account },
  label: { to: '/' },
  drafts: {},
  fileDraft: null,
  fileIdentity: null,
  pressedAt: 1_764_000_000_000,
  state: 'waiting',
  tries: 0,
  triedAt: 0,
  notBefore: 0,
  failure: null,
  upload: null,
  isPlain: false,
  lostUploads: 0,
  maxFileBytes: 67_108_864,
  answer: null,
  idempotencyKey: `key of ${row.id}`,
  ...row,
});

/** A request whose answer the device never heard. */
const unheard = {
  tries: 1,
  triedAt: 1_764_000_001_000,
  notBefore: 1_764_000_002_000,
  failure: { status: 0, code: 'offline', message: 'The portal cannot be reached.', retryAfter: null },
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const textFile = (name: string, text: string) => new File([text], name, { type: 'text/plain' });

it('the outbox and the drafts of an earlier version arrive after the update, each request once', async () => {
  const fixture = await makeStudentFixture(40);
  const { app, context, student, client, url } = fixture;
  const mentor = await buildMentor(context, [student.batch_id as number]);
  const asMentor = await fixture.as(mentor);
  const question = await buildQuestion(context, {
    author_id: student.id,
    batch_id: student.batch_id as number,
  });
  const forum = `/api/discussion/discussion/${student.email}`;
  const account = student.email;

  // Before the device went offline: a released mark to be reviewed, a submission to be marked, …
  const marked = (await client.form(url('uploadWeek'), [week('2'), comments('To be marked.')])).body.receipt;
  const release = { marks: 61, comments: 'Fair.', released: true };
  await asMentor.put(`/api/staff/submissions/${marked.number}/mark`, release);
  const unmarked = (await client.form(url('uploadWeek'), [week('3'), comments('Not marked yet.')])).body
    .receipt;

  const submission = (
    id: string,
    call: string,
    task: string,
    body: Record<string, string>,
    { name }: File,
  ) => ({
    ...waiting({ id, account, call, subject: `hand-in ${task}` }),
    body,
    label: { task, to: '/WeeklySubmission' },
    drafts: Object.fromEntries(
      Object.entries(body)
        .filter(([field]) => field !== 'selectedWeek')
        .map(([field, text]) => [`${account} ${call} ${field}`, text]),
    ),
    fileDraft: `${account} ${call} file`,
    fileIdentity: JSON.stringify([name, 9, 1_764_000_000_000]),
  });
  const files = {
    week: textFile('week-1.txt', 'my week 1'),
    final: textFile('final.txt', 'all of it'),
    viva: textFile('slides.txt', 'my slides'),
  };
  const weekBody = { selectedWeek: '1', links: 'https://git.example.test/asha', comments: 'Week 1.' };
  const rows = [
    {
      ...submission('001764000000001 aaaaaaaa', 'uploadWeek', 'week-1', weekBody, files.week),
      ...unheard,
    },
    submission(
      '001764000000002 bbbbbbbb',
      'uploadProject',
      'final',
      { links: '', comments: 'All of it.' },
      files.final,
    ),
    submission('001764000000003 cccccccc', 'uploadViva', 'viva', { comments: 'Slides.' }, files.viva),
    {
      ...waiting({
        id: '001764000000004 dddddddd',
        account,
        call: 'askQuestion',
        subject: `forum ${account}`,
      }),
      body: { question: 'Asked on the train?', format: 'markdown' },
      drafts: { [`${account} question`]: 'Asked on the train?' },
      ...unheard,
    },
    {
      ...waiting({
        id: '001764000000005 eeeeeeee',
        account,
        call: 'askSecondLook',
        subject: 'second look week-2',
      }),
      body: { task: 'week-2', version: 1, reason: 'The tests count as well.' },
      label: { task: 'week-2', to: '/ProjectDashboard1?tab=grades#tabs' },
    },
  ];
  const [weekRow, finalRow, vivaRow] = rows;
  const markRow = {
    ...waiting({
      id: '001764000000006 ffffffff',
      account: mentor.email,
      call: 'markSubmission',
      subject: `mark ${unmarked.number}`,
    }),
    params: { id: unmarked.number },
    body: { marks: 84, comments: 'Well done.', released: true, original: null },
    label: { task: 'week-3', name: student.name, to: '/staff' },
  };

  // … and the two requests that the portal has received, whose answers were lost.
  const keyOf = (row: { idempotencyKey: string } | undefined) => ({
    'idempotency-key': row?.idempotencyKey ?? '',
  });
  const received = await client.form(
    url('uploadWeek'),
    [week('1'), links(weekBody.links), comments(weekBody.comments), file('my week 1', 'week-1.txt')],
    keyOf(weekRow),
  );
  expect(received.status).toBe(201);
  expect((await client.post(`${forum}/question`, rows[3]?.body, keyOf(rows[3]))).status).toBe(201);

  await writeRows('capstone outboxes', 'accounts', { [account]: true, [mentor.email]: true });
  await writeRows(`capstone outbox of ${account}`, 'acts', {
    ...Object.fromEntries(rows.map((row) => [row.id, row])),
    [`${weekRow?.id} file`]: files.week,
    [`${finalRow?.id} file`]: files.final,
    [`${vivaRow?.id} file`]: files.viva,
  });
  await writeRows(`capstone outbox of ${mentor.email}`, 'acts', { [markRow.id]: markRow });
  const picked = textFile('next.txt', 'not sent');
  await writeRows(`capstone drafts of ${account}`, 'drafts', {
    [`${account} uploadWeek comments`]: 'Half a sentence for week 4',
    [`${account} uploadWeek file`]: picked,
    [`about ${account} week`]: '4',
    [`${account} comment ${question.id}`]: 'A comment, half typed',
  });

  // The update: the same browser with today's code, of the student and then of the mentor.
  let cookie = await fixture.cookieOf(student);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const request = new Request(new URL(address, 'http://portal.test'), init);
    const body = Buffer.from(await request.arrayBuffer());
    const answer = await app.inject({
      method: request.method as 'POST',
      url: address,
      headers: { ...Object.fromEntries(request.headers), cookie },
      ...(body.length > 0 && { payload: body }),
    });
    const { statusCode: status, headers, rawPayload } = answer;
    return new Response(status === 204 ? null : new Uint8Array(rawPayload), {
      status,
      headers: headers as Record<string, string>,
    });
  });
  expect(await sendWaiting()).toBe('empty');
  cookie = await fixture.cookieOf(mentor);
  expect(await sendWaiting()).toBe('empty');
  expect(await sendWaiting(), 'nothing is sent twice').toBe('empty');

  const submissions = await context.database.reader
    .selectFrom('submissions')
    .where('account_id', '=', student.id)
    .select(['task', 'version', 'number', 'file_sha256', 'idempotency_key'])
    .orderBy('task')
    .execute();
  expect(submissions.filter(({ task }) => !['week-2', 'week-3'].includes(task))).toEqual([
    {
      task: 'final',
      version: 1,
      number: expect.any(String),
      file_sha256: sha256('all of it'),
      idempotency_key: finalRow?.idempotencyKey,
    },
    {
      task: 'viva',
      version: 1,
      number: expect.any(String),
      file_sha256: sha256('my slides'),
      idempotency_key: vivaRow?.idempotencyKey,
    },
    {
      task: 'week-1',
      version: 1,
      number: received.body.receipt.number,
      file_sha256: sha256('my week 1'),
      idempotency_key: weekRow?.idempotencyKey,
    },
  ]);
  const { questions } = (await client.get(forum)).body;
  expect(
    questions.filter(({ question }: { question: string }) => question === 'Asked on the train?'),
  ).toHaveLength(1);
  const { tasks } = (await client.get(url('timeline'))).body;
  const taskOf = (name: string) => tasks.find(({ task }: { task: string }) => task === name);
  expect(taskOf('week-2').second_look).toMatchObject({ reason: 'The tests count as well.', answer: null });
  expect(taskOf('week-3')).toMatchObject({ marks: 84, comments: 'Well done.' });

  // What is left on the device are the receipts and answers to be shown, and the drafts.
  const left = await openRequestStore(account).list();
  expect(left.map(({ call, state, answer }) => [call, state, answer?.receipt.task])).toEqual([
    ['uploadWeek', 'done', 'week-1'],
    ['uploadProject', 'done', 'final'],
    ['uploadViva', 'done', 'viva'],
    ['askQuestion', 'done', undefined],
    ['askSecondLook', 'done', undefined],
  ]);
  expect(left[0]?.answer?.receipt.number).toBe(received.body.receipt.number);
  await openDrafts(account);
  expect(readDraft(`${account} uploadWeek comments`)).toBe('Half a sentence for week 4');
  expect(readDraft(`about ${account} week`)).toBe('4');
  expect(readDraft(`${account} comment ${question.id}`)).toBe('A comment, half typed');
  const draftFile = readDraft(`${account} uploadWeek file`);
  expect(draftFile).toBeInstanceOf(File);
  expect(await (draftFile as File).text()).toBe('not sent');
});
