import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

const hourMs = 60 * 60_000;
const machine = hostname().replaceAll(/[^\w-]/g, '');

/** Makes new names in a folder survive the machine's death. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The name of a temporary file, which tells whose it is. */
export function stagingName(unique: string): string {
  return `${machine}.${process.pid}.${unique}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether nobody writes a temporary file any more: its process ended, or, when that cannot be told, nothing arrived
 * for an hour, long after a silent upload is dropped.
 */
function isLeftover(name: string, mtimeMs: number): boolean {
  const [host, pid] = name.split('.');
  if (host === machine && Number(pid) === process.pid && mtimeMs < performance.timeOrigin - 1_000)
    return true;
  if (host === machine && !isAlive(Number(pid))) return true;
  return Date.now() - mtimeMs > hourMs;
}

async function removeLeftovers(staging: string): Promise<void> {
  for (const name of await readdir(staging)) {
    const file = path.join(staging, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && isLeftover(name, found.mtimeMs)) await rm(file, { force: true });
  }
}

/**
 * Makes every folder of a local store, so that keeping a file later has to sync one folder only, and removes what a
 * crash left in the staging folder.
 * @returns the staging folder
 */
export async function prepareFolders(root: string): Promise<string> {
  const staging = path.join(root, 'staging');
  const topmost = await mkdir(staging, { recursive: true });
  const present = new Set(await readdir(root));
  const wanted = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
  for (const name of wanted) if (!present.has(name)) await mkdir(path.join(root, name), { recursive: true });
  await syncFolder(root);
  for (
    let folder = root;
    topmost !== undefined && folder.length >= topmost.length;
    folder = path.dirname(folder)
  ) {
    await syncFolder(path.dirname(folder));
  }
  await removeLeftovers(staging);
  return staging;
}
