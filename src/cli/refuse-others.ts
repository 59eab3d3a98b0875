import type { Command } from 'commander';
import { CommandFailed } from './failure-lines.ts';

/** Answers a missing or unknown command with one line instead of the whole help. */
export function refuseOthers(command: Command): Command {
  return command.allowExcessArguments().action(() => {
    const names = command.commands.map((known) => known.name()).join(', ');
    const [input] = command.args;
    const fault = input === undefined ? 'Name a command' : `There is no command "${input}"; known`;
    throw new CommandFailed(`${fault}: ${names}. See capstone --help.`);
  });
}
