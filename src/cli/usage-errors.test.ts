import { expect, test } from 'vitest';
import { runCommand } from './run-command.ts';

async function capstone(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    args,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out: out.join('\n'), err };
}

test.each([
  [
    ['lift-limits', 'x@example.test', '--days', '366'],
    '"366" is not valid for --days <days>. It must be a whole number of days from 0 to 365. See capstone lift-limits --help.',
  ],
  [
    ['staff', 'x@example.test', '--role', 'mentor'],
    'The option --name <name> is missing. See capstone staff --help.',
  ],
  [
    ['staff', 'x@example.test', '--name', 'X', '--role', 'boss'],
    '"boss" is not valid for --role <role>. Allowed choices are mentor, administrator. See capstone staff --help.',
  ],
  [['import'], 'The argument path is missing. See capstone import --help.'],
  [['import', '--dry'], 'There is no option --dry. See capstone import --help.'],
  [['backup', '--keep'], 'The option --keep <n> needs a value. See capstone backup --help.'],
  [['backup', 'a', 'b'], 'Too many arguments: 2, and 1 expected. See capstone backup --help.'],
  [['mail', 'sow'], 'There is no command "mail sow". Did you mean show? See capstone mail --help.'],
  [
    ['export', 'nonsense'],
    'There is no command "export nonsense". Choose one of: grades, roster, submissions, audit, person, catalogue. See capstone export --help.',
  ],
  [
    ['mail', 'show', 'x'],
    '"x" is not valid for id. It must be the number of a mail. See capstone mail show --help.',
  ],
  [['improt'], 'There is no command "improt". Did you mean import? See capstone --help.'],
  [['doctr'], 'There is no command "doctr". Did you mean doctor? See capstone --help.'],
  [['frobnicate'], 'There is no command "frobnicate". See capstone --help.'],
])('%j ends with one line that names the help', async (args, line) => {
  expect(await capstone(...args)).toEqual({ code: 1, out: '', err: [line] });
});

test('help is no failure', async () => {
  for (const args of [['--help'], ['help'], [], ['export'], ['help', 'backup']]) {
    const { code, out, err } = await capstone(...args);
    expect({ code, err }).toEqual({ code: 0, err: [] });
    expect(out).toMatch(/^Usage: capstone /);
  }
  expect((await capstone()).out).toMatch(/^People:\n {2}confirm .*^Examples:\n {2}capstone doctor/ms);
});

test('an address that is none is refused before the checks', async () => {
  expect(await capstone('doctor', '--mail', 'bad')).toEqual({
    code: 1,
    out: '',
    err: ['"bad" is not valid for --mail <email>. It must be an email address. See capstone doctor --help.'],
  });
});
