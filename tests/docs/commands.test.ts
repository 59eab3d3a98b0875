import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { commandGroups, makeProgram } from '#cli/run-command';
import { demoEmail, demoNames } from '#contract/demo-accounts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const page = read('docs/commands.md');

/** Rows of the operator's commands: the words before arguments and options, as in `export grades`. */
const rows = new Map(
  [...page.matchAll(/^\| `npx capstone ((?:[a-z][a-z-]* ?)+?)(?: ?[^a-z`][^`]*)?` +\| .*$/gm)].map(
    ([row, name = '']) => [name.trim(), row],
  ),
);

function commandsOf(command: Command, path: string[] = []): { name: string; options: string[] }[] {
  const name = path.join(' ');
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const own = path.length > 0 ? [{ name, options }] : [];
  return [...own, ...command.commands.flatMap((sub) => commandsOf(sub, [...path, sub.name()]))];
}

const commands = commandsOf(
  makeProgram(
    () => {},
    () => {},
  ),
);
/** Commands that only group others. */
const groups = ['export'];

test('each command has a row, and each row is a command', () => {
  const names = commands.map(({ name }) => name).filter((name) => !groups.includes(name));
  expect(names.length).toBeGreaterThan(30);
  expect([...rows.keys()].toSorted()).toEqual(names.toSorted());
});

test('the help groups the commands as the page does, and has each of them', () => {
  const sections = page.split(/^## /m).map((section) => {
    const [heading = ''] = section.split('\n');
    const names = [...section.matchAll(/^\| `npx capstone ([a-z-]+)/gm)].map(([, name]) => name as string);
    return [heading, [...new Set(names)].join(' ')] as const;
  });
  const grouped = sections.filter(([, names]) => names !== '');
  expect(Object.fromEntries(grouped)).toEqual(commandGroups);
  const tops = commands.filter(({ name }) => !name.includes(' ')).map(({ name }) => name);
  expect(Object.values(commandGroups).join(' ').split(' ').toSorted()).toEqual(tops.toSorted());
});

test('each row names the options of its command, and no others', () => {
  for (const { name, options } of commands.filter((command) => !groups.includes(command.name))) {
    const named = [...(rows.get(name) ?? '').matchAll(/--[a-z-]+/g)].map(([option]) => option);
    expect([...new Set(named)].toSorted(), name).toEqual(options.toSorted());
  }
});

test('each npm script has a row, and each row is a script', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...page.matchAll(/^\| `npm (?:run )?([a-z:]+)`/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
});

test('the README has the two commands in 150 lines, the page of commands the demo’s accounts', () => {
  const readme = read('README.md');
  expect(readme).toMatch(/^npm start /m);
  expect(readme).toMatch(/^npm test /m);
  for (const name of demoNames) expect(page).toContain(`\`${demoEmail(name)}\``);
  expect(readme.split('\n').length).toBeLessThanOrEqual(150);
});
