import '#server/platform/require-node';
import { CommanderError } from 'commander';
import { makeProgram } from './program.ts';
import { failureLines } from './failure-lines.ts';

/** Run by `npx capstone`: exit code 0 on success, else 1 with what is wrong on standard error. */
try {
  await makeProgram(console.log).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has printed its own line, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? 0 : 1;
  } else {
    for (const line of failureLines(error)) console.error(line);
    process.exitCode = 1;
  }
}
