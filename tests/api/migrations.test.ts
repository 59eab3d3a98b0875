import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, steps } from '#server/platform/database/migrate';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';

type Script = 'migrate-process.ts' | 'lock-sqlite-process.ts';

function start(location: string, mode = 'migrate', script: Script = 'migrate-process.ts'): ChildProcess {
  const file = fileURLToPath(new URL(`../support/${script}`, import.meta.url));
  const child = spawn(process.execPath, [file, location, mode], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outputOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output };
}

async function blank(): Promise<string> {
  const { location, drop } = await makeBlankLocation();
  onTestFinished(drop);
  return location;
}

test('processes that start together bring the schema up to date once', { tags: 'full' }, async () => {
  const location = await blank();
  const results = await Promise.all(Array.from({ length: 3 }, () => outputOf(start(location))));
  for (const result of results) expect(result).toEqual({ code: 0, output: 'migrated\n' });
  const engine = openLocation(location);
  const rows = await engine.reader
    .selectFrom('migrations' as 'courses')
    .select('name')
    .execute();
  await engine.close();
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(steps));
});

test.runIf(engineName === 'sqlite')(
  'a file that another process has locked is opened once it is free',
  async () => {
    const location = await blank();
    const other = start(location, '500', 'lock-sqlite-process.ts');
    await once(other.stdout as NodeJS.ReadableStream, 'data');
    // The file is no WAL file yet: to make it one needs the lock.
    const engine = openLocation(location);
    onTestFinished(() => engine.close());
    await migrate(engine);
    expect((await engine.writer.introspection.getTables()).map(({ name }) => name)).toContain('accounts');
  },
);

test('a process killed in the middle of a migration leaves nothing behind', async () => {
  const location = await blank();
  const child = start(location, 'stall');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const engine = openLocation(location);
  onTestFinished(() => engine.close());
  const tables = async () => (await engine.writer.introspection.getTables()).map(({ name }) => name);
  expect(await tables()).not.toContain('half_done');
  expect(await tables(), 'steps before the one that stalled ran in the same transaction').not.toContain(
    'accounts',
  );
  await migrate(engine);
  expect(await tables()).toContain('accounts');
});
