import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { giveUp, requireNode24, requireUsableNode, root } from './node24.mjs';

/** Makes a bare clone ready for a tool that needs the built web; ends the process with one line when that fails. */
export async function requireBuild() {
  await prepare();
  build();
}

async function prepare() {
  requireUsableNode();
  process.chdir(root);
  await ensureInstalled();
}

function build() {
  const built = spawnSync(requireNode24(), ['scripts/build.mjs'], { stdio: 'inherit' });
  if (built.status !== 0) giveUp('The web pages could not be built; the lines above say why.');
}

/**
 * The same for a tool that looks at the pages in a browser.
 * @returns {Promise<string>} the browser's path
 */
export async function requireBuildAndBrowser() {
  await prepare();
  const browser = await findBrowser();
  if (browser === null)
    giveUp('No browser found: install Chrome or Chromium, or run "npx playwright install chromium".');
  build();
  return browser;
}
