import { once } from 'node:events';
import { request } from 'node:http';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { openDatabase } from '#server/platform/database/database';
import type { Engine } from '../engines.ts';
import { startWarmPortal, watchMemory, type Running } from '../servers.ts';
import { makeClass, type Student } from '../students.ts';

const megabyte = 1024 * 1024;
/** What the web sends in one request. */
const partMegabytes = 8;

/** How a file gets to the portal: with the form, or ahead of it in parts, as the web sends large ones. */
type Way = 'with the form' | 'in parts';

const field = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;

/**
 * Sends a request whose body is made while it is sent.
 * @param body a text before and after, and so many megabytes between
 * @returns the Location of the answer
 */
async function send(
  { url }: Running,
  { cookie }: Student,
  method: string,
  path: string,
  headers: Record<string, string>,
  { before = '', megabytes = 0, after = '' } = {},
): Promise<string> {
  const sent = request(url + path, { method, headers: { cookie, ...headers } });
  const answered = once(sent, 'response');
  if (before !== '') sent.write(before);
  const chunk = Buffer.alloc(megabyte, 'x');
  for (let i = 0; i < megabytes; i++) if (!sent.write(chunk)) await once(sent, 'drain');
  sent.end(after);
  const [response] = await answered;
  response.resume();
  await once(response, 'end');
  if (response.statusCode >= 300) throw new Error(`A large upload was answered ${response.statusCode}`);
  return response.headers.location ?? '';
}

async function upload(portal: Running, student: Student, way: Way, megabytes: number): Promise<void> {
  const form = { 'content-type': 'multipart/form-data; boundary=b' };
  const address = fillPath(paths.uploadProject.path, { s_id: student.email });
  if (way === 'with the form') {
    const before = `${field('files')}; filename="large.bin"\r\n\r\n`;
    await send(portal, student, 'POST', address, form, { before, megabytes, after: '\r\n--b--\r\n' });
    return;
  }
  const tus = { 'tus-resumable': '1.0.0' };
  const location = await send(portal, student, 'POST', paths.beginUpload.path, {
    ...tus,
    'upload-length': String(megabytes * megabyte),
    'upload-metadata': `task ${btoa('final')},filename ${btoa('large.bin')}`,
  });
  const { pathname } = new URL(location, portal.url);
  for (let at = 0; at < megabytes; at += partMegabytes) {
    const type = 'application/offset+octet-stream';
    const headers = { ...tus, 'upload-offset': String(at * megabyte), 'content-type': type };
    await send(portal, student, 'PATCH', pathname, headers, {
      megabytes: Math.min(partMegabytes, megabytes - at),
    });
  }
  const before = `${field('upload')}\r\n\r\n${pathname.split('/').at(-1)}\r\n--b--\r\n`;
  await send(portal, student, 'POST', address, form, { before });
}

/** @returns the most memory that the portal takes while one large file arrives, in MB */
export async function measureUploadMemory(engine: Engine, way: Way, megabytes: number): Promise<number> {
  const home = await engine.makeHome();
  const database = await openDatabase(home);
  const { students } = await makeClass(database, 1);
  await database.close();
  const portal = await startWarmPortal({ ...home.environment, MAX_UPLOAD_MB: '2048' });
  const stopWatching = watchMemory(portal);
  await upload(portal, students[0] as Student, way, megabytes);
  const most = stopWatching();
  await portal.stop();
  return most;
}
