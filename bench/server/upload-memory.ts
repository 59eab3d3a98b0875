import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import { openDatabase } from '#server/platform/database/database';
import { exchange } from '#support/exchange';
import type { Engine } from '../engines.ts';
import { startWarmPortal, watchMemory, type Running } from '../servers.ts';
import { formCall } from '../submit.ts';
import { makeClass, type Student } from '../students.ts';

const megabyte = 1024 * 1024;
/** What the web sends in one request. */
const partMegabytes = 8;
const timeoutMs = 600_000;

/** Sends a file as part of its form, a megabyte at a time. */
async function sendWithForm({ url }: Running, { email, cookie }: Student, megabytes: number): Promise<void> {
  const headers = { cookie, 'content-type': 'multipart/form-data; boundary=b' };
  const path = fillPath(paths.uploadProject.path, { s_id: email });
  const sent = request(url + path, { method: 'POST', headers });
  const answered = once(sent, 'response');
  sent.write('--b\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n');
  const chunk = Buffer.alloc(megabyte, 'x');
  for (let i = 0; i < megabytes; i++) if (!sent.write(chunk)) await once(sent, 'drain');
  sent.end('\r\n--b--\r\n');
  const [{ statusCode }] = await answered;
  if (statusCode !== 201) throw new Error(`The large upload was answered ${statusCode}`);
}

/** Sends a file ahead of its form in parts, as the web sends large ones. */
async function sendInParts({ url }: Running, student: Student, megabytes: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const headers = { cookie: student.cookie, 'tus-resumable': '1.0.0' };
  const send = async (method: string, path: string, more: Record<string, string>, body?: Buffer) => {
    const call = { method, path, headers: { ...headers, ...more }, ...(body && { body }) };
    const answer = await exchange(agent, Number(new URL(url).port), call, timeoutMs);
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}`);
    return answer;
  };
  const { location = '' } = (
    await send('POST', paths.beginUpload.path, {
      'upload-length': String(megabytes * megabyte),
      'upload-metadata': `task ${btoa('week-1')},filename ${btoa('large.bin')}`,
    })
  ).headers;
  const { pathname } = new URL(location, url);
  const type = { 'content-type': 'application/offset+octet-stream' };
  for (let at = 0; at < megabytes; at += partMegabytes) {
    const part = Buffer.alloc(Math.min(partMegabytes, megabytes - at) * megabyte, 'x');
    await send('PATCH', pathname, { ...type, 'upload-offset': String(at * megabyte) }, part);
  }
  const form = formCall(student, randomUUID(), [
    ['selectedWeek', '1'],
    ['upload', pathname.split('/').at(-1) ?? ''],
  ]);
  await send('POST', form.path, form.headers ?? {}, form.body);
  agent.destroy();
}

export const ways = { 'with the form': sendWithForm, 'in parts': sendInParts };

/** @returns the most memory that the portal takes while one large file arrives, in MB */
export async function measureUploadMemory(
  engine: Engine,
  upload: typeof sendWithForm,
  megabytes: number,
): Promise<number> {
  const home = await engine.makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, 1);
  await database.close();
  const portal = await startWarmPortal({ ...home.environment, MAX_UPLOAD_MB: '2048' });
  const stopWatching = watchMemory(portal);
  await upload(portal, students[0], megabytes);
  const most = stopWatching();
  await portal.stop();
  return most;
}
