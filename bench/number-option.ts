import { parseArgs } from 'node:util';

/** A whole number from the command line, `--name N`; ends the process with one line when it is none. */
export function numberOption(name: string, by: number): number {
  const { values } = parseArgs({ options: { [name]: { type: 'string' } } });
  const value = values[name];
  if (value === undefined) return by;
  if (typeof value === 'string' && /^[1-9]\d{0,6}$/.test(value)) return Number(value);
  console.error(`--${name} must be a whole number from 1 to 9999999`);
  process.exit(1);
}
