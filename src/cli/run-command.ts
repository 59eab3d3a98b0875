import { CommanderError } from 'commander';
import { failureLines } from './failure-lines.ts';
import type { Print } from './print.ts';
import { printable } from './printable.ts';
import { makeProgram } from './program.ts';

/**
 * Parses the arguments and runs a command.
 * @param args what follows `npx capstone`
 * @returns the exit code: 0 on success, else 1 after lines that say what is wrong
 */
export async function runCommand(args: readonly string[], out: Print, error: Print): Promise<0 | 1> {
  const print: Print = (line) => out(printable(line));
  const printError: Print = (line) => error(printable(line));
  try {
    await makeProgram(print, printError).parseAsync(args, { from: 'user' });
    return 0;
  } catch (failure) {
    // Commander has printed its own line, or the help that was asked for.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 1;
    for (const line of failureLines(failure)) printError(line);
    return 1;
  }
}
