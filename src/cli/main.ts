import '#server/platform/require-node';
import { runCommand } from './run-command.ts';

/** Run by `npx capstone`. */
process.exitCode = await runCommand(process.argv.slice(2), console.log, console.error);
