import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { jpegSegment, jpegWith } from '#support/attachments';
import { makeContentThread } from './content-thread.ts';
import { readContent } from './read-content.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'content-'));
afterAll(() => rmSync(folder, { recursive: true }));

function stored(bytes: Buffer) {
  const file = path.join(folder, 'file');
  writeFileSync(file, bytes);
  return { path: file, bytes: bytes.length };
}

const filler = Array.from({ length: 10 }, () => jpegSegment(0xfe, 'x'.repeat(60_000)));

test('a larger file is read beside the serving thread, as a small one is', async () => {
  const thread = makeContentThread({ timeoutMs: 60_000 });
  onTestFinished(() => thread.close());
  for (const [name, bytes] of [
    ['a.jpg', jpegWith(...filler)],
    ['a.log', Buffer.from('Grüße '.repeat(10_000))],
    ['a.log', Buffer.from(`\ufeff${'Grüße '.repeat(10_000)}`, 'utf16le')],
  ] as const)
    expect(await thread.read(name, stored(bytes))).toEqual(readContent(name, bytes));
  const broken = jpegWith(...filler, Buffer.from('no segment'));
  await expect(thread.read('a.jpg', stored(broken))).rejects.toMatchObject({
    status: 400,
    code: 'bad_request',
  });
  await expect(thread.read('a.bin', stored(Buffer.alloc(100_000)))).rejects.toMatchObject({ status: 415 });
});

test('a file that takes too long is refused as long as it may be tried again', async () => {
  const thread = makeContentThread({ timeoutMs: 0 });
  onTestFinished(() => thread.close());
  await expect(thread.read('a.jpg', stored(jpegWith(...filler)))).rejects.toMatchObject({
    status: 503,
    retryAfter: 10,
  });
});
