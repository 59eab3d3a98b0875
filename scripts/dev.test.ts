import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const here = import.meta.dirname;

/** Listens on a port and on the next one. */
async function freePair(): Promise<number> {
  for (;;) {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const second = createServer().listen(port + 1, '127.0.0.1');
    const isFree = await Promise.race([
      once(second, 'listening').then(() => true),
      once(second, 'error').then(() => false),
    ]).catch(() => false);
    for (const server of [first, second]) server.close();
    if (isFree) return port;
  }
}

/** Installed, with a portal and screens that say when they start, and that answer some time later. */
function makeProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-dev-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  for (const name of ['dev.mjs', 'install.mjs', 'node24.mjs', 'probe.mjs', 'progress.mjs'])
    cpSync(path.join(here, name), path.join(folder, 'scripts', name));
  write('package.json', '{"type":"module"}');
  write('package-lock.json', '{"packages":{"":{}}}');
  write('node_modules/.package-lock.json', '{"packages":{}}');
  write('src/cli/demo/main.ts', '');
  const listen = (port: string) =>
    `setTimeout(() => require('node:http').createServer((_, answer) => answer.end('fine')).listen(${port}, '127.0.0.1'), 300);`;
  write(
    'src/server/main.ts',
    `import { createRequire } from 'node:module';
     const require = createRequire(import.meta.url);
     console.log('portal starts');
     ${listen('Number(process.env.PORT)')}`,
  );
  write(
    'node_modules/@react-router/dev/bin.cjs',
    `fetch(process.env.CAPSTONE_API).then((answer) => console.log('screens start, calls answer', answer.status));
     ${listen("Number(process.argv[process.argv.indexOf('--port') + 1])")}`,
  );
  return folder;
}

test.skipIf(process.platform === 'win32')(
  'the addresses are printed when both answer, and the end when both have ended',
  async () => {
    const port = await freePair();
    const child = spawn(process.execPath, ['scripts/dev.mjs'], {
      cwd: makeProject(),
      env: { ...process.env, PORT: String(port), DATA_DIR: '', DATABASE_URL: '' },
    });
    let out = '';
    const answers: Promise<string>[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (!text.includes('Both answer.')) return;
        for (const number of [port, port + 1])
          answers.push(fetch(`http://127.0.0.1:${number}`).then((answer) => answer.text()));
        void Promise.allSettled(answers).then(() => child.kill('SIGTERM'));
      });
    await once(child, 'close');
    expect(await Promise.all(answers)).toEqual(['fine', 'fine']);
    expect(out.replaceAll(/done in .*\./g, 'done.')).toBe(
      [
        'Preparing the demo data ...',
        'Starting the portal ...',
        'portal starts',
        'Starting the portal: done.',
        'Preparing the first page ...',
        'screens start, calls answer 200',
        'Preparing the first page: done.',
        `Both answer. Screens: http://127.0.0.1:${port}   Calls: http://127.0.0.1:${port + 1}/api/docs`,
        'Portal and screens have stopped.',
        '',
      ].join('\n'),
    );
  },
);

test.each([0, 1])('a port that is taken is named at once, also the second one', async (offset) => {
  const port = await freePair();
  const other = createServer().listen(port + offset, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: makeProject(),
    env: { ...process.env, PORT: String(port) },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  expect([child.exitCode, said]).toEqual([
    1,
    `The portal could not start: port ${port + offset} is in use. Stop the program that has it, or set PORT to another one.\n`,
  ]);
});
