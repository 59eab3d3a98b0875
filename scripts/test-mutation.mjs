import { runNode24 } from './node24.mjs';
import { requireBuild } from './prepare-build.mjs';

/* `npm run test:mutation [-- --only words --list --minutes 60]`: each guard is taken away, and a test must notice. */
if (!process.argv.includes('--list')) requireBuild();
process.exitCode = await runNode24(['scripts/test-mutation/main.ts', ...process.argv.slice(2)]);
