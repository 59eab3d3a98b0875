import { Option, type Argument, type Command } from 'commander';
import { limits } from '#contract/limits';
import { CommandFailed } from './failure-lines.ts';

/** As Linux allows; the address of a bucket is shorter. */
const path = 4_096;
/** Numbers, days, versions and kinds, whose own form is checked as well. */
const short = 100;

/** Characters of each argument and option with a value. A command does not start with one that is missing here. */
export const inputLimits: Readonly<Record<string, number>> = {
  email: limits.email,
  new: limits.email,
  '--mail': limits.email,
  '--who': limits.email,
  '--whom': limits.email,
  batch: limits.batch,
  '--batch': limits.batch,
  '--all-of': limits.batch,
  '--name': limits.name,
  '--reason': limits.reason,
  alarms: short,
  id: short,
  '--days': short,
  '--from': short,
  '--to': short,
  '--keep': short,
  '--key': short,
  '--kind': short,
  '--role': short,
  '--backup': limits.fileName,
  path,
  place: path,
  signed: path,
  file: path,
  '--out': path,
};

type Input = Argument | Option;

export const inputName = (input: Input): string =>
  (input instanceof Option ? input.long : input.name()) ?? '';

export const inputsOf = ({ registeredArguments, options }: Command): Input[] => [
  ...registeredArguments,
  ...options.filter(({ required, optional }) => required || optional),
];

/** Before any check of the value itself. */
export function limitInputs(command: Command): void {
  for (const input of inputsOf(command)) {
    const name = inputName(input);
    const most = inputLimits[name];
    if (most === undefined) throw new Error(`${name} of ${command.name()} has no limit`);
    const parse = input.parseArg?.bind(input);
    const collect = (text: string, former: unknown): unknown =>
      input.variadic ? [...(Array.isArray(former) ? (former as unknown[]) : []), text] : text;
    input.argParser((text: string, former: unknown) => {
      // Without the value, which would fill the terminal.
      if (text.length > most)
        throw new CommandFailed(
          `${name} can have at most ${most.toLocaleString('en')} characters, and this one has ${text.length.toLocaleString('en')}.`,
        );
      return parse === undefined ? collect(text, former) : (parse(text, former) as unknown);
    });
  }
}
