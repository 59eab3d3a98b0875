import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shortages } from './probe.mjs';

const here = import.meta.dirname;

/** In a process of its own: a refusal ends it. */
function probe(call: string) {
  const code = `import { probeFolder, probePort } from ${JSON.stringify(path.join(here, 'probe.mjs'))}; await ${call};`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

test('a taken port, a port that is none, and an address of another machine are named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  expect(probe(`probePort('127.0.0.1', '${port}')`)).toEqual({
    status: 1,
    said: `The portal could not start: port ${port} is in use. Stop the program that has it, or set PORT to another one.\n`,
  });
  for (const wrong of ['3000x', '65536', '-1'])
    expect(probe(`probePort('127.0.0.1', '${wrong}')`)).toEqual({
      status: 1,
      said: `Setting PORT is "${wrong}"; allowed: a whole number from 0 to 65535.\n`,
    });
  expect(probe(`probePort('192.0.2.1', '0')`)).toMatchObject({
    status: 1,
    said: expect.stringContaining('Setting HOST is "192.0.2.1", which is not this machine'),
  });
  expect(probe(`probePort('127.0.0.1', '0')`)).toEqual({ status: 0, said: '' });
});

test('a folder of data that cannot be made or written is named; one that will be made is fine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-probe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const inside of [file, path.join(file, 'a'), path.join(file, 'a/b')])
    expect(probe(`probeFolder(${JSON.stringify(inside)})`)).toEqual({
      status: 1,
      said: `Setting DATA_DIR is "${inside}", but ${file} is not a folder.\n`,
    });
  for (const fine of [folder, path.join(folder, 'a/b')])
    expect(probe(`probeFolder(${JSON.stringify(fine)})`)).toEqual({ status: 0, said: '' });
});

test('too little memory or disk is said before the installation begins', () => {
  const measured = (memory: number, disk: number) =>
    shortages('/sources', { memory: () => memory * 1024 ** 2, disk: () => disk * 1024 ** 2 });
  expect(measured(1_000, 1_000)).toEqual([]);
  expect(measured(512, 50_000)).toEqual([
    'Only 512 MB of memory are free; installing and building take up to 1000 MB. If they fail, add memory or swap, or use the container image.',
  ]);
  expect(measured(4_000, 300)).toEqual([
    'Only 300 MB are free on the disk of /sources; the installation takes 1000 MB.',
  ]);
  expect(measured(1, 1)).toHaveLength(2);
});
