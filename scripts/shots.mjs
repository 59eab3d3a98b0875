import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root, runNode24 } from './node24.mjs';

/** `npm run shots [-- NAME … --readme]`: pictures of every screen; with `--readme` those of the README too. */
requireUsableNode();
process.chdir(root);
ensureInstalled();
const browser = await findBrowser();
if (browser === null)
  giveUp('No browser found: install Chrome or Chromium, or run "npx playwright install chromium".');
const built = spawnSync(requireNode24(), ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) giveUp('The web pages could not be built; the lines above say why.');
process.exitCode = await runNode24(['tests/shots/main.ts', ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
