import { request } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/database';
import { startPortal } from '../servers.ts';
import { makeStudents } from '../students.ts';

const megabyte = 1024 * 1024;

/** The most memory that the portal takes while one file of a gigabyte arrives, in MB; null where that is not told. */
export async function measureUploadMemory(
  megabytes: number,
): Promise<{ atRest: number | null; most: number | null }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-upload-'));
  try {
    const database = await openDatabase({ dataDir, databaseUrl: null });
    const [student] = await makeStudents(database, 1);
    await database.close();
    const environment = { DATA_DIR: dataDir, MAX_UPLOAD_MB: '2048', LOG_LEVEL: 'fatal' };
    await (await startPortal(environment)).stop();
    const portal = await startPortal(environment);
    const atRest = portal.memory();
    let most = atRest;
    const timer = setInterval(() => {
      const now = portal.memory();
      if (now !== null) most = Math.max(most ?? 0, now);
    }, 20);
    const { port } = new URL(portal.url);
    const sent = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/api/students/uploadProject/${student?.email}`,
      headers: { cookie: student?.cookie, 'content-type': 'multipart/form-data; boundary=b' },
    });
    const answered = once(sent, 'response');
    sent.write('--b\r\nContent-Disposition: form-data; name="files"; filename="large.bin"\r\n\r\n');
    const chunk = Buffer.alloc(megabyte, 'x');
    for (let i = 0; i < megabytes; i++) if (!sent.write(chunk)) await once(sent, 'drain');
    sent.end('\r\n--b--\r\n');
    const [response] = await answered;
    clearInterval(timer);
    if (response.statusCode !== 201) throw new Error(`The large upload was answered ${response.statusCode}`);
    response.resume();
    await once(response, 'end');
    await portal.stop();
    return { atRest, most };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
