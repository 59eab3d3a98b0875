import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Ends the benchmark with one line: an option, or this machine, does not fit. */
export function refuse(line: string): never {
  console.error(line);
  process.exit(1);
}

type Default = number | boolean | string | readonly string[];
type Value<D> = D extends number
  ? number
  : D extends boolean
    ? boolean
    : D extends string
      ? string
      : string[];

const maxNumber = 9_999_999;

/**
 * Options of the command line, each of the kind of its default: a whole number, a switch, a text, or a text that may be
 * repeated. Ends the process where one is unknown or does not fit.
 */
export function readOptions<const Defaults extends Record<string, Default>>(
  defaults: Defaults,
): { [Name in keyof Defaults]: Value<Defaults[Name]> } {
  const options: ParseArgsOptionsConfig = {};
  for (const [name, value] of Object.entries(defaults)) {
    options[name] = {
      type: typeof value === 'boolean' ? 'boolean' : 'string',
      multiple: Array.isArray(value),
    };
  }
  const parse = () => {
    try {
      return parseArgs({ options }).values;
    } catch (error) {
      return refuse(`${(error as Error).message}\nThe options are: --${Object.keys(defaults).join(', --')}`);
    }
  };
  const given = parse();
  const read = (name: string, value: Default): unknown => {
    const text = given[name] ?? value;
    if (typeof value !== 'number') return text;
    const number = Number(text);
    if (Number.isInteger(number) && number >= 0 && number <= maxNumber) return number;
    return refuse(`--${name} must be a whole number from 0 to ${maxNumber}`);
  };
  const entries = Object.entries(defaults).map(([name, value]) => [name, read(name, value)]);
  return Object.fromEntries(entries) as { [Name in keyof Defaults]: Value<Defaults[Name]> };
}

/** Those of some named things that were asked for; all of them where none was named. */
export function choose<Named extends { name: string }>(
  all: readonly Named[],
  names: readonly string[],
): Named[] {
  const unknown = names.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined) refuse(`--only ${unknown}: there are ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => names.length === 0 || names.includes(name));
}
