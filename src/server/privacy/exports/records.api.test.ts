import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import type { ReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import {
  comments,
  file,
  links,
  makeStudentFixture,
  week,
  type StudentFixture,
} from '#support/student-fixture';
import { engineName } from '#support/empty-database';
import {
  buildComment,
  buildLineComment,
  buildMark,
  buildMentor,
  buildProject,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makePortalFixture } from '#support/portal-fixture';
import { cookieOf, listen } from '#support/open-upload';
import { readZip } from '#support/read-zip';
import { recordQueries } from '#support/record-queries';

async function readRecord(fixture: StudentFixture): Promise<Map<string, Buffer>> {
  const response = await fixture.app.inject({
    method: 'GET',
    url: fixture.url('record'),
    headers: { cookie: await cookieOf(fixture, fixture.student) },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="my-record.zip"',
    'x-content-type-options': 'nosniff',
  });
  return readZip(response.rawPayload);
}

const jsonOf = (record: Map<string, Buffer>, name: string): any =>
  JSON.parse(record.get(name)?.toString('utf8') ?? 'null');

async function submit(
  fixture: StudentFixture,
  task: string,
  ...parts: Parameters<StudentFixture['client']['form']>[1]
) {
  const call = task === 'final' ? 'uploadProject' : 'uploadWeek';
  const more = task === 'final' ? [] : [week(task)];
  const { status, body } = await fixture.client.form(fixture.url(call), [...more, ...parts]);
  expect(status).toBe(201);
  return body.receipt;
}

async function mark(
  fixture: StudentFixture,
  number: string,
  overrides: Partial<Parameters<typeof buildMark>[1]>,
) {
  const { id } = await fixture.context.database.reader
    .selectFrom('submissions')
    .where('number', '=', number)
    .select('id')
    .executeTakeFirstOrThrow();
  await buildMark(fixture.context, { submission_id: id, ...overrides });
  const of = { submission_id: id, account_id: fixture.student.id };
  if (overrides.marked_by != null)
    await buildLineComment(fixture.context, {
      ...of,
      text: `${overrides.comments} line`,
      written_by: overrides.marked_by,
    });
}

test("a record holds everything of the student's own, each receipt genuine", async () => {
  const fixture = await makeStudentFixture(29);
  const first = await submit(fixture, '1', file('one', 'പണി: 1?.txt'));
  const second = await submit(fixture, '1', links('https://example.test'), file('two', 'receipt.json'));
  const final = await submit(fixture, 'final', comments('No file'));
  const mentor = await buildMentor(fixture.context, [fixture.student.batch_id as number], { name: 'Anjali' });
  await mark(fixture, first.number, { marks: 77, comments: 'Good', released: 1, marked_by: mentor.id });
  await mark(fixture, second.number, { marks: 11, comments: 'SECRET', released: 0, marked_by: mentor.id });

  const record = await readRecord(fixture);
  expect([...record.keys()]).toEqual([
    'README.txt',
    'about-me.json',
    'hand-ins/week-1/version-1/receipt.json',
    'hand-ins/week-1/version-1/marks.json',
    'hand-ins/week-1/version-1/file/പണി_ 1_.txt',
    'hand-ins/week-1/version-2/receipt.json',
    'hand-ins/week-1/version-2/file/receipt.json',
    'hand-ins/final/version-1/receipt.json',
    'forum/questions.json',
    'forum/comments.json',
    'forum/private.json',
    'forum/reports.json',
    'forum/moderation.json',
    'forum/attachments.json',
    'notices.json',
  ]);
  expect(record.get('hand-ins/week-1/version-1/file/പണി_ 1_.txt')?.toString()).toBe('one');
  expect(record.get('hand-ins/week-1/version-2/file/receipt.json')?.toString()).toBe('two');
  expect(jsonOf(record, 'hand-ins/week-1/version-1/marks.json')).toEqual({
    marks: 77,
    out_of: 100,
    comments: 'Good',
    line_comments: [
      {
        id: expect.any(String),
        path: null,
        line: 1,
        text: 'Good line',
        by: 'Anjali',
        at: '2026-11-21T09:00:00.000Z',
        edited_at: null,
      },
    ],
    marked_by: 'Anjali',
    marked_at: '2026-11-21T09:00:00.000Z',
    second_look: null,
  });
  const readMe = record.get('README.txt')?.toString() ?? '';
  expect(readMe).toContain(`The record of ${fixture.student.name} (${fixture.student.email}) at ICTAK`);
  expect(readMe).toContain('2026-11-21 14:30:00 (Asia/Kolkata)');
  expect(jsonOf(record, 'about-me.json')).toMatchObject({
    s_id: fixture.student.email,
    project: { p_id: expect.any(String) },
  });
  for (const [name, { number }] of [
    ['week-1/version-1', first],
    ['week-1/version-2', second],
    ['final/version-1', final],
  ] as const) {
    const receipt = jsonOf(record, `hand-ins/${name}/receipt.json`);
    expect(receipt.number).toBe(number);
    expect((await fixture.nobody.post('/api/receipts/verify', receipt)).body).toEqual({ verdict: 'genuine' });
  }
  const everything = [...record.values()].map(String).join('\n');
  expect(everything).not.toContain('SECRET');
  expect(everything).not.toContain('argon2');
});

test('a former choice, more time and notices are in the record; why, is not', async () => {
  const { app, clients, people, project, course } = await makePortalFixture({});
  const s_id = people.student.email;
  const ofStudent = (act: string, body: object) =>
    clients.administrator.post(`/api/staff/students/${s_id}/${act}`, { ...body, reason: 'SECRET' });
  const due = { 'week-1': { days: 3 }, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
  const dates = { start: '2026-11-02', viva_deadline: null, due };
  await clients.mentor.put('/api/staff/batches/OURS/dates', dates);
  await clients.student.form(`/api/students/uploadWeek/${s_id}`, [week('1'), comments('Late')]);
  app.clock.advance(60_000);
  expect((await ofStudent('extensions', { task: 'week-1', until: '2026-12-01' })).status).toBe(201);
  app.clock.advance(60_000);
  expect((await ofStudent('start', { start: '2026-10-20T09:00' })).status).toBe(201);
  app.clock.advance(60_000);
  expect((await ofStudent('undo-selection', { p_id: project.id })).status).toBe(201);
  const other = await buildProject(app.context, { course_id: course.id });
  app.clock.advance(60_000);
  await clients.student.post('/api/students/selectProject', { sp_id: s_id, p_id: other.id });

  const { rawPayload } = await app.app.inject({
    url: `/api/students/record/${s_id}`,
    headers: { cookie: await app.cookieOf(people.student) },
  });
  const record = readZip(rawPayload);
  const made_for = { p_id: project.id, p_name: `Project ${project.id}` };
  expect(jsonOf(record, 'about-me.json')).toMatchObject({
    project: { p_id: other.id },
    former_projects: [
      { p_id: project.id, start_date: '2026-10-23T09:00:00.000Z', ended_as: 'start corrected' },
      { p_id: project.id, start_date: '2026-10-20T03:30:00.000Z', ended_as: 'choice undone' },
    ],
    more_time: [{ task: 'week-1', due_at: '2026-12-01T18:29:59.999Z', for_an_outage: false }],
  });
  expect(jsonOf(record, 'hand-ins/week-1/version-2/since.json')).toEqual({
    extended: { due_at: '2026-12-01T18:29:59.999Z', granted_at: '2026-11-21T09:01:00.000Z' },
    made_for,
  });
  // The first one came before there was a due day.
  expect(jsonOf(record, 'hand-ins/week-1/version-1/since.json')).toEqual({ made_for });
  const told = jsonOf(record, 'notices.json').map(({ text }: { text: string }) => text);
  expect(told).toHaveLength(4);
  expect(told[0]).toMatch(/^The academy has reset your choice of /);
  for (const [name, bytes] of record) expect(`${name} ${bytes}`).not.toContain('SECRET');
});

test("what one wrote in the forum is there, page after page; deleted and others' words are not", async () => {
  const fixture = await makeStudentFixture(1);
  const { context, student } = fixture;
  const batch_id = student.batch_id as number;
  const other = await buildStudent(context, { batch_id });
  const mine = { batch_id, author_id: student.id };
  for (let count = 0; count < 101; count++)
    await buildQuestion(context, { ...mine, text: `Mine ${count}?`, is_anonymous: count === 100 ? 1 : 0 });
  const deleted = await buildQuestion(context, { ...mine, text: 'Regretted', deleted_at: 1 });
  const theirs = await buildQuestion(context, { batch_id, author_id: other.id, text: 'Theirs?' });
  await buildComment(context, {
    author_id: student.id,
    question_id: theirs.id,
    text: '*Because*.',
    format: 'markdown',
  });
  await buildComment(context, { author_id: student.id, question_id: deleted.id, text: 'Gone.' });
  await buildComment(context, { author_id: other.id, question_id: theirs.id, text: 'Not mine.' });
  const record = await readRecord(fixture);
  const questions = jsonOf(record, 'forum/questions.json');
  expect(questions).toHaveLength(101);
  expect(questions[100]).toMatchObject({
    question: 'Mine 100?',
    asked_at: '2026-11-21T09:00:00.000Z',
    format: 'plain',
    anonymous: true,
  });
  expect(jsonOf(record, 'forum/comments.json')).toEqual([
    {
      question: 'Theirs?',
      comment: '*Because*.',
      written_at: '2026-11-21T09:00:00.000Z',
      edited_at: null,
      format: 'markdown',
      anonymous: false,
    },
  ]);
});

test('a student with nothing has a record all the same', async () => {
  const record = await readRecord(await makeStudentFixture(null));
  expect(jsonOf(record, 'about-me.json').project).toBeNull();
  expect(jsonOf(record, 'forum/questions.json')).toEqual([]);
});

test('a file whose bytes are lost is told in its place, and the rest is there', async () => {
  const fixture = await makeStudentFixture(8);
  const receipt = await submit(fixture, '1', file('lost', 'a.txt'));
  await submit(fixture, '1', file('kept', 'b.txt'));
  const [address] = fixture.kept().filter((name) => path.basename(name) === receipt.file.sha256);
  rmSync(path.join(fixture.dataDir, 'files', address as string));
  const told = vi.fn();
  fixture.context.log.error = told;
  const record = await readRecord(fixture);
  expect(record.get('hand-ins/week-1/version-1/file/a.txt (missing).txt')?.toString()).toContain(
    receipt.number,
  );
  expect(record.get('hand-ins/week-1/version-2/file/b.txt')?.toString()).toBe('kept');
  await fixture.context.alarms.idle();
  expect(told.mock.calls).toEqual([
    [expect.objectContaining({ receipt: receipt.number }), 'a stored file is missing or damaged'],
    [expect.objectContaining({ alarm: 'missing-files' }), expect.any(String)],
  ]);
  expect(await fixture.context.alarms.open()).toMatchObject([
    { kind: 'missing-files', facts: [receipt.file.sha256] },
  ]);
});

/** The record over a real connection, with what the store opened for it. */
async function openRecord(fixture: StudentFixture) {
  const opened: ReadStream[] = [];
  const { read } = fixture.context.files;
  vi.spyOn(fixture.context.files, 'read').mockImplementation(async (...args) => {
    const stream: Readable = await read(...args);
    opened.push(stream as ReadStream);
    return stream;
  });
  const cookie = await cookieOf(fixture, fixture.student);
  const asked = request({
    port: await listen(fixture),
    path: fixture.url('record'),
    headers: { cookie },
  }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { answer, opened };
}

test(
  'a reader that stops reading stops the reading of files, and one that goes away closes them',
  { tags: 'full' },
  async () => {
    const fixture = await makeStudentFixture(8, { settings: { maxUploadBytes: 64 * 1024 * 1024 } });
    await submit(fixture, '1', file(randomBytes(48 * 1024 * 1024), 'large.bin'));
    const { answer, opened } = await openRecord(fixture);
    answer.pause();
    await eventually(() => expect(opened).toHaveLength(1));
    const stableMemory = async (): Promise<number> => {
      for (let before = -1; ;) {
        const now = opened[0]?.bytesRead ?? 0;
        if (now === before) return now;
        before = now;
        await sleep(300);
      }
    };
    // What the buffers of both sides hold, and no more.
    expect(await stableMemory()).toBeLessThan(16 * 1024 * 1024);
    answer.destroy();
    await eventually(() => expect(opened[0]?.closed).toBe(true));
  },
);

test('a file that fails while it is read breaks the archive off: half of one never looks whole', async () => {
  const fixture = await makeStudentFixture(8, { settings: { maxUploadBytes: 64 * 1024 * 1024 } });
  await submit(fixture, '1', file(randomBytes(24 * 1024 * 1024), 'large.bin'));
  const { answer, opened } = await openRecord(fixture);
  await eventually(() => expect(opened).toHaveLength(1));
  opened[0]?.destroy(new Error('The disk is gone'));
  answer.resume();
  const ended = new Promise((resolve) => {
    answer.once('end', () => resolve('whole'));
    answer.once('error', () => resolve('broken off'));
  });
  expect(await ended).toBe('broken off');
});

test.runIf(engineName === 'sqlite')('no query of a record reads a table without an index', async () => {
  const fixture = await makeStudentFixture(8);
  const recorded = await recordQueries(fixture.context.database);
  await readRecord(fixture);
  const texts = recorded.queries().flatMap(({ sql: text }) => (/^select/i.test(text) ? [text] : []));
  expect(texts.length).toBeGreaterThan(4);
  const database = new BetterSqlite(fixture.databaseLocation, { readonly: true });
  const plans = texts.flatMap((text) => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => 0);
    return database.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
  });
  database.close();
  expect(
    plans.map(({ detail }) => detail).filter((detail) => /^SCAN|author.*INTEGER PRIMARY KEY/.test(detail)),
  ).toEqual([]);
  expect(plans.map(({ detail }) => detail).join('\n')).toContain('questions_of_author');
});
