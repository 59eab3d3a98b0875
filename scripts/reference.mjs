import { runNode24 } from './node24.mjs';

/** `npm run reference`: writes docs/reference anew, which tells the schema and the SQL of the compiled queries. */
process.exitCode = await runNode24(['scripts/reference/main.ts']);
