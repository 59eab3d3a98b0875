import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import type { AppContext } from '#server/platform/context';
import {
  buildAdministrator,
  buildBatch,
  buildMentor,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { readZip } from '#support/read-zip';
import { startS3 } from '#support/s3';
import { makeTestApp } from '#support/test-app';
import { storeFile } from '#support/store-file';
import { folderName } from './export-files.ts';

async function makeClass(settings: Partial<AppContext['settings']> = {}, erased = false) {
  const app = await makeTestApp({ settings });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'WEB 1' });
  const student = (name: string, email: string) => buildStudent(context, { name, email, batch_id: batch.id });
  const asha = await student('ആശ കുമാരി', 'asha@example.test');
  const ravi = await student('CON', 'ravi@example.test');
  const submit = async (
    account_id: number,
    version: number,
    bytes: string,
    name: string | null,
    more: { erased_at?: number } = {},
  ) =>
    buildSubmission(context, {
      account_id,
      task: 'week-1',
      version,
      ...more,
      ...(name === null ? {} : await storeFile(context, bytes, name)),
    });
  await submit(asha.id, 1, 'first', 'work.zip');
  const newest = await submit(asha.id, 2, 'second', 'എന്റെ പണി.zip');
  await submit(ravi.id, 1, 'third', 'aux.', erased ? { erased_at: context.clock.now() } : {});
  await submit(await student('Nobody', 'none@example.test').then(({ id }) => id), 1, '', null);
  const elsewhere = await buildStudent(context, { batch_id: (await buildBatch(context)).id });
  await submit(elsewhere.id, 1, 'not theirs', 'secret.zip');
  const mentor = await buildMentor(context, [batch.id]);
  const asMentor = await app.as(mentor);
  const read = async (query = 'batch=web1&task=week-1') => {
    const url = `/api/staff/exports/files?${query}`;
    const { statusCode, headers, rawPayload } = await app.app.inject({
      method: 'GET',
      url,
      headers: { cookie: await app.cookieOf(mentor) },
    });
    expect(statusCode).toBe(200);
    const files = readZip(rawPayload);
    const contents = parse(files.get('contents.csv') as Buffer, { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    const names = [...files.keys()].filter((name) => name !== 'contents.csv');
    return { files, names, contents, headers, zip: rawPayload };
  };
  return { app, context, asha, newest, mentor, asMentor, read };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a folder per student with the newest version, and a table of contents last', async () => {
  const { read, newest, mentor, context } = await makeClass();
  const { files, names, contents, headers, zip } = await read();
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="WEB 1 week-1 files.zip"',
    'cache-control': 'private, no-store',
  });
  expect(names).toEqual([
    'ആശ കുമാരി asha@example.test/week-1 v2 എന്റെ പണി.zip',
    '_CON ravi@example.test/week-1 v1 _aux_',
  ]);
  expect(files.get(names[0] as string)?.toString()).toBe('second');
  expect([...files.keys()].at(-1)).toBe('contents.csv');
  expect(contents).toHaveLength(3);
  expect(contents[0]).toMatchObject({
    name: 'ആശ കുമാരി',
    email: 'asha@example.test',
    task: 'week-1',
    version: '2',
    number: newest.number,
    file: names[0],
    file_bytes: '6',
    file_sha256: sha256('second'),
    removed_on_request: 'false',
  });
  expect(contents[2]).toMatchObject({ name: 'Nobody', file: '', file_sha256: '' });
  // The flag for UTF-8, in each header whose name needs it.
  const at = zip.indexOf('PK\x01\x02', 0, 'latin1');
  expect(zip.readUInt16LE(at + 8) & 0x800).toBe(0x800);
  expect(await readAuditLog({ context })).toMatchObject([
    {
      act: 'export-files',
      subject: 'WEB 1',
      actor_id: mentor.id,
      after: { task: 'week-1', versions: 'newest' },
    },
  ]);
});

test('all versions; a task without submissions has a table of contents alone', async () => {
  const { read } = await makeClass();
  const { files, names, contents } = await read('batch=web1&task=week-1&versions=all');
  expect(names).toHaveLength(3);
  expect(contents.map(({ version }) => version)).toEqual(['1', '2', '1', '1']);
  expect(files.get('ആശ കുമാരി asha@example.test/week-1 v1 work.zip')?.toString()).toBe('first');
  expect(await read('batch=web1&task=viva')).toMatchObject({ names: [], contents: [] });
});

test('what was removed, and what is lost, is named', async () => {
  const { read, newest, context } = await makeClass({}, true);
  const { log } = context;
  context.log = { ...log, error() {} };
  const stored = context.files.read;
  context.files.read = (hash, bytes, range) =>
    stored(hash === newest.file_sha256 ? sha256('lost') : hash, bytes, range);
  const { files, names, contents } = await read();
  expect(names).toEqual(['ആശ കുമാരി asha@example.test/week-1 v2 എന്റെ പണി.zip (missing).txt']);
  expect(files.get(names[0] as string)?.toString()).toContain(newest.number);
  expect(contents[1]).toMatchObject({ file: '', removed_on_request: 'true' });
});

test('the same from a bucket', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const { read } = await makeClass({ storage: s3.address });
  const { files, names } = await read();
  expect(names.map((name) => files.get(name)?.toString())).toEqual(['second', 'third']);
});

test('a student’s record does not wait for the ZIPs of mentors', async () => {
  const { app, context, asha } = await makeClass();
  const { filesLimiter } = context;
  for (let account = 1; account <= filesLimiter.places; account += 1)
    await filesLimiter.acquire(Readable.from('a'), { account: -account });
  const record = await (await app.as(asha)).get(`/api/students/record/${asha.email}`);
  expect(record.status).toBe(200);
});

test('students, classmates and mentors of other batches get nothing, and leave no line', async () => {
  const { app, context, asha, asMentor } = await makeClass();
  const other = await app.as(await buildMentor(context, [(await buildBatch(context)).id]));
  const url = '/api/staff/exports/files?batch=web1&task=week-1';
  for (const client of [await app.as(asha), other]) expect((await client.get(url)).status).toBe(403);
  expect((await app.nobody.get(url)).status).toBe(401);
  const administrator = await app.as(await buildAdministrator(context));
  expect((await administrator.get(url.replace('web1', 'unknown'))).status).toBe(404);
  expect((await administrator.get(url.replace('web1', '%00'))).status).toBe(404);
  const wrong = await asMentor.get('/api/staff/exports/files?batch=web1&task=week-9');
  expect(wrong).toMatchObject({ status: 400, body: { message: /^task must be one of/ } });
  expect((await readAuditLog({ context })).filter(({ act }) => act === 'export-files')).toEqual([]);
});

test.each([
  ['Asha', 'asha@example.test', 'Asha asha@example.test'],
  ['A/B: C?', 'a*b@example.test', 'A_B_ C_ a_b@example.test 7'],
  ['ആ'.repeat(60), `${'x'.repeat(50)}@example.test`, `${'ആ'.repeat(40)} ${'x'.repeat(40)} 7`],
])('the folder of %s, %s', (name, email, folder) => {
  expect(folderName({ accountId: 7, name, email })).toBe(folder);
});
