import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { startPortal } from '../servers.ts';
import { makeStudents } from '../students.ts';

const megabyte = 1024 * 1024;
/** What the web sends in one request. */
const partMegabytes = 8;

/** How a file gets to the portal: within the form, or ahead of it in parts, as the web sends large ones. */
type Way = 'form' | 'parts';

type To = { port: string; cookie: string; email: string };

async function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if ((response.statusCode ?? 0) >= 300)
    throw new Error(`The large upload was answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return response;
}

/** Begins a request; its body is the caller's to write. */
function begin(to: To, method: string, address: string, headers: Record<string, string>): ClientRequest {
  const { port, cookie } = to;
  return request({ host: '127.0.0.1', port, method, path: address, headers: { cookie, ...headers } });
}

async function streamBytes(sent: ClientRequest, megabytes: number): Promise<void> {
  const chunk = Buffer.alloc(megabyte, 'x');
  for (let i = 0; i < megabytes; i++) if (!sent.write(chunk)) await once(sent, 'drain');
}

const fileHead = '--b\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n';
const formEnd = '\r\n--b--\r\n';

function beginForm(to: To, head: string): ClientRequest {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  const sent = begin(to, 'POST', `/api/students/uploadProject/${to.email}`, type);
  sent.write(head);
  return sent;
}

async function submit(to: To, head: string, megabytes: number): Promise<void> {
  const sent = beginForm(to, head);
  const answered = answerOf(sent);
  await streamBytes(sent, megabytes);
  sent.end(formEnd);
  await answered;
}

async function sendInParts(to: To, megabytes: number): Promise<void> {
  const tus = { 'tus-resumable': '1.0.0' };
  const first = begin(to, 'POST', '/api/uploads', {
    ...tus,
    'upload-length': String(megabytes * megabyte),
    'upload-metadata': `task ${btoa('final')},filename ${btoa('large.bin')}`,
  });
  first.end();
  const { location = '' } = (await answerOf(first)).headers;
  for (let at = 0; at < megabytes; at += partMegabytes) {
    const part = begin(to, 'PATCH', location, {
      ...tus,
      'upload-offset': String(at * megabyte),
      'content-type': 'application/offset+octet-stream',
    });
    const answered = answerOf(part);
    await streamBytes(part, Math.min(partMegabytes, megabytes - at));
    part.end();
    await answered;
  }
  const upload = location.split('/').at(-1);
  await submit(to, `--b\r\nContent-Disposition: form-data; name="upload"\r\n\r\n${upload}`, 0);
}

/**
 * How much memory the portal takes on top while many files arrive at the same time, each short of its end, in MB; null
 * where that is not told.
 * @param storageUrl the bucket that the files would go to
 */
export async function measureManyUploads(
  storageUrl: string,
  { count, megabytes }: { count: number; megabytes: number },
): Promise<number | null> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-uploads-'));
  try {
    const database = await openDatabase({ dataDir, databaseUrl: null });
    const students = await makeStudents(database, count);
    await database.close();
    const environment = { DATA_DIR: dataDir, STORAGE_URL: storageUrl, LOG_LEVEL: 'fatal' };
    await (await startPortal(environment)).stop();
    const portal = await startPortal(environment);
    const atRest = portal.memory();
    const { port } = new URL(portal.url);
    const uploads = await Promise.all(
      students.map(async (student) => {
        const sent = beginForm({ port, ...student }, fileHead);
        const answered = answerOf(sent);
        await streamBytes(sent, megabytes);
        return { sent, answered };
      }),
    );
    const arrived = portal.memory();
    for (const { sent } of uploads) sent.end(formEnd);
    for (const { answered } of uploads) await answered;
    await portal.stop();
    return atRest === null || arrived === null ? null : arrived - atRest;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The most memory that the portal takes while one large file arrives, in MB; null where that is not told. */
export async function measureUploadMemory(
  way: Way,
  megabytes: number,
): Promise<{ atRest: number | null; peak: number | null }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-upload-'));
  try {
    const database = await openDatabase({ dataDir, databaseUrl: null });
    const [student] = await makeStudents(database, 1);
    await database.close();
    if (student === undefined) throw new Error('No student');
    const environment = { DATA_DIR: dataDir, MAX_UPLOAD_MB: '2048', LOG_LEVEL: 'fatal' };
    await (await startPortal(environment)).stop();
    const portal = await startPortal(environment);
    const atRest = portal.memory();
    let peak = atRest;
    const timer = setInterval(() => {
      const now = portal.memory();
      if (now !== null) peak = Math.max(peak ?? 0, now);
    }, 20);
    const to = { port: new URL(portal.url).port, ...student };
    if (way === 'parts') await sendInParts(to, megabytes);
    else await submit(to, fileHead, megabytes);
    clearInterval(timer);
    await portal.stop();
    return { atRest, peak };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
