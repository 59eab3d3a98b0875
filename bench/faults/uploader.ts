import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { paths } from '#contract/paths';
import { CallError } from '#web/lib/call-error';
import { failureOf, isServed, type Classroom } from '../class/classroom.ts';
import type { Exchange } from '../exchange.ts';
import { formCall, receiptOf, submissionCall } from '../submit.ts';
import type { Student } from '../students.ts';

const partBytes = 256 * 1024;
const parts = 3;
/** After losing everything that was sent so many times, the file goes with the form. */
const maxRestarts = 2;

/** One large file: uploaded in parts, then named by the form. */
async function uploadOne(room: Classroom, student: Student): Promise<void> {
  const bytes = randomBytes(partBytes * parts);
  const key = randomUUID();
  const week = String(randomInt(1, 5));
  const entry = room.ledger.addSubmission(student, key, bytes);
  let address: string | null = null;
  let restarts = 0;

  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    room.send('upload', student, {
      method,
      path,
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(body !== undefined && { body }),
    });

  function restart(): CallError {
    address = null;
    restarts += 1;
    room.ledger.restartedUploads += 1;
    return new CallError(0, 'no_upload', 'The upload is gone.');
  }

  async function begin(): Promise<CallError | null> {
    const answer = await send('POST', paths.beginUpload.path, {
      'upload-length': String(bytes.length),
      'upload-metadata': `task ${btoa(`week-${week}`)},filename ${btoa('large.bin')}`,
    });
    if (!isServed(answer)) return failureOf(answer);
    address = new URL(String(answer.headers.location), 'http://portal').pathname;
    return null;
  }

  async function sendParts(to: string): Promise<CallError | null> {
    const known = await send('HEAD', to, {});
    if (known?.status === 404) return restart();
    if (!isServed(known)) return failureOf(known);
    for (let at = Number(known.headers['upload-offset']); at < bytes.length;) {
      const headers = { 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' };
      const answer: Exchange | null = await send('PATCH', to, headers, bytes.subarray(at, at + partBytes));
      if (answer?.status === 404) return restart();
      // Another request for the same upload won: the next attempt asks how much has arrived.
      if (answer?.status === 423) return new CallError(409, 'conflict', 'The upload is in use.', 1);
      if (!isServed(answer)) return failureOf(answer);
      at = Number(answer.headers['upload-offset']);
    }
    return null;
  }

  async function submit(upload: string | null): Promise<CallError | null> {
    const form = [
      ['selectedWeek', week],
      ['upload', upload ?? ''],
    ] as const;
    const call = upload === null ? submissionCall(student, key, bytes, week) : formCall(student, key, form);
    const answer = await room.send('upload', student, call);
    if (!isServed(answer)) {
      const failure = failureOf(answer);
      return failure.code === 'no_upload' ? restart() : failure;
    }
    Object.assign(entry, { receipt: receiptOf(answer), at: performance.now() });
    return null;
  }

  await room.persist('upload', async () => {
    if (restarts > maxRestarts) return submit(null);
    const failure = address === null ? await begin() : null;
    if (failure !== null || address === null) return failure;
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
