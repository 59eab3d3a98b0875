import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root, runNode24, serverFlags } from './node24.mjs';

/** `npm start`, and with `--demo` `npm run demo`: from a bare clone to a portal that listens. */
const isDemo = process.argv.includes('--demo');

requireUsableNode();
process.chdir(root);
ensureInstalled();
buildWeb();

const environment = { ...process.env };
// Whoever tries the demo need not wait for a mail, wherever mail could be sent.
if (isDemo) environment.REQUIRE_CONFIRMED_EMAIL ||= 'false';
// … nor set up a second factor, whatever address the demo has.
if (isDemo) environment.REQUIRE_SECOND_FACTOR = 'false';
// The line on every screen, and logins of one click.
if (isDemo) environment.DEMO ||= 'local';
let throwAway = null;
if (isDemo && !environment.DATA_DIR && !environment.DATABASE_URL) {
  throwAway = mkdtempSync(path.join(tmpdir(), 'capstone-demo-'));
  environment.DATA_DIR = throwAway;
}
try {
  const seeded = isDemo ? await runNode24(['src/cli/demo/main.ts'], environment) : 0;
  process.exitCode =
    seeded === 0 ? await runNode24([...serverFlags, 'src/server/main.ts'], environment) : seeded;
} finally {
  if (throwAway !== null) rmSync(throwAway, { recursive: true, force: true });
}

/** The script itself leaves a fresh build alone. */
function buildWeb() {
  if (!existsSync(path.join(root, 'scripts', 'build.mjs'))) return;
  const { status, error } = spawnSync(requireNode24(), ['scripts/build.mjs'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error !== undefined || status !== 0)
    giveUp('The web pages could not be built; the lines above say why.');
}
