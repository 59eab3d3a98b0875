import { expect, test } from 'vitest';
import {
  comments,
  dayMs,
  file,
  links,
  makeStudentFixture,
  week,
  type StudentFixture,
} from '#support/student-fixture';
import type { FormParts } from '#support/encode-form';

const megabyte = 1024 * 1024;
const oneMegabyte = { settings: { maxUploadBytes: megabyte } };
const large = file(Buffer.alloc(megabyte + 500_000, 'x'), 'large.bin');
const notOpen = week('4');
const empty = file('', 'empty.txt');

async function expectNothingKept(fixture: StudentFixture): Promise<void> {
  expect(await fixture.rows()).toEqual([]);
  expect(fixture.staged()).toEqual([]);
  expect(fixture.kept()).toEqual([]);
  const locks = await fixture.context.database.reader.selectFrom('idempotency_locks').selectAll().execute();
  expect(locks).toEqual([]);
}

/** Each refusal with everything wrong that is refused after it. */
const order: [
  string,
  number | null,
  FormParts,
  { status: number; code: string; message: string | RegExp },
][] = [
  [
    'no project before no such week',
    null,
    [week('9'), large],
    { status: 409, code: 'conflict', message: 'Please choose your project first. Then you can submit work.' },
  ],
  [
    'no such week before too large',
    8,
    [week('9'), large],
    { status: 400, code: 'bad_request', message: /week from 1 to 4/ },
  ],
  [
    'no such week, told last',
    8,
    [large, week('9')],
    { status: 400, code: 'bad_request', message: /week from 1 to 4/ },
  ],
  ['no week at all', 8, [large], { status: 400, code: 'bad_request', message: /week from 1 to 4/ }],
  ['not open before too large', 8, [notOpen, large], { status: 403, code: 'not_open', message: /opens on/ }],
  ['not open, told last', 8, [large, notOpen], { status: 403, code: 'not_open', message: /opens on/ }],
  [
    'not open before an empty file',
    8,
    [empty, notOpen],
    { status: 403, code: 'not_open', message: /opens on/ },
  ],
  ['not open before nothing at all', 8, [notOpen], { status: 403, code: 'not_open', message: /opens on/ }],
  ['too large', 8, [week('1'), large], { status: 413, code: 'too_large', message: /at most 1 MB/ }],
  [
    'too large, told first',
    8,
    [large, week('1')],
    { status: 413, code: 'too_large', message: /at most 1 MB/ },
  ],
  [
    'a text too long before an empty file',
    8,
    [week('1'), empty, comments('x'.repeat(100_001))],
    { status: 413, code: 'too_large', message: /comments can have at most 100,000 characters/ },
  ],
  [
    'an empty file before nothing at all',
    8,
    [week('1'), empty],
    { status: 400, code: 'bad_request', message: /file is empty/ },
  ],
  [
    'an empty file beside words',
    8,
    [empty, comments('x'), week('1')],
    { status: 400, code: 'bad_request', message: /file is empty/ },
  ],
  [
    'nothing at all',
    8,
    [week('1'), links('  \r\n'), comments('\t'), file('', ''), ['files', '']],
    {
      status: 400,
      code: 'bad_request',
      message: 'Add a link, a file or a comment. All three are empty.',
    },
  ],
];

test.each(order)('%s', async (_, days, parts, { message, ...refusal }) => {
  const fixture = await makeStudentFixture(days, oneMegabyte);
  const answer = await fixture.client.form(fixture.url('uploadWeek'), parts, { 'idempotency-key': 'k' });
  expect(answer).toMatchObject({ status: refusal.status, body: { code: refusal.code } });
  expect(answer.body.message).toMatch(message);
  await expectNothingKept(fixture);
});

test('final and viva refuse in the same order', async () => {
  const early = await makeStudentFixture(27, oneMegabyte);
  for (const call of ['uploadProject', 'uploadViva']) {
    expect(await early.client.form(early.url(call), [large])).toMatchObject({
      status: 403,
      body: { code: 'not_open' },
    });
  }
  const fixture = await makeStudentFixture(28, oneMegabyte);
  for (const call of ['uploadProject', 'uploadViva']) {
    expect((await fixture.client.form(fixture.url(call), [large])).status).toBe(413);
    expect((await fixture.client.form(fixture.url(call), [empty])).body.message).toMatch(/file is empty/);
  }
  await expectNothingKept(fixture);
});

test('the viva needs comments and a file', async () => {
  const fixture = await makeStudentFixture(28);
  for (const parts of [
    [],
    [comments('Slides')],
    [file('slides')],
    [file('slides'), comments(' ')],
    [links('x')],
  ]) {
    expect(await fixture.client.form(fixture.url('uploadViva'), parts as FormParts)).toMatchObject({
      status: 400,
      body: { message: 'Please provide comments and upload a file.' },
    });
  }
  await expectNothingKept(fixture);
});

test('a week opens at its instant, and the refusal before it says when', async () => {
  const fixture = await makeStudentFixture(7);
  fixture.clock.advance(-1);
  const early = await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')]);
  expect(early).toMatchObject({
    status: 403,
    body: {
      code: 'not_open',
      message: 'Week 1 is not open yet. It opens on Sat 21 Nov 2026, 2:30 pm IST.',
    },
  });
  fixture.clock.advance(1);
  expect((await fixture.client.form(fixture.url('uploadWeek'), [week('1'), comments('x')])).status).toBe(201);
  fixture.clock.advance(7 * dayMs - 1);
  expect((await fixture.client.form(fixture.url('uploadWeek'), [week('2'), comments('x')])).status).toBe(403);
});

test('the largest file is taken, one byte more is not', async () => {
  const fixture = await makeStudentFixture(8, oneMegabyte);
  const largest = Buffer.alloc(megabyte, 'x');
  expect(
    (await fixture.client.form(fixture.url('uploadWeek'), [week('1'), file(largest)])).body.receipt.file
      .bytes,
  ).toBe(megabyte);
  expect(
    (
      await fixture.client.form(fixture.url('uploadWeek'), [
        week('1'),
        file(Buffer.concat([largest, Buffer.from('x')])),
      ])
    ).status,
  ).toBe(413);
});

test('the longest text is taken whole, in any script', async () => {
  const fixture = await makeStudentFixture(8);
  const longest = 'ക'.repeat(100_000);
  const answer = await fixture.client.form(fixture.url('uploadWeek'), [
    week('1'),
    links(longest),
    comments(longest),
  ]);
  expect(answer.status).toBe(201);
  expect(answer.body.receipt.comments).toBe(longest);
  for (const field of [links, comments]) {
    for (const text of [`${longest}x`, 'x'.repeat(400_000)]) {
      expect(await fixture.client.form(fixture.url('uploadWeek'), [week('1'), field(text)])).toMatchObject({
        status: 413,
        body: { code: 'too_large' },
      });
    }
  }
});

test.each<[string, FormParts]>([
  ['two files', [week('1'), file('one'), file('two')]],
  ['two files, the first of them empty', [week('1'), file(''), file('two')]],
  ['a text in place of the file', [week('1'), ['files', 'not a file']]],
  ['a field given twice', [week('1'), comments('one'), comments('two')]],
  ['a week given twice', [week('1'), week('2'), comments('one')]],
  ['NUL in comments', [week('1'), comments('a\0b')]],
  ['NUL in links', [week('1'), links('a\0b'), comments('x')]],
  ['a prototype key', [week('1'), comments('x'), ['__proto__', 'x']]],
])('%s: 400', async (_, parts) => {
  const fixture = await makeStudentFixture(8);
  expect(await fixture.client.form(fixture.url('uploadWeek'), parts)).toMatchObject({
    status: 400,
    body: { code: 'bad_request' },
  });
  await expectNothingKept(fixture);
});

test('a form of another type is 415, one that cannot be read 400', async () => {
  const fixture = await makeStudentFixture(8);
  const send = (contentType: string, payload: string) =>
    fixture.client.send({
      method: 'POST',
      url: fixture.url('uploadWeek'),
      headers: { 'content-type': contentType },
      payload,
    });
  expect((await send('application/json', '{"selectedWeek":"1","comments":"x"}')).status).toBe(415);
  expect((await send('application/x-www-form-urlencoded', 'selectedWeek=1&comments=x')).status).toBe(415);
  expect((await send('text/plain', 'x')).status).toBe(415);
  const multipart = 'multipart/form-data; boundary=b';
  const part = (name: string, text: string, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${text}`;
  for (const [type, body] of [
    ['multipart/form-data', 'no boundary'],
    [multipart, 'not a form'],
    [multipart, part('selectedWeek', '1')],
    [multipart, `${part('selectedWeek', '1')}\r\n${part('files', 'cut off', '; filename="x.txt"')}`],
    [multipart, `${part('selectedWeek', '1')}\r\n--b\r\nContent-Disposition: form-`],
    [multipart, '--b--\r\n'],
    [multipart, ''],
    [multipart, `${part('comments', '{"a":1', '\r\nContent-Type: application/json')}\r\n--b--\r\n`],
  ] as const) {
    const answer = await send(type, body);
    expect([body, answer.status, answer.body.code]).toEqual([body, 400, 'bad_request']);
  }
  await expectNothingKept(fixture);
});
