import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { listen } from '#support/open-upload';
import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { storeFile } from '#support/store-file';

const megabyte = 1_000_000;
const students = 30;
const fileBytes = 20 * megabyte;
/** Two files: nothing may hold more of them. */
const mostGrowth = 40 * megabyte;

/** Random, so that a level of compression would show. */
function noise(bytes: number): Readable {
  const piece = randomBytes(megabyte);
  return Readable.from(
    (function* pieces() {
      for (let sent = 0; sent < bytes; sent += megabyte) yield piece;
    })(),
  );
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const used = () => {
  collectGarbage();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  return heapUsed + Math.max(external, arrayBuffers);
};

test('600 MB are sent with flat memory, also to a reader who pauses', { timeout: 300_000 }, async () => {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'BIG' });
  const columns = await storeFile(context, noise(fileBytes), 'work.zip');
  for (let n = 0; n < students; n += 1) {
    const { id } = await buildStudent(context, { batch_id: batch.id });
    await buildSubmission(context, { account_id: id, ...columns, file_id: `F${n}` });
  }
  const cookie = await app.cookieOf(await buildMentor(context, [batch.id]));
  const port = await listen(app);
  const path = '/api/staff/exports/files?batch=BIG&task=week-1';
  const sent = request({ port, host: '127.0.0.1', path, headers: { cookie } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const before = used();
  let bytes = 0;
  let most = 0;
  let pauses = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes < (pauses + 1) * 100 * megabyte) continue;
    // A reader who stops for a moment: nothing may pile up meanwhile.
    pauses += 1;
    await new Promise((resolve) => setTimeout(resolve, 200));
    most = Math.max(most, used() - before);
  }
  expect(bytes).toBeGreaterThan(students * fileBytes);
  expect(most).toBeLessThan(mostGrowth);
});
