import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runTool, stopTools } from './steps.mjs';
import { makeTemporaryFolders } from './temporary-folders.mjs';

/** The folders of a run, and a tool in them. */
function makeRun(tool: string) {
  const temporary = makeTemporaryFolders();
  onTestFinished(temporary.remove);
  const file = path.join(temporary.env.TMPDIR, 'tool.mjs');
  writeFileSync(file, tool);
  return { run: (more = {}) => runTool(process.execPath, file, ['a', 'b'], more) };
}

test('a tool: what it printed, whether it went well, and how long it took', async () => {
  const { run } = makeRun(
    "console.log(process.argv.slice(2).join()); console.error('so'); process.exitCode = 3",
  );
  const outcome = await run();
  expect(outcome).toMatchObject({ isFine: false, wallSeconds: expect.any(Number) });
  expect(outcome.output.split('\n').sort()).toEqual(['', 'a,b', 'so']);
});

test('a tool that went well', async () => {
  expect(await makeRun('').run()).toMatchObject({ isFine: true, output: '' });
});

test.runIf(process.platform === 'linux')('the processor time of a tool and of its children', async () => {
  const { run } = makeRun(`
    import { spawnSync } from 'node:child_process';
    const work = 'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 3e5);';
    spawnSync(process.execPath, ['-e', work]);
  `);
  const { processorSeconds } = await run();
  expect(processorSeconds).toBeGreaterThan(0.28);
});

test('lines that are printed while a tool runs are whole', async () => {
  const { run } = makeRun(`
    process.stdout.write('one\\ntw');
    setTimeout(() => process.stdout.write('o\\nthree'), 50);
  `);
  const printed: string[] = [];
  expect((await run({ print: (text: string) => printed.push(text) })).output).toBe('');
  expect(printed.join('')).toBe('one\ntwo\nthree\n');
  for (const text of printed) expect(text).toMatch(/\n$/);
});

test('a tool that is stopped is gone, and has not gone well', async () => {
  const { run } = makeRun("console.log('started'); setInterval(() => {}, 1000)");
  const outcome = run({ print: () => void stopTools() });
  expect(await outcome).toMatchObject({ isFine: false });
});

test.each([{ inMemory: false }, ...(existsSync('/dev/shm') ? [{ inMemory: true }] : [])])(
  'what a run leaves is seen, and goes with its folders: %o',
  (options) => {
    const temporary = makeTemporaryFolders(options);
    const { TMPDIR, CAPSTONE_TEST_DISK } = temporary.env;
    expect(TMPDIR.startsWith('/dev/shm/')).toBe(
      options.inMemory || CAPSTONE_TEST_DISK.startsWith('/dev/shm/'),
    );
    expect(temporary.leftovers()).toEqual([]);
    const left = [...new Set([TMPDIR, CAPSTONE_TEST_DISK])].map((parent) => path.join(parent, 'left'));
    for (const folder of left) mkdirSync(folder);
    mkdirSync(path.join(TMPDIR, 'org.chromium.Chromium.UG2VGz'));
    expect(temporary.leftovers()).toEqual(left);
    temporary.remove();
    expect([TMPDIR, CAPSTONE_TEST_DISK].filter((folder) => existsSync(folder))).toEqual([]);
  },
);
