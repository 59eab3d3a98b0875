import { runNode24 } from './node24.mjs';
import { requireBuildAndBrowser } from './prepare-build.mjs';

/* `npm run bench:mentor [-- --hand-ins 30]`: a mentor marks by keyboard alone, while students look at what they may see. */
const browser = await requireBuildAndBrowser();
process.exitCode = await runNode24(['bench/mentor/main.ts', ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
