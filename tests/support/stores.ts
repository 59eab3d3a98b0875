import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { isSha256, type FileStore } from '#server/platform/files/file-store';
import { openLocalStore } from '#server/platform/files/local-store';
import { openS3Store } from '#server/platform/files/s3-store';
import { startS3, type TestS3 } from './s3.ts';

/** A store with what lies behind it, for tests that hold for every maker. */
export type TestStore = {
  store: FileStore;
  /** Another process's view of the same bytes. */
  reopen(): Promise<FileStore>;
  /** The folder in `DATA_DIR`. */
  root: string;
  /** Names of files that are staged, and hashes of those that are kept. */
  staged(): string[];
  kept(): string[];
  bytesOf(sha256: string): Buffer;
  /** What happens to bytes behind the store's back. */
  truncate(sha256: string, bytes: number): void;
  alter(sha256: string): void;
  lose(sha256: string): void;
  age(sha256: string, ms: number): void;
  s3: TestS3 | null;
};

export type Maker = 'folder' | 'bucket';
export const makers: readonly Maker[] = ['folder', 'bucket'];

/** A new store for the running test. */
export async function makeTestStore(maker: Maker): Promise<TestStore> {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-store-'));
  const root = path.join(folder, 'not', 'there', 'yet');
  const s3 = maker === 'bucket' ? await startS3({ pageSize: 2 }) : null;
  onTestFinished(async () => {
    await s3?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const silent = { warn() {} };
  const reopen = () => (s3 === null ? openLocalStore(root) : openS3Store(root, s3.address, silent));
  const pathOf = (sha256: string): string =>
    s3 === null ? path.join(root, sha256.slice(0, 2), sha256) : s3.pathOf(sha256);
  return {
    store: await reopen(),
    reopen,
    root,
    s3,
    staged: () => readdirSync(path.join(root, 'staging')),
    kept: () =>
      s3?.objects() ??
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map((name) => path.basename(name))
        .filter((name) => isSha256(name.slice(0, 64))),
    bytesOf: (sha256) => readFileSync(pathOf(sha256)),
    truncate: (sha256, bytes) => truncateSync(pathOf(sha256), bytes),
    alter(sha256) {
      const bytes = readFileSync(pathOf(sha256));
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(pathOf(sha256), bytes);
    },
    lose: (sha256) => rmSync(pathOf(sha256)),
    age(sha256, ms) {
      const then = (Date.now() - ms) / 1000;
      utimesSync(pathOf(sha256), then, then);
    },
  };
}
