import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { buildMentor, buildStudent } from '#support/factories';
import { freezeStudents } from '#support/freeze-student';
import { makeZip } from '#support/make-zip';
import { makePreviewFixture } from '#support/preview-fixture';
import { file, links, week } from '#support/student-fixture';

const zip = makeZip([
  { name: 'site/', data: '' },
  { name: 'site/index.js', data: 'const a = 1;\r\nconst b = 2;\n\nconsole.log(a);\n' },
  { name: 'site/logo.png', data: Buffer.from('89504e470d0a1a0a00', 'hex') },
  { name: 'README', data: 'Run it.' },
]);

/** A student's week 1 as a ZIP, and the student's mentor. */
async function makeLines() {
  const fixture = await makePreviewFixture();
  const { client, reader, student, url, context } = fixture;
  const submit = async (bytes: string | Buffer, name = 'work.zip') => {
    const { body } = await client.form(url('uploadWeek'), [week('1'), file(bytes, name)]);
    return { number: body.receipt.number as string, file: body.receipt.file.id as string };
  };
  const first = await submit(zip);
  const path = (number: string, comment = '') =>
    `/api/staff/submissions/${number}/line-comments${comment === '' ? '' : `/${comment}`}`;
  return {
    ...fixture,
    first,
    submit,
    path,
    comment: (body: object, number = first.number) => reader.post(path(number), body),
    mark: (released: boolean, number = first.number) =>
      reader.put(`/api/staff/submissions/${number}/mark`, { marks: 70, comments: 'Good.', released }),
    listed: async (number = first.number) => (await reader.get(path(number))).body,
    own: (number = first.number) =>
      client.get(`/api/students/lineComments/${student.email}?receipt=${number}`),
    timeline: async () => (await client.get(url('timeline'))).body.tasks[0],
    events: () =>
      context.database.reader
        .selectFrom('audit_log')
        .where('act', 'like', '%line%')
        .orderBy('id')
        .select(['act', 'subject', 'before', 'after', 'about_id'])
        .execute(),
  };
}

const atLine = { path: 'site/index.js', line: 3, text: 'Say what comes here.' };

test('a comment is read at its line by staff, and by the student while the mark is released', async () => {
  const { comment, mark, listed, own, timeline, first, client, url, mentor, context, reader, student } =
    await makeLines();
  const { name } = await context.database.reader
    .selectFrom('accounts')
    .where('id', '=', mentor.id)
    .select('name')
    .executeTakeFirstOrThrow();
  const added = await comment(atLine);
  expect(added).toMatchObject({ status: 201, body: { ...atLine, by: name, edited_at: null } });
  for (const other of [
    { path: 'site/index.js', line: 1, text: 'Name it.' },
    { path: 'README', line: 1, text: 'How?' },
    { path: 'site/index.js', line: 3, text: 'Or remove it.' },
  ])
    expect((await comment(other)).status).toBe(201);
  const places = (body: (typeof atLine)[]) => body.map(({ path, line, text }) => [path, line, text]);
  const inOrder = [
    ['README', 1, 'How?'],
    ['site/index.js', 1, 'Name it.'],
    ['site/index.js', 3, 'Say what comes here.'],
    ['site/index.js', 3, 'Or remove it.'],
  ];
  expect(places(await listed())).toEqual(inOrder);
  const desk = await reader.get(`/api/staff/submissions/${first.number}`);
  const [marked] = (await reader.get(`/api/staff/students/${student.email}/submissions`)).body;
  expect([desk.body.line_comments, marked.line_comments]).toEqual([4, 4]);
  const shown = async () => {
    const [version] = (await client.get(url('submissions'))).body;
    return [places((await own()).body.comments), (await timeline()).line_comments, version.line_comments];
  };
  const hidden = [[], undefined, undefined];
  expect(await shown(), 'without a mark').toEqual(hidden);
  await mark(false);
  expect(await shown(), 'the mark is not released').toEqual(hidden);
  await mark(true);
  expect(await shown()).toEqual([inOrder, { receipt: first.number, count: 4 }, 4]);
  await mark(false);
  expect(await shown(), 'the release is withdrawn').toEqual(hidden);
});

test('before the release nothing that the student gets differs by a byte', async () => {
  const { comment, mark, client, url, first, path, reader, student, own, as, context } = await makeLines();
  await mark(false);
  const read = async () => {
    const answers = [
      ...(await Promise.all(
        ['timeline', 'weeklyStatus', 'submissions', 'record'].map((call) => client.get(url(call))),
      )),
      ...(await Promise.all(
        [
          '/api/notices',
          '/api/auth/session',
          `/api/receipts/${first.number}`,
          `/api/files/${first.file}/text?path=README`,
        ].map((address) => client.get(address)),
      )),
      await own(),
    ];
    return answers.map(({ status, body, headers: { etag } }) => [status, body, etag]);
  };
  const before = await read();
  expect(before.map(([status]) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  const { body } = await comment({ ...atLine, text: 'canary' });
  await reader.put(path(first.number, body.id), { text: 'canary two' });
  expect(await read()).toEqual(before);
  expect((await client.get(path(first.number))).status).toBe(403);
  await mark(true);
  expect(JSON.stringify((await own()).body)).toContain('canary two');
  const stranger = await as(await buildStudent(context, { batch_id: student.batch_id }));
  const asked = await stranger.get(`/api/students/lineComments/${student.email}?receipt=${first.number}`);
  expect(asked.status, 'a classmate').toBe(403);
});

test('comments stay with their version', async () => {
  const { comment, mark, listed, own, timeline, first, submit, path, reader, client, student } =
    await makeLines();
  const { body } = await comment(atLine);
  const second = await submit('a\nb\n', 'notes.txt');
  await comment({ line: 2, text: 'Of the second.' }, second.number);
  await mark(true);
  await mark(false, second.number);
  expect(await listed(second.number)).toMatchObject([{ path: null, line: 2, text: 'Of the second.' }]);
  expect((await own(second.number)).body).toMatchObject({ version: 2, comments: [] });
  expect(await timeline()).toMatchObject({
    version: 2,
    marked_version: 1,
    line_comments: { receipt: first.number, count: 1 },
  });
  await mark(true, second.number);
  expect(await timeline()).toMatchObject({
    marked_version: 2,
    line_comments: { receipt: second.number, count: 1 },
  });
  expect((await own()).body, 'of the first version, still').toMatchObject({
    version: 1,
    file: { id: first.file, name: 'work.zip' },
    comments: [atLine],
  });
  const wrong = path(second.number, body.id);
  expect((await reader.put(wrong, { text: 'x' })).status).toBe(404);
  expect((await reader.delete(wrong)).status).toBe(404);
  for (const comment of ['0', '-1', 'x', '9'.repeat(30)])
    expect((await reader.delete(path(first.number, comment))).status, comment).toBe(404);
  const unknown = await client.get(`/api/students/lineComments/${student.email}?receipt=CAP-0`);
  expect(unknown.status).toBe(404);
});

test('the line and the path are of that version', async () => {
  const { comment, submit, client, url, reader } = await makeLines();
  const refused = async (body: object, number?: string) => {
    const { status, body: answer } = await comment({ text: 'x', ...body }, number);
    return [status, answer.message];
  };
  expect(await refused({ path: 'site/index.js', line: 4 })).toEqual([201, undefined]);
  expect(await refused({ path: 'site/index.js', line: 5 })).toEqual([400, 'The text has 4 lines.']);
  expect(await refused({ path: 'README', line: 2 })).toEqual([400, 'The text has 1 line.']);
  for (const line of [0, -1, 1.5, '1', null])
    expect((await refused({ path: 'README', line }))[0], String(line)).toBe(400);
  for (const path of ['index.js', 'site/', 'site', '../README', 'readme'])
    expect((await refused({ path, line: 1 }))[0], path).toBe(404);
  expect((await refused({ path: 'site/logo.png', line: 1 }))[0]).toBe(415);
  expect((await refused({ line: 1 }))[0], 'of the ZIP itself').toBe(415);
  expect((await refused({ path: '', line: 1 }))[0]).toBe(400);
  expect((await refused({ path: 'x'.repeat(limits.linePath + 1), line: 1 }))[0]).toBe(400);
  for (const text of ['', ' ', '\u200b', 'x'.repeat(limits.lineComment + 1)])
    expect((await refused({ path: 'README', line: 1, text }))[0], JSON.stringify(text)).toBe(400);

  const text = await submit('one\r\ntwo\rthree', 'notes.txt');
  expect((await refused({ line: 3 }, text.number))[0]).toBe(201);
  expect((await refused({ line: 4 }, text.number))[0]).toBe(400);
  expect((await refused({ path: 'notes.txt', line: 1 }, text.number))[0], 'no ZIP').toBe(415);
  const form = await client.form(url('uploadWeek'), [week('1'), links('https://example.test/work')]);
  expect((await refused({ line: 1 }, form.body.receipt.number))[0], 'no file').toBe(404);
  const damaged = await submit(zip.subarray(0, 60), 'half.zip');
  expect((await refused({ path: 'README', line: 1 }, damaged.number))[0]).toBe(415);

  const entries = await reader.get(`/api/files/${(await submit(zip)).file}/entries`);
  expect(entries.body.map(({ path, isText }: { path: string; isText: boolean }) => [path, isText])).toEqual([
    ['site/index.js', true],
    ['site/logo.png', false],
    ['README', true],
  ]);
});

test('a change and a deletion compare what was seen, and each has its line in the audit log', async () => {
  const { comment, path, first, reader, listed, events, context, student, as, clock } = await makeLines();
  const { body: added } = await comment(atLine);
  const at = path(first.number, added.id);
  const colleague = await as(await buildMentor(context, [student.batch_id as number], { name: 'Biju Das' }));
  clock.advance(1_000);
  const changed = await colleague.put(at, { text: 'Remove it.', began: { text: atLine.text } });
  expect(changed).toMatchObject({ status: 200, body: { text: 'Remove it.', by: 'Biju Das' } });
  expect(changed.body.edited_at).toBe(new Date(clock.now()).toISOString());
  const stale = await reader.put(at, { text: 'Name it.', began: { text: atLine.text } });
  expect(stale).toMatchObject({ status: 409, body: { current: { text: 'Remove it.' } } });
  const unseen = await reader.delete(at, {}, { began: { text: atLine.text } });
  expect(unseen).toMatchObject({ status: 409, body: { current: { text: 'Remove it.' } } });
  const same = await reader.put(at, { text: 'Remove it.', began: { text: atLine.text } });
  expect(same.body, 'no change').toMatchObject({ by: 'Biju Das' });
  expect((await reader.delete(at, {}, { began: { text: 'Remove it.' } })).status).toBe(204);
  expect(await listed()).toEqual([]);
  const now = { ...atLine, text: 'Remove it.' };
  expect(
    (await events()).map(({ act, subject, before, after, about_id }) => [
      act,
      subject,
      before && JSON.parse(before),
      after && JSON.parse(after),
      about_id,
    ]),
  ).toEqual([
    ['comment-line', first.number, null, atLine, student.id],
    ['change-line-comment', first.number, atLine, now, student.id],
    ['delete-line-comment', first.number, now, null, student.id],
  ]);
});

test('a request that is repeated with its key adds one comment', async () => {
  const { reader, path, first, listed } = await makeLines();
  const send = () => reader.post(path(first.number), atLine, { 'idempotency-key': 'k' });
  const [one, again] = [await send(), await send()];
  expect([one.status, again.body]).toEqual([201, one.body]);
  expect(await listed()).toHaveLength(1);
});

test('nothing changes at lines while the result is frozen', async () => {
  const { comment, path, first, reader, listed, context, student } = await makeLines();
  const { body } = await comment(atLine);
  await freezeStudents(context, { batchId: student.batch_id as number, accountIds: [student.id] });
  const at = path(first.number, body.id);
  const answers = [await comment(atLine), await reader.put(at, { text: 'x' }), await reader.delete(at)];
  expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(
    Array.from({ length: 3 }, () => [409, 'frozen']),
  );
  expect(await listed()).toMatchObject([atLine]);
});
