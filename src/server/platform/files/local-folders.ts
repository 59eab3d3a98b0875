import { link, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Stats } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { hourMs } from '#contract/durations';
import { codeOf } from '../error-code.ts';
import { randomUUID } from 'node:crypto';
import { makeWriteMonitor, type WriteMonitor } from '../write-monitor.ts';

/** Hides data and keys from other users of the machine. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

const machine = hostname().replaceAll(/[^\w-]/g, '');

/** So that new names survive a power loss. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function refuse(code: string, why: string, cause?: unknown): never {
  throw Object.assign(new Error(why, { cause }), { code, syscall: 'mkdir' });
}

function requireFolder(folder: string, found: Stats): void {
  if (!found.isDirectory()) refuse('ENOTDIR', `${folder} is not a folder`);
}

/**
 * Private, with the folders above it, each synced into its parent. Not `recursive`: Node repeats for ever what
 * the system refuses with ENOENT, as `/proc` and automounts do.
 * @throws what the system says, or which part is not a folder
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    return requireFolder(folder, await stat(folder));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  try {
    await mkdir(folder, privateFolder);
    await syncFolder(parent);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = await stat(folder).catch((cause: unknown) =>
      codeOf(cause) === 'ENOENT'
        ? refuse('ENOENT', `${folder} is a link to nothing`, cause)
        : Promise.reject(cause),
    );
    requireFolder(folder, found);
  }
}

/** A new file that survives a power loss, once its folder is synced. */
export async function writeDurably(file: string, content: string | Buffer | Readable): Promise<void> {
  const handle = await open(file, 'wx', privateFile);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    // Reports the first error, not that of closing.
    await handle.close().catch(() => {});
    throw error;
  }
  await handle.close();
}

/** An existing file stays, also one that is created at the same time. */
export async function createDurably(file: string, content: string): Promise<void> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${stagingName(randomUUID())}`);
  try {
    await writeDurably(temporary, content);
    await link(temporary, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await syncFolder(folder);
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** On the disk of the files, so that they can be linked. */
export function uploadFolderOf(root: string): string {
  return path.join(path.dirname(root), 'uploads');
}

/** Host and process that own a temporary file. */
export function stagingName(unique: string): string {
  return `${machine}.${process.pid}.${unique}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Of this machine, by `stagingName`. */
export function isOfDeadProcess(name: string): boolean {
  const [host, pid] = name.split('.');
  return host === machine && !isAlive(Number(pid));
}

/** Or, on another host, an hour old: longer than a silent upload's time-out. */
function isAbandoned(name: string, mtimeMs: number): boolean {
  const [host, pid] = name.split('.');
  if (host === machine && Number(pid) === process.pid && mtimeMs < performance.timeOrigin - 1_000)
    return true;
  if (isOfDeadProcess(name)) return true;
  return Date.now() - mtimeMs > hourMs;
}

async function removeAbandoned(staging: string): Promise<void> {
  for (const name of await readdir(staging)) {
    const file = path.join(staging, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && isAbandoned(name, found.mtimeMs)) await rm(file, { force: true });
  }
}

type Folders = {
  staging: string;
  /** Creates a hash's folder and fsyncs its parent. */
  ensure(sha256: string): Promise<void>;
  addressOf(sha256: string): string;
};

export async function prepareFolders(root: string): Promise<Folders> {
  const staging = path.join(root, 'staging');
  await makeFolder(staging);
  const present = await readdir(root);
  await syncFolder(root);
  await removeAbandoned(staging);

  const durable = new Map(present.map((name) => [name, Promise.resolve()]));
  return {
    staging,
    addressOf: (sha256) => path.join(root, sha256.slice(0, 2), sha256),
    ensure(sha256) {
      const name = sha256.slice(0, 2);
      let created = durable.get(name);
      if (created === undefined) {
        // Its other creator may not have fsynced yet.
        created = makeFolder(path.join(root, name)).then(() => syncFolder(root));
        created.catch(() => durable.delete(name));
        durable.set(name, created);
      }
      return created;
    },
  };
}

const probeBytes = 64 * 1024;

/** Disk full (ENOSPC, EDQUOT, EFBIG), unwritable, failing or missing. */
const failures = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE|ENOENT|ENOTDIR)$/;

function refusal(error: unknown): { message: string; retryAfter: number } {
  const message = ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? 'There is no space left for files. Try again in a few minutes.'
    : 'We cannot save files now. This is our problem, not yours. Your text is kept. Try again in a few minutes.';
  return { message, retryAfter: 60 };
}

export function monitorDisk(staging: string): WriteMonitor {
  return makeWriteMonitor({
    isFailure: (error) => failures.test(codeOf(error)),
    refusal,
    async probe() {
      const file = path.join(staging, stagingName(randomUUID()));
      try {
        await writeDurably(file, Buffer.alloc(probeBytes));
      } finally {
        await rm(file, { force: true }).catch(() => {});
      }
    },
  });
}
