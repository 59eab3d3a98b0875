import { runNode24 } from './node24.mjs';
import { requireBuildAndBrowser } from './prepare-build.mjs';

/* `npm run bench:office [-- --people 500 --comers 10]`: an academy's office takes its intake in, on screen alone. */
const browser = await requireBuildAndBrowser();
process.exitCode = await runNode24(['bench/office/main.ts', ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
