import { expect, test } from 'vitest';
import { tasks } from '#contract/dates';
import { limits } from '#contract/limits';
import { htmlForRow } from '#server/platform/markdown/markdown-html';
import { putBrief } from '#server/projects/briefs';
import { sheetLimits } from '#server/platform/sheets/sheet';
import { costsOf, tooCostly } from '#support/costs';
import { encodeForm } from '#support/encode-form';
import { buildAdministrator, buildMark, buildStudent, buildSubmission } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { deflatedZeros, makeZip, manyEntries } from '#support/make-zip';
import { xlsxParts } from '#support/make-xlsx';
import { makePortalFixture } from '#support/portal-fixture';
import { makePreviewFixture } from '#support/preview-fixture';
import { comments, links, makeStudentFixture, week } from '#support/student-fixture';
import { makeTestApp, type Client } from '#support/test-app';

const hard = (length: number) => '*http://a* '.repeat(length / 11);
const posting = (client: Client, url: string, parts: Parameters<typeof encodeForm>[0]) => {
  const { body, headers } = encodeForm(parts);
  return () => client.send({ method: 'POST', url, headers, payload: body });
};

/** As `costly-requests.http.test.ts`, for the other limits. */

test('what a student sends and reads', async () => {
  const fixture = await makeStudentFixture(29);
  const { context, student, client } = fixture;
  const long = ')'.repeat(limits.submissionText);
  const requests = {
    'a submission of long texts': posting(client, fixture.url('uploadWeek'), [
      week('1'),
      links('http://a/ '.repeat(10_000)),
      comments(long),
    ]),
    'a submission of many texts': posting(client, fixture.url('uploadWeek'), [
      week('2'),
      ...Array.from({ length: 18 }, () => ['other', long] as const),
    ]),
    'a body of braces': () =>
      client.send({
        method: 'POST',
        url: '/api/auth/login',
        headers: { 'content-type': 'application/json' },
        payload: '['.repeat(limits.jsonBytes),
      }),
    'a body of keys': () =>
      client.post(
        '/api/auth/login',
        Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`key${n}`, n])),
      ),
    'a receipt to verify': () =>
      client.post('/api/receipts/verify', { number: long.slice(0, 90_000), sha256: long.slice(0, 90_000) }),
    'an address to log in with': () =>
      client.post('/api/auth/login', { email: `${'a@'.repeat(60_000)}b.c`, password: 'x' }),
  };
  await posting(client, fixture.url('uploadWeek'), [week('3'), links('x')])();
  const costs = await costsOf(requests);
  for (let version = 1; version <= 100; version++)
    await buildSubmission(context, {
      account_id: student.id,
      task: 'week-4',
      version,
      links: long,
      comments: '\u0001'.repeat(limits.submissionText),
    });
  const list = () => client.get(`${fixture.url('submissions')}?limit=100`);
  costs.push(...(await costsOf({ 'a hundred submissions': list })));
  expect(tooCostly(costs)).toEqual([]);
});

test('what staff read of it', async () => {
  const fixture = await makePreviewFixture();
  const { context, student, reader, open, submit } = fixture;
  const { name } = await context.database.reader
    .selectFrom('batches')
    .where('id', '=', student.batch_id as number)
    .select('name')
    .executeTakeFirstOrThrow();
  const words = hard(limits.markComments);
  for (let n = 0; n < 100; n++) {
    const { id: account_id } = await buildStudent(context, { batch_id: student.batch_id });
    const { id } = await buildSubmission(context, { account_id, links: 'http://a/ '.repeat(10_000) });
    const comments = words.slice(n);
    await buildMark(context, { submission_id: id, comments, format: 'markdown', html: htmlForRow(comments) });
  }
  const files = {
    code: await submit('a</b>`${"\\'.repeat(30_000), 'long.js'),
    zip: await submit(manyEntries(), 'many.zip'),
    bomb: await submit(makeZip([{ name: 'a.txt', packed: deflatedZeros(64), bytes: 1_000 }]), 'bomb.zip'),
  };
  await open(await submit('x', 'a.js'));
  const requests = {
    'a page of marks': () => reader.get(`/api/staff/batches/${name}/submissions?limit=100`),
    'code of one kind': () => open(files.code),
    'a ZIP of 100,000 entries': () => open(files.zip),
    'a ZIP bomb': () => open(files.bomb),
    'text of it': () => reader.get(`/api/files/${files.code}/text`),
  };
  const costs = await costsOf(requests);
  expect(tooCostly(costs)).toEqual([]);
});

test('a project’s briefs that nobody has read yet', async () => {
  const { app, clients, project, people } = await makePortalFixture({});
  let asked = 0;
  // Each time they are other texts: what is remembered helps with none.
  const read = (url: string) => async () => {
    asked += 1;
    await app.context.database.transaction(async (writer) => {
      for (const task of tasks) {
        const text = `${asked}\n${'- *a*\n'.repeat(limits.brief / 6 - 1)}`;
        await putBrief(writer, { projectId: project.id, task, text, at: 0 });
      }
    });
    return clients.student.get(url);
  };
  const urls = [`/api/projects/briefs/${project.id}`, `/api/students/briefs/${people.student.email}`];
  for (const url of urls) await read(url)();
  const costs = await costsOf(Object.fromEntries(urls.map((url) => [url, read(url)])));
  expect(tooCostly(costs)).toEqual([]);
});

// Of one that is taken, the rows are written some at a time, between other requests.
test('a spreadsheet of the office that is not taken', async () => {
  const { office } = await makeImportDesk();
  const sheet = (bytes: Buffer) =>
    posting(office, '/api/staff/intakes', [['file', { name: 'people.csv', bytes }]]);
  const rows = (count: number, cells: string) => Buffer.from(`Name,Email\n${`${cells}\n`.repeat(count)}`);
  const workbook = (xml: string) => makeZip(xlsxParts(xml));
  // The thread has been started once.
  await sheet(workbook('<worksheet/>'))();
  const costs = await costsOf({
    'a sheet of empty rows': sheet(rows(sheetLimits.rowsInAll + 1, '')),
    'a workbook of empty rows': sheet(
      workbook(`<worksheet><sheetData>${'<row/>'.repeat(sheetLimits.rowsInAll + 1)}`),
    ),
    'a small sheet of quotes': sheet(Buffer.alloc(32_768, '"')),
    'a small sheet of cells': sheet(Buffer.alloc(32_768, ';,\t')),
    'a workbook of elements': sheet(workbook(`<worksheet><sheetData>${'<x/>'.repeat(2_000_000)}`)),
  });
  expect(tooCostly(costs)).toEqual([]);
  for (const { name, status } of costs) expect(status, name).toBe(400);
  // To take twenty megabytes in has its cost, whatever they are.
  const [taken, read] = await costsOf({
    'what nothing reads': sheet(
      Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(sheetLimits.bytes - 5, '"')]),
    ),
    'quotes without end': sheet(Buffer.alloc(sheetLimits.bytes, '"')),
  });
  expect((read?.ms ?? 0) - (taken?.ms ?? 0)).toBeLessThan(50);
});

test('a catalogue of an administrator', async () => {
  const { context, as } = await makeTestApp();
  const administrator = await as(await buildAdministrator(context));
  const send = (bytes: Buffer) =>
    posting(administrator, '/api/staff/catalogue/import', [
      ['file', { name: 'catalogue.zip', bytes }],
      ['dry_run', 'yes'],
    ]);
  const courses = (yaml: string) => send(makeZip([{ name: 'courses.yaml', data: yaml }]));
  // The thread has been started once.
  await courses('- name: A\n')();
  const costs = await costsOf({
    aliases: courses(`- &a x\n${'- *a\n'.repeat(48_000)}`),
    'numbers in a list': courses(`- [${'1,'.repeat(20_000)}]`),
    'keys of one entry': courses(`- {${Array.from({ length: 4_000 }, (_, n) => `k${n}: 1`).join(',')}}`),
    'brackets without end': courses('['.repeat(20_000)),
    'entries without names': courses('- {}\n'.repeat(20_000)),
    'more entries than are taken': courses(
      Array.from({ length: 2_001 }, (_, n) => `- name: Course ${n}\n`).join(''),
    ),
    'as many entries as are taken': courses(
      Array.from({ length: 2_000 }, (_, n) => `- name: Course ${n}\n`).join(''),
    ),
    'a ZIP of 100,000 entries': send(manyEntries()),
    'a ZIP bomb': send(
      makeZip([{ name: 'projects.yaml', packed: deflatedZeros(2_000), bytes: 2_000_000_000 }]),
    ),
  });
  expect(tooCostly(costs)).toEqual([]);
  for (const { name, status } of costs) expect([200, 400], name).toContain(status);
  // To take so many megabytes in has its cost, whatever they are.
  const picture = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.alloc(limits.catalogueFileBytes - 16),
    Buffer.from('IEND____'),
  ]);
  const pictures = Array.from({ length: 15 }, (_, n) => ({
    name: `images/${n}.png`,
    data: picture,
    method: 0,
  }));
  const [taken, read] = await costsOf({
    'what is no ZIP': send(Buffer.alloc(limits.catalogueZipBytes, 1)),
    pictures: send(makeZip(pictures)),
  });
  expect((read?.ms ?? 0) - (taken?.ms ?? 0)).toBeLessThan(50);
});
