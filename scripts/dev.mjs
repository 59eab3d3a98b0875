import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from './install.mjs';
import { forwardSignals, requireNode24, requireUsableNode, root, runNode24, wasStopped } from './node24.mjs';
import { probeFolder, probePort } from './probe.mjs';
import { plain, withProgress } from './progress.mjs';

/*
 * `npm run dev`: screens from the development server, which sends calls on to the portal; both follow changes of the
 * code. The data is the demo's, thrown away unless DATA_DIR or DATABASE_URL is set.
 */
requireUsableNode();
process.chdir(root);

const port = Number(process.env.PORT || 3000);
const host = '127.0.0.1';
const screens = `http://${host}:${port}`;
const api = `http://${host}:${port + 1}`;
const environment = { ...process.env, HOST: host, PORT: String(port + 1), CAPSTONE_API: api };
await probePort(host, port);
await probePort(host, port + 1);
if (environment.DATA_DIR) probeFolder(environment.DATA_DIR);
await ensureInstalled();

let throwAway = null;
if (!environment.DATA_DIR && !environment.DATABASE_URL) {
  throwAway = mkdtempSync(path.join(tmpdir(), 'capstone-dev-'));
  environment.DATA_DIR = throwAway;
}

try {
  console.log('Preparing the demo data ...');
  process.exitCode = await runNode24(['src/cli/demo/main.ts'], environment);
  if (process.exitCode === 0) process.exitCode = await runBoth();
} finally {
  if (throwAway !== null) rmSync(throwAway, { recursive: true, force: true });
}
if (wasStopped()) console.log('Portal and screens have stopped.');

/** Runs the portal and the screens until one of them ends; then the other ends too. */
async function runBoth() {
  const node = requireNode24();
  const children = [];
  const over = new AbortController();
  const start = (...args) => {
    const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: environment });
    children.push(child);
    return forwardSignals(child).finally(() => over.abort());
  };
  const ends = [start('--watch', '--watch-preserve-output', 'src/server/main.ts')];
  try {
    await withProgress('Starting the portal', () => answer(`${api}/api/health`, over.signal), { out: plain });
    // Only now: a page that cannot reach the portal is an error.
    const reactRouter = path.join('node_modules', '@react-router', 'dev', 'bin.cjs');
    ends.push(start(reactRouter, 'dev', '--host', host, '--port', String(port), '--strictPort'));
    await withProgress('Preparing the first page', () => answer(screens, over.signal), { out: plain });
    console.log(`Both answer. Screens: ${screens}   Calls: ${api}/api/docs`);
  } catch (error) {
    if (!over.signal.aborted) throw error;
  }
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  return code;
}

/** Waits until an address answers, whatever it says. @throws when `signal` is aborted before */
async function answer(address, signal) {
  for (;;) {
    const response = await fetch(address, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (response !== null) return response.body?.cancel();
    await sleep(200, undefined, { signal });
  }
}
