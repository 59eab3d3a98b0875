import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { hourMs } from '#contract/durations';

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

type Folders = {
  /** Where bytes arrive. */
  staging: string;
  /** Makes the folder of a hash, if it is not there yet; its name survives the machine's death before this resolves. */
  ensure(sha256: string): Promise<void>;
  addressOf(sha256: string): string;
};

/** Makes a local store's folders and removes what a crash left in the staging folder. */
export async function prepareFolders(root: string): Promise<Folders> {
  const staging = path.join(root, 'staging');
  const topmost = await mkdir(staging, { recursive: true });
  const present = await readdir(root);
  await syncFolder(root);
  // Each folder that was made is a name in the one above it.
  if (topmost !== undefined) {
    let folder = root;
    do {
      folder = path.dirname(folder);
      await syncFolder(folder);
    } while (folder.length >= topmost.length);
  }
  await removeLeftovers(staging);

  const safe = new Map(present.map((name) => [name, Promise.resolve()]));
  return {
    staging,
    addressOf: (sha256) => path.join(root, sha256.slice(0, 2), sha256),
    ensure(sha256) {
      const name = sha256.slice(0, 2);
      let made = safe.get(name);
      if (made === undefined) {
        // Synced even if another process made it: that one may not have come so far.
        made = mkdir(path.join(root, name), { recursive: true }).then(() => syncFolder(root));
        made.catch(() => safe.delete(name));
        safe.set(name, made);
      }
      return made;
    },
  };
}
