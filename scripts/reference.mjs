import { runNode24 } from './node24.mjs';

/**
 * `npm run reference`: writes anew what is derived from the code and compared with it by the tests: docs/reference with the
 * schema and the SQL of the compiled queries, the types of tables, and the browsers' table of paths.
 */
process.exitCode = await runNode24(['scripts/reference/main.ts']);
