import { runNode24 } from './node24.mjs';
import { requireMalayalamFont } from './fonts.mjs';
import { requireBuildAndBrowser } from './prepare-build.mjs';

/** `npm run screenshots [-- NAME … --readme]`: pictures of every screen, or with `--readme` those of README and docs. */
const browser = await requireBuildAndBrowser();
if (process.argv.includes('--readme')) requireMalayalamFont();
process.exitCode = await runNode24(['tests/screenshots/main.ts', ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
