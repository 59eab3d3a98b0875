import { runNode24 } from './node24.mjs';
import { requireBuildAndBrowser } from './prepare-build.mjs';

/* `npm run bench:chaos [-- --orders 200 --seed N --only N]`: acts in real browsers while everything breaks. */
const browser = await requireBuildAndBrowser();
process.exitCode = await runNode24(['bench/chaos/main.ts', ...process.argv.slice(2)], {
  ...process.env,
  CHROME_PATH: browser,
});
