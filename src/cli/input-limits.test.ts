import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { inputLimits, inputName, inputsOf } from './input-limits.ts';
import { makeProgram, runCommand } from './run-command.ts';

const silent = () => {};

function walk(command: Command, path: readonly string[]): { path: readonly string[]; command: Command }[] {
  return [{ path, command }, ...command.commands.flatMap((sub) => walk(sub, [...path, sub.name()]))];
}
const inputs = walk(makeProgram(silent, silent), []).flatMap(({ path, command }) =>
  inputsOf(command).map((input) => ({ path, command, name: inputName(input) })),
);

/** A value beyond its limit, among all others that the command cannot do without. */
function argumentsFor({ path, command, name }: (typeof inputs)[number]): string[] {
  const value = 'x'.repeat((inputLimits[name] ?? 0) + 1);
  const valueOf = (of: string, other = 'x') => (of === name ? value : other);
  const options = command.options
    .filter(({ mandatory, long }) => mandatory || long === name)
    .flatMap(({ long, argChoices }) => [long ?? '', valueOf(long ?? '', argChoices?.[0])]);
  const last = command.registeredArguments.findLastIndex((one) => one.required || one.name() === name);
  const all = command.registeredArguments.slice(0, last + 1).map((one) => valueOf(one.name()));
  return [...path, ...options, ...all];
}

test('each argument and option of each command is refused beyond its limit, before anything is read', async () => {
  expect(inputs.length).toBeGreaterThan(40);
  const taken: string[] = [];
  for (const input of inputs) {
    const err: string[] = [];
    const code = await runCommand(argumentsFor(input), silent, (line) => err.push(line));
    const isRefused = code === 1 && err.length === 1 && err[0]?.startsWith(`${input.name} can have at most `);
    if (isRefused !== true)
      taken.push(`${[...input.path, input.name].join(' ')}: ${err.join('; ').slice(0, 200)}`);
  }
  expect(taken).toEqual([]);
});

test('each limit is of an argument or option that is there', () => {
  const used = new Set(inputs.map(({ name }) => name));
  expect(Object.keys(inputLimits).filter((name) => !used.has(name))).toEqual([]);
});
