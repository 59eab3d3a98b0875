import type { Command } from 'commander';
import { distance } from '#server/platform/settings/misspelt-settings';
import { CommandFailed } from './failure-lines.ts';

/** As typed: `capstone mail show`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

const seeHelp = (command: Command): string => `See ${pathOf(command)} --help.`;

/** Commander's own words, in ours. */
const wordings: [RegExp, string][] = [
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. /s, '"$1" is not valid for $2. '],
  [/^option '(.*)' argument '(.*)' is invalid\. /s, '"$2" is not valid for $1. '],
  [/^missing required argument '(.*)'$/, 'The argument $1 is missing.'],
  [/^required option '(.*)' not specified$/, 'The option $1 is missing.'],
  [/^option '(.*)' argument missing$/, 'The option $1 needs a value.'],
  [/^unknown option '(.*)'$/s, 'There is no option $1.'],
  [
    /^too many arguments .*\. Expected (\d+) arguments? but got (\d+).*$/s,
    'Too many arguments: $2, and $1 expected.',
  ],
];

/** @param text of commander: `error: missing required argument 'path'` */
export function usageError(command: Command, text: string): string {
  const [input] = command.args;
  if (command.commands.length > 0 && input !== undefined && text.includes('too many arguments'))
    return unknownCommand(command, input);
  const said = text.trim().replace(/^error: /, '');
  const [pattern, wording] = wordings.find(([one]) => one.test(said)) ?? [
    /^./,
    said.slice(0, 1).toUpperCase(),
  ];
  return `${said.replace(pattern, wording)} ${seeHelp(command)}`;
}

/** Longer groups would not fit a line. */
const mostListed = 10;

function isNear(input: string, name: string): boolean {
  return distance(input.toLowerCase(), name) <= (name.length > 5 ? 2 : 1);
}

/** A command that only groups others: without one of them its help. */
export function refuseOthers(group: Command): void {
  group.allowExcessArguments().action(() => {
    const [input] = group.args;
    if (input === undefined) return group.help();
    throw new CommandFailed(unknownCommand(group, input));
  });
}

export function unknownCommand(group: Command, input: string): string {
  const names = group.commands.map((known) => known.name());
  const near = names.filter((name) => isNear(input, name));
  const typed = `${pathOf(group)} ${input}`.replace(/^capstone /, '');
  const hint =
    near.length > 0
      ? ` Did you mean ${near.join(' or ')}?`
      : names.length <= mostListed
        ? ` Choose one of: ${names.join(', ')}.`
        : '';
  return `There is no command "${typed}".${hint} ${seeHelp(group)}`;
}
