import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildSelection, buildStudent } from '#support/factories';
import { comments, dayMs, file, links, makeStudentFixture, week } from '#support/student-fixture';

const sha256 = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');

test('a week is submitted: message, receipt, bytes', async () => {
  const fixture = await makeStudentFixture(8);
  const answer = await fixture.client.form(fixture.url('uploadWeek'), [
    week('1'),
    links('https://git.example.test/work'),
    file('hello', 'എന്റെ ജോലി.pdf'),
    comments('Please look.'),
  ]);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      message: 'Congrats!!! You have submitted your work for the week',
      receipt: {
        task: 'week-1',
        version: 1,
        submitted_at: '2026-11-21T09:00:00.000Z',
        late: false,
        links: 'https://git.example.test/work',
        comments: 'Please look.',
        file: { name: 'എന്റെ ജോലി.pdf', bytes: 5, sha256: sha256('hello') },
      },
    },
  });
  expect(answer.body.receipt.number).toMatch(/^CAP(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
  expect(fixture.kept()).toEqual([expect.stringContaining(sha256('hello'))]);
  expect(fixture.staged()).toEqual([]);
  expect(await fixture.rows()).toHaveLength(1);
});

test('final and viva have messages of their own', async () => {
  const fixture = await makeStudentFixture(28);
  const final = await fixture.client.form(fixture.url('uploadProject'), [
    links('https://git.example.test/final'),
  ]);
  expect(final).toMatchObject({
    status: 201,
    body: {
      message: 'Congrats!!! Your have submitted your final project',
      receipt: { task: 'final', file: null, comments: '' },
    },
  });
  const viva = await fixture.client.form(fixture.url('uploadViva'), [comments('My slides'), file('slides')]);
  expect(viva).toMatchObject({
    status: 201,
    body: { message: 'Viva Voce submitted successfully!', receipt: { task: 'viva', links: '' } },
  });
});

test('the week may come after the file', async () => {
  const fixture = await makeStudentFixture(15);
  const answer = await fixture.client.form(fixture.url('uploadWeek'), [
    file('late field'),
    comments(''),
    week('2'),
  ]);
  expect(answer).toMatchObject({ status: 201, body: { receipt: { task: 'week-2', file: { bytes: 10 } } } });
});

test('submitting again adds a version; each task counts its own, and equal bytes are kept once', async () => {
  const fixture = await makeStudentFixture(15);
  const versions: number[] = [];
  for (const n of ['1', '1', '2', '1']) {
    const { body } = await fixture.client.form(fixture.url('uploadWeek'), [week(n), file('same')]);
    versions.push(body.receipt.version);
  }
  expect(versions).toEqual([1, 2, 1, 3]);
  expect(fixture.kept()).toHaveLength(1);
  const ids = (
    await fixture.context.database.reader.selectFrom('submissions').select('file_id').execute()
  ).map((row) => row.file_id);
  expect(new Set(ids).size).toBe(4);
});

test('submissions at the same instant each get a version of their own', async () => {
  const fixture = await makeStudentFixture(8);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments(`Try ${index}`)]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201));
  const versions = answers.map(({ body }) => body.receipt.version as number).toSorted((a, b) => a - b);
  expect(versions).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

test('texts are kept as they were typed', async () => {
  const fixture = await makeStudentFixture(8);
  const typed = '  <b>കൊള്ളാം</b>\r\n\tjavascript:alert(1)  ';
  const { body } = await fixture.client.form(fixture.url('uploadWeek'), [
    week('1'),
    links(typed),
    comments(typed),
  ]);
  expect(body.receipt).toMatchObject({ links: typed, comments: typed });
});

test('a file name is kept without any path', async () => {
  const fixture = await makeStudentFixture(8);
  for (const [given, kept] of [
    ['../../../etc/passwd', 'passwd'],
    ['C:\\work\\notes.txt', 'notes.txt'],
    ['..', 'file'],
  ] as const) {
    const { body } = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), file('x', given)]);
    expect(body.receipt.file.name).toBe(kept);
  }
});

test("what a form asks for beyond a submission changes nothing, and 'files' of other names are dropped", async () => {
  const fixture = await makeStudentFixture(8);
  const { status, body } = await fixture.client.form(fixture.url('uploadWeek'), [
    ['version', '9'],
    ['number', 'CAP-MINE'],
    ['submitted_at', '2020-01-01T00:00:00.000Z'],
    ['late', 'true'],
    ['marks', '100'],
    ['account_id', '1'],
    ['attachment', { name: 'other.txt', bytes: 'not asked for' }],
    week('1'),
    comments('Mine'),
  ]);
  expect(status).toBe(201);
  expect(body.receipt).toMatchObject({
    version: 1,
    late: false,
    submitted_at: '2026-11-21T09:00:00.000Z',
    file: null,
  });
  expect(body.receipt.number).not.toBe('CAP-MINE');
  expect(fixture.kept()).toEqual([]);
});

test("the viva is late a millisecond after the batch's deadline, else 35 days after the start, and never refused", async () => {
  const fixture = await makeStudentFixture(null);
  const deadline = fixture.clock.now() + 3 * dayMs;
  const batch = await buildBatch(fixture.context, { viva_deadline: deadline });
  const start = fixture.clock.now() - 33 * dayMs;
  const own = await buildStudent(fixture.context, { batch_id: batch.id });
  await buildSelection(fixture.context, { account_id: own.id, started_at: start });
  await buildSelection(fixture.context, { account_id: fixture.student.id, started_at: start });
  const lateAt = async (student: typeof own, at: number): Promise<boolean> => {
    fixture.clock.set(at);
    const client = await fixture.as(student);
    const answer = await client.form(`/api/students/uploadViva/${student.email}`, [
      comments('Slides'),
      file('x'),
    ]);
    expect(answer.status).toBe(201);
    return answer.body.receipt.late;
  };
  expect(await lateAt(own, deadline)).toBe(false);
  expect(await lateAt(own, deadline + 1)).toBe(true);
  expect(await lateAt(fixture.student, start + 35 * dayMs)).toBe(false);
  expect(await lateAt(fixture.student, start + 35 * dayMs + 1)).toBe(true);
  const final = await fixture.client.form(fixture.url('uploadProject'), [comments('Late for nothing')]);
  expect(final.body.receipt.late).toBe(false);
});

test('nobody submits for somebody else, whatever the form holds', async () => {
  const fixture = await makeStudentFixture(40);
  const mentor = await buildMentor(fixture.context, [fixture.student.batch_id as number]);
  const classmate = await buildStudent(fixture.context, { batch_id: fixture.student.batch_id });
  for (const call of ['uploadWeek', 'uploadProject', 'uploadViva']) {
    expect((await fixture.nobody.form(fixture.url(call), [comments('x')])).status).toBe(401);
    for (const other of [mentor, classmate]) {
      const client = await fixture.as(other);
      expect(await client.form(fixture.url(call), [file('')])).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      expect((await client.post(fixture.url(call), {})).status).toBe(403);
    }
  }
  expect(await fixture.rows()).toEqual([]);
});

test('a text without a file name is a text, whatever type it claims', async () => {
  const fixture = await makeStudentFixture(8);
  const part = (name: string, text: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n`;
  const answer = await fixture.client.send({
    method: 'POST',
    url: fixture.url('uploadWeek'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: `${part('selectedWeek', '1')}${part('comments', 'Mine')}--b--\r\n`,
  });
  expect(answer).toMatchObject({ status: 201, body: { receipt: { comments: 'Mine', file: null } } });
});
