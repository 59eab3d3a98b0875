import { runNode24 } from './node24.mjs';
import { requireBuild } from './prepare-build.mjs';

/* `npm run fuzz [-- --requests 10000 --seed N]`: the portal answers whatever it is sent, and nobody gets what is not theirs. */
await requireBuild();
process.exitCode = await runNode24(['tests/fuzz/main.ts', ...process.argv.slice(2)]);
