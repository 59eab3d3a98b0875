import { randomBytes } from 'node:crypto';
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { makeTestStore } from '#support/stores';
import type { TestS3 } from '#support/s3';
import { FileMissing, type PartialFile, type Progress } from './file-store.ts';
import { openS3Bucket } from './s3-bucket.ts';
import { copyObject } from './s3-partial-files.ts';

const megabyte = 1024 * 1024;

async function makePartial(bytes: number) {
  const { store, s3 } = (await makeTestStore('bucket')) as Awaited<ReturnType<typeof makeTestStore>> & {
    s3: TestS3;
  };
  const id = 'a'.repeat(32);
  let file: PartialFile = {
    id,
    bytes,
    arrived: 0,
    hashState: null,
    sha256: null,
    place: null,
    fence: 0,
  };
  const save = async (progress: Progress): Promise<void> => void (file = { ...file, ...progress });
  const append = (part: Buffer, saveBy = save) => store.partial.append(file, Readable.from([part]), saveBy);
  return { store, s3, append, save, now: () => file };
}

/** Makes everything in the bucket two hours old. */
function age(s3: TestS3): void {
  const then = Date.now() / 1000 - 2 * 3600;
  for (const name of s3.objects()) utimesSync(s3.pathOf(name), then, then);
  for (const upload of s3.unfinished()) utimesSync(path.join(s3.uploads, upload, 'key'), then, then);
}

test('what belongs to no upload is swept after an hour, what an upload needs stays', async () => {
  const { store, s3, append, now } = await makePartial(20 * megabyte);
  await append(randomBytes(9 * megabyte));
  const needed = { objects: s3.objects(), unfinished: s3.unfinished() };
  expect([needed.objects.length, needed.unfinished.length]).toEqual([1, 1]);
  await store.partial.sweep(async () => undefined);
  expect(s3.objects(), 'younger than an hour').toEqual(needed.objects);
  age(s3);
  await store.partial.sweep(async () => now());
  expect({ objects: s3.objects(), unfinished: s3.unfinished() }).toEqual(needed);
  await store.partial.sweep(async () => undefined);
  expect([s3.objects(), s3.unfinished()]).toEqual([[], []]);
});

test('a service that lists no multipart uploads is swept all the same', async () => {
  const { store, s3, append } = await makePartial(megabyte);
  await append(randomBytes(megabyte / 2));
  age(s3);
  s3.intercept = (request, response) => {
    if (request.url?.includes('?uploads') !== true || request.method !== 'GET') return false;
    response.writeHead(501, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>');
    return true;
  };
  await store.partial.sweep(async () => undefined);
  expect(s3.objects()).toEqual([]);
});

test('a bucket that fails in the middle of a part loses that part, and the next attempt goes on', async () => {
  const bytes = randomBytes(17 * megabyte);
  const { s3, append, now, store } = await makePartial(bytes.length);
  await append(bytes.subarray(0, 8 * megabyte));
  s3.intercept = (request, response) => {
    if (request.url?.includes('partNumber=2') !== true) return false;
    request.resume();
    response.writeHead(500).end();
    return true;
  };
  await expect(append(bytes.subarray(8 * megabyte))).rejects.toMatchObject({ status: 503 });
  expect(now()).toMatchObject({ arrived: 8 * megabyte, sha256: null });
  s3.intercept = () => false;
  await append(bytes.subarray(8 * megabyte));
  const staged = await store.partial.stage(now());
  await staged.keep();
  const chunks = await (await store.read(staged.sha256, bytes.length)).toArray();
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test.each([
  ['the rest of a request', 2, 0],
  ['the first part', 9, 0],
  ['the last part', 9, 8],
])('progress that was saved although saving it seemed to fail, for %s, counts', async (_, sent, before) => {
  const bytes = randomBytes(10 * megabyte);
  const { append, save, now, store } = await makePartial(bytes.length);
  if (before > 0) await append(bytes.subarray(0, before * megabyte));
  const saveAndFail = async (progress: Progress): Promise<void> => {
    await save(progress);
    throw new Error('The line broke off at the commit');
  };
  const part = bytes.subarray(before * megabyte, sent * megabyte);
  await expect(append(part, saveAndFail)).rejects.toThrow('at the commit');
  await append(bytes.subarray(now().arrived));
  await (await store.partial.stage(now())).keep();
  const chunks = await (await store.read(now().sha256 as string, bytes.length)).toArray();
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('an upload that the service has ended is missing, not out of reach', async () => {
  const bytes = randomBytes(17 * megabyte);
  const { s3, append } = await makePartial(bytes.length);
  await append(bytes.subarray(0, 8 * megabyte));
  s3.intercept = (request, response) => {
    if (request.url?.includes('partNumber=2') !== true) return false;
    request.resume();
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end('<Error><Code>NoSuchUpload</Code><Message>no</Message></Error>');
    return true;
  };
  await expect(append(bytes.subarray(8 * megabyte))).rejects.toBeInstanceOf(FileMissing);
});

test('a machine that dies before the object is complete leaves that to the submission', async () => {
  const bytes = randomBytes(9 * megabyte);
  const { s3, append, now, store } = await makePartial(bytes.length);
  s3.intercept = (request, response) => {
    if (request.method !== 'POST' || request.url?.includes('uploadId') !== true) return false;
    request.resume();
    response.writeHead(500).end();
    return true;
  };
  await expect(append(bytes)).rejects.toMatchObject({ status: 503 });
  expect(now().arrived).toBe(bytes.length);
  s3.intercept = () => false;
  await (await store.partial.stage(now())).keep();
  // And a second time, when the upload is complete and its object there.
  await (await store.partial.stage(now())).keep();
  expect(s3.objects().filter((name) => name.length === 64)).toEqual([now().sha256]);
});

test('a large object is copied in parts', async () => {
  const { s3 } = await makePartial(1);
  const bucket = openS3Bucket(s3.address);
  const { PutObjectCommand, GetObjectCommand } = await import('@aws-sdk/client-s3');
  const { client, Bucket, prefix } = bucket;
  const bytes = randomBytes(12 * megabyte);
  await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}from`, Body: bytes }));
  const copy = { from: `${prefix}from`, to: `${prefix}to`, bytes: bytes.length };
  await copyObject(bucket, copy, { wholeBytes: 5 * megabyte, partBytes: 5 * megabyte });
  expect(s3.answered.filter((kind) => kind === 'UploadPartCopy')).toHaveLength(3);
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `${prefix}to` }));
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
});
