import { Command, CommanderError } from 'commander';
import { type Progress, withProgress } from '#server/platform/progress';
import { build } from '#server/platform/version';
import { accountCommands, privacyCommands } from './commands/accounts.ts';
import { backupCommands } from './commands/backup.ts';
import { contentCommands, exportCommand } from './commands/content.ts';
import { credentialCommands, doctorCommand, upgradeCheckCommand } from './commands/credentials.ts';
import { jobsCommand, mailCommand } from './commands/mail-and-jobs.ts';
import { acknowledgeCommands } from './commands/acknowledge.ts';
import { receiptCommands } from './commands/receipts.ts';
import { restoreCommand } from './commands/restore.ts';
import { verifyCommand } from './commands/verify.ts';
import { failureLines, type Print, printable } from './failure-lines.ts';
import { limitInputs } from './input-limits.ts';
import { refuseOthers, usageError } from './usage-errors.ts';
import { SingleBar } from 'cli-progress';

/** Shorter work shows nothing. */
const quietMs = 2_000;

const format = (count: number): string => count.toLocaleString('en');

type Shown = {
  report: Progress;
  /** Before other output, and at the end. */
  clear(): void;
};

/** Milliseconds between lines: a nightly log or mail of cron has none unless the work is long. */
const lineMs = 30_000;

/** For logs: where a long phase is, now and then. */
export function progressLines(print: Print, now = () => performance.now()): Shown {
  let lastAt = now();
  return {
    report(what, done, total) {
      if (total === null || total === 0 || now() - lastAt < lineMs) return;
      lastAt = now();
      print(`${what}: ${Math.floor((done / total) * 100)} % (${format(done)} of ${format(total)})`);
    },
    clear() {},
  };
}

/** For terminals: a bar that goes when its phase ends. */
export function progressBar(terminal: NodeJS.WriteStream, now = () => performance.now()): Shown {
  const startedAt = now();
  const bar = new SingleBar({
    stream: terminal,
    format: ({ barsize = 30 }, { progress, value, total }, { what }) => {
      const counted = `${what as string}: ${format(value)}`;
      if (total === 0) return counted;
      const full = Math.round(progress * barsize);
      const drawn = `${'█'.repeat(full)}${'░'.repeat(barsize - full)}`;
      return `${drawn} ${Math.floor(progress * 100)} %  ${counted} of ${format(total)}`;
    },
    barsize: 30,
    fps: 10,
    clearOnComplete: true,
    hideCursor: true,
  });
  let phase = '';
  const clear = (): void => {
    if (bar.isActive) bar.stop();
  };
  return {
    report(what, done, total) {
      if (now() - startedAt < quietMs) return;
      if (what !== phase) clear();
      phase = what;
      if (bar.isActive) bar.update(done);
      else if (done !== total) bar.start(total ?? 0, done, { what });
    },
    clear,
  };
}

/** On standard error: scripts read what is on standard output. */
const showProgress = (printError: Print): Shown =>
  process.stderr.isTTY ? progressBar(process.stderr) : progressLines(printError);

function prepare(command: Command, parent: Command): void {
  command
    .copyInheritedSettings(parent)
    .configureOutput({ outputError: (text, write) => write(usageError(command, text)) })
    .helpCommand(false);
  limitInputs(command);
  for (const sub of command.commands) prepare(sub, command);
}

const examples = `
Examples:
  capstone doctor                              is everything in order?
  capstone backup /mnt/backups --keep 30       back up, and keep the newest 30
  capstone confirm asha@example.org            confirm an email address
  capstone export grades --out marks.csv       write all marks to a file`;

export function makeProgram(print: Print, printError: Print): Command {
  const program = new Command('capstone')
    .description('Operator commands of the student portal.')
    .version(build, '--version', 'print the version and the commit')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
      outputError: (text, write) => write(usageError(program, text)),
    })
    .showSuggestionAfterError(false)
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', examples);
  const all = [
    ...contentCommands(print),
    ...accountCommands(print),
    ...credentialCommands(print),
    ...privacyCommands(print),
    exportCommand(print),
    mailCommand(print),
    jobsCommand(print),
    ...receiptCommands(print),
    ...acknowledgeCommands(print),
    verifyCommand(print),
    doctorCommand(print),
    ...backupCommands(print),
    restoreCommand(print),
    upgradeCheckCommand(print),
  ];
  for (const [heading, names] of Object.entries(commandGroups))
    for (const name of names.split(' ')) {
      const command = all.find((one) => one.name() === name);
      if (command === undefined) continue;
      program.addCommand(command.helpGroup(`${heading}:`));
      prepare(command, program);
    }
  program.helpCommand('help [command]', 'show the help of a command');
  for (const group of [program, ...program.commands]) {
    if (group.commands.length > 0 && !runsItself.has(group.name())) refuseOthers(group);
  }
  return program;
}

/** As in docs/commands.md. */
export const commandGroups = {
  'Set up and import': 'import remove-sample staff rotate-receipt-key',
  People:
    'confirm place change-email reset-password reset-second-factor suspend bring-back lift-limits deletion-requests anonymise restore-question',
  Exports: 'export',
  'Mail and jobs': 'mail jobs',
  'Checks and backups':
    'doctor upgrade-check fsck acknowledge acknowledge-loss backup backups rehearse restore verify',
};

/** Lists, and has commands below it. */
const runsItself = new Set(['mail', 'jobs']);

/** @returns the exit code: 0 on success, else 1 after printing the error */
export async function runCommand(args: readonly string[], out: Print, error: Print): Promise<0 | 1> {
  const progress = showProgress(error);
  const printAfter =
    (write: Print): Print =>
    (line) => {
      progress.clear();
      write(printable(line));
    };
  const print = printAfter(out);
  const printError = printAfter(error);
  try {
    const program = makeProgram(print, printError);
    await withProgress(progress.report, () => program.parseAsync(args, { from: 'user' }));
    return 0;
  } catch (failure) {
    // Commander has printed its own line, or the requested help.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? 0 : 1;
    for (const line of failureLines(failure)) printError(line);
    return 1;
  } finally {
    progress.clear();
  }
}
