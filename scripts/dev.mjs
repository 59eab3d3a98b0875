import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { forwardSignals, requireNode24, requireUsableNode, root, runNode24 } from './node24.mjs';

/*
 * `npm run dev`: screens from the development server, which sends calls on to the portal; both follow changes of the
 * code. The data is the demo's, thrown away unless DATA_DIR or DATABASE_URL is set.
 */
requireUsableNode();
process.chdir(root);
await ensureInstalled();

const port = Number(process.env.PORT || 3000);
const api = `http://127.0.0.1:${port + 1}`;
const environment = { ...process.env, HOST: '127.0.0.1', PORT: String(port + 1), CAPSTONE_API: api };
let throwAway = null;
if (!environment.DATA_DIR && !environment.DATABASE_URL) {
  throwAway = mkdtempSync(path.join(tmpdir(), 'capstone-dev-'));
  environment.DATA_DIR = throwAway;
}

try {
  process.exitCode = await runNode24(['src/cli/demo/main.ts'], environment);
  if (process.exitCode === 0) process.exitCode = await runBoth();
} finally {
  if (throwAway !== null) rmSync(throwAway, { recursive: true, force: true });
}

/** Runs the portal and the screens until one of them ends; then the other ends too. */
async function runBoth() {
  const node = requireNode24();
  const start = (...args) => spawn(node, args, { cwd: root, stdio: 'inherit', env: environment });
  const reactRouter = path.join('node_modules', '@react-router', 'dev', 'bin.cjs');
  const children = [
    start('--watch', '--watch-preserve-output', 'src/server/main.ts'),
    start(reactRouter, 'dev', '--port', String(port), '--strictPort'),
  ];
  console.log(`Screens: http://localhost:${port}   Calls: ${api}/api/docs`);
  const ends = children.map(forwardSignals);
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  return code;
}
