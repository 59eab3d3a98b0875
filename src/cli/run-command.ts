import { CommanderError } from 'commander';
import { failureLines } from './failure-lines.ts';
import type { Print } from './print.ts';
import { makeProgram } from './program.ts';

/**
 * Parses the arguments and runs a command.
 * @param args what follows `npx capstone`
 * @returns the exit code: 0 on success, else 1 after lines that say what is wrong
 */
export async function runCommand(args: readonly string[], print: Print, printError: Print): Promise<0 | 1> {
  try {
    await makeProgram(print, printError).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed its own line, or the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    for (const line of failureLines(error)) printError(line);
    return 1;
  }
}
