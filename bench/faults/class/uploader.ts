import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Receipt } from '#contract/submissions';
import { CallError } from '#web/lib/call-error';
import type { Student } from '../../students.ts';
import { failureOf, type Classroom } from './classroom.ts';
import type { Exchange } from '../../exchange.ts';
import { makeForm } from '../../form.ts';
import { isServed } from './student.ts';

const partBytes = 256 * 1024;
const parts = 3;
const tus = { 'tus-resumable': '1.0.0' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** After so many times of losing everything that was sent, the file goes with the form. */
const maxAnew = 2;

/** One large file on its way: uploaded in parts, then named by the form. */
async function uploadOne(room: Classroom, student: Student): Promise<void> {
  const bytes = randomBytes(partBytes * parts);
  const key = randomUUID();
  const week = String(randomInt(1, 5));
  const entry = room.ledger.handIn(student, key, createHash('sha256').update(bytes).digest('hex'));
  let address: string | null = null;
  let anew = 0;

  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    room.send('upload', student, {
      method,
      path,
      headers: { ...tus, ...headers },
      ...(body !== undefined && { body }),
    });

  /** What was uploaded is gone: 404 is the portal's word for it. */
  function loseAll(): CallError {
    address = null;
    anew += 1;
    room.ledger.uploadsBegunAnew += 1;
    return new CallError(0, 'no_upload', 'The upload is gone.');
  }

  async function begin(): Promise<CallError | null> {
    const answer = await send('POST', paths.beginUpload.path, {
      'upload-length': String(bytes.length),
      'upload-metadata': `task ${base64(`week-${week}`)},filename ${base64('large.bin')}`,
    });
    if (!isServed(answer)) return failureOf(answer);
    address = new URL(String(answer.headers.location), 'http://portal').pathname;
    return null;
  }

  async function sendParts(to: string): Promise<CallError | null> {
    const known = await send('HEAD', to, {});
    if (known?.status === 404) return loseAll();
    if (!isServed(known)) return failureOf(known);
    for (let at = Number(known.headers['upload-offset']); at < bytes.length;) {
      const part = bytes.subarray(at, at + partBytes);
      const headers = { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' };
      const answer: Exchange | null = await send('PATCH', to, headers, part);
      if (answer?.status === 404) return loseAll();
      // Another request for the same upload won: what has arrived is asked anew.
      if (answer?.status === 423) return new CallError(409, 'conflict', 'The upload goes on in a moment.', 1);
      if (!isServed(answer)) return failureOf(answer);
      at = Number(answer.headers['upload-offset']);
    }
    return null;
  }

  async function submit(upload: string | null): Promise<CallError | null> {
    const form =
      upload === null
        ? makeForm({ selectedWeek: week }, { name: 'large.bin', bytes })
        : makeForm({ selectedWeek: week, upload }, null);
    const answer = await room.send('upload', student, {
      method: 'POST',
      path: fillPath(paths.uploadWeek.path, { s_id: student.email }),
      headers: { 'content-type': form.type, 'idempotency-key': key },
      body: form.body,
    });
    if (!isServed(answer)) {
      const failure = failureOf(answer);
      return failure.code === 'no_upload' ? loseAll() : failure;
    }
    const { receipt } = JSON.parse(answer.body.toString()) as { receipt: Receipt };
    Object.assign(entry, { receipt, at: performance.now() });
    return null;
  }

  await room.persist('upload', async () => {
    if (anew > maxAnew) return submit(null);
    const begun = address === null ? await begin() : null;
    if (begun !== null || address === null) return begun;
    return (await sendParts(address)) ?? submit(address.split('/').at(-1) ?? '');
  });
}

/** One large file after the other until the class closes. */
export async function uploadFiles(room: Classroom, student: Student): Promise<void> {
  while (room.isOpen) {
    await uploadOne(room, student);
    await room.pause(randomInt(200, 900));
  }
}
