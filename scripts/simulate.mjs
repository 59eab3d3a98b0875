import { runNode24 } from './node24.mjs';
import { makeTemporaryFolders } from './test-runner/temporary-folders.mjs';

/* `npm run simulate [-- --seed N --minutes 10]`: simulated academies, until a promise is broken. */
const temporary = makeTemporaryFolders();
process.once('exit', temporary.remove);
const environment = { ...process.env, ...temporary.env };
process.exitCode = await runNode24(['tests/simulation/main.ts', ...process.argv.slice(2)], environment);
