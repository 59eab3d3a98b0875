import { runNode24 } from './node24.mjs';
import { requireBuild } from './prepare-build.mjs';

/* `npm run test:guards [-- --only words --list --jobs 2]`: removes each guard in turn; its tests must fail. */
if (!process.argv.includes('--list')) await requireBuild();
process.exitCode = await runNode24(['scripts/guards/main.ts', ...process.argv.slice(2)]);
