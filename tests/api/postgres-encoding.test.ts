import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLimits } from '#server/platform/database/engine';
import { openContext } from '#server/platform/open-context';
import { readSettings, SettingsError } from '#server/platform/settings/settings';
import { engineName } from '#support/empty-database';
import { createPostgres } from '#support/postgres-databases';

test.runIf(engineName === 'postgres').each(['LATIN1', 'SQL_ASCII'])(
  'a database in %s is refused at the start, in one line that says what to do',
  async (encoding) => {
    const { url, drop } = await createPostgres(
      `template0 encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`,
    );
    onTestFinished(drop);
    const folder = mkdtempSync(path.join(tmpdir(), 'capstone-encoding-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const settings = readSettings({ DATABASE_URL: url, DATA_DIR: folder });
    const error: unknown = await openContext(settings, console, commandLimits).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(SettingsError);
    const { message } = error as Error;
    expect(message).toContain(`whose encoding is ${encoding}, which cannot keep every name and text`);
    expect(message).toContain("create database NAME encoding 'UTF8' template template0");
    expect(message).not.toContain('\n');
  },
);
