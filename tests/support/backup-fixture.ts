import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { openPlace } from '#server/operations/backups/open-place';
import { openEngine } from '#server/platform/database/database';
import { commandLimits, type Engine, type EngineName } from '#server/platform/database/engine';
import type { FileStore } from '#server/platform/files/file-store';
import { openFileStore } from '#server/platform/open-context';
import { createPostgres } from './postgres-databases.ts';
import { startS3 } from './s3.ts';

const silent = { warn() {} };

/** A folder for the running test. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `capstone-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Where backups lie, for the running test; without a target in a folder of its own. */
export async function makePlace(target: string = makeFolder('backups')): Promise<BackupPlace> {
  const settings = { dataDir: makeFolder('no-data'), storage: null };
  const place = await openPlace(target, settings, silent, { mustExist: false });
  onTestFinished(() => place.close());
  return place;
}

/** A blank database and an empty store, for a backup to come into. */
export async function makeHome(
  engineName: EngineName,
  store: 'folder' | 'bucket',
): Promise<{ engine: Engine; files: FileStore }> {
  const dataDir = makeFolder('home');
  const postgres = engineName === 'postgres' ? await createPostgres('template1') : null;
  const s3 = store === 'bucket' ? await startS3() : null;
  const engine = await openEngine({ databaseUrl: postgres?.url ?? null, dataDir }, commandLimits);
  onTestFinished(async () => {
    await engine.close();
    await postgres?.drop();
    await s3?.stop();
  });
  return { engine, files: await openFileStore({ dataDir, storage: s3?.address ?? null }, silent) };
}

/** Changes the lines of a packed part behind the backup's back. */
export function changeLines(file: string, change: (lines: string[]) => string[]): void {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -1);
  writeFileSync(
    file,
    gzipSync(
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    ),
  );
}
