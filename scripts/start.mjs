import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled, isInstalled, requireWritableSources } from './install.mjs';
import {
  endStopped,
  forwardSignals,
  giveUp,
  requireNode24,
  requireUsableNode,
  root,
  runNode24,
  serverFlags,
  wasStopped,
} from './node24.mjs';
import { plain, withProgress } from './progress.mjs';
import { probeFolder, probePort, shortages } from './probe.mjs';

/** `npm start`, and with `--demo` `npm run demo`: from a bare clone to a portal that listens. */
const isDemo = process.argv.includes('--demo');

requireUsableNode();
process.chdir(root);

const environment = { ...process.env };
// Whoever tries the demo need not wait for a mail, wherever mail could be sent.
if (isDemo) environment.REQUIRE_CONFIRMED_EMAIL ||= 'false';
// … nor set up a second factor, whatever address the demo has.
if (isDemo) environment.REQUIRE_SECOND_FACTOR = 'false';
// The line on every screen, and logins of one click.
if (isDemo) environment.DEMO ||= 'local';
const isThrownAway = isDemo && !environment.DATA_DIR && !environment.DATABASE_URL;

const isReady = isInstalled();
if (!isReady) requireWritableSources();
// Before minutes pass: what would end the start only after packages and pages.
await probePort(environment.HOST || '127.0.0.1', environment.PORT || '3000');
probeFolder(isThrownAway ? tmpdir() : environment.DATA_DIR || 'data');
const canBuild = existsSync(path.join(root, 'scripts', 'build.mjs'));
if (!isReady || (canBuild && !existsSync(path.join(root, 'build', 'stamp.txt')))) {
  console.log(
    `This start ${isReady ? '' : 'installs packages (200 MB to download), '}builds the web pages and opens the database. It takes a few minutes; the next one takes seconds.`,
  );
  for (const line of shortages(root)) console.warn(line);
}
await ensureInstalled();
if (canBuild) await buildWeb();

let throwAway = null;
if (isThrownAway) {
  throwAway = mkdtempSync(path.join(tmpdir(), 'capstone-demo-'));
  environment.DATA_DIR = throwAway;
}
try {
  const seeded = isDemo
    ? await load('Loading the demo', ['src/cli/demo/main.ts'], 'Preparing the demo data ...')
    : 0;
  process.exitCode =
    seeded === 0
      ? await load(
          'Loading the portal',
          [...serverFlags, 'src/server/main.ts'],
          'Opening the database and preparing the pages ...',
        )
      : seeded;
} finally {
  if (throwAway !== null) rmSync(throwAway, { recursive: true, force: true });
}
// npm may have given the prompt back before.
if (wasStopped()) console.log('Capstone has stopped.');

/** Runs a script, and says how long it loads, until it speaks for itself. @returns its exit code */
async function load(what, args, next) {
  let onLoaded;
  const loaded = new Promise((resolve) => (onLoaded = resolve));
  const ended = runNode24(args, environment, onLoaded);
  const endedBefore = ended.then(() => Promise.reject(new Error('It ended before.')));
  try {
    await withProgress(what, () => Promise.race([loaded, endedBefore]), { out: plain });
    console.log(next);
  } catch {
    // It has said why.
  }
  return ended;
}

/** The script itself leaves a fresh build alone. */
async function buildWeb() {
  const build = spawn(requireNode24(), ['scripts/build.mjs'], { cwd: root, stdio: 'inherit' });
  const status = await forwardSignals(build).catch(() => 1);
  if (wasStopped()) endStopped(status);
  if (status !== 0) giveUp('The web pages could not be built; the lines above say why.');
}
