import { Command, CommanderError } from 'commander';
import { type Progress, withProgress } from '#server/platform/progress';
import { version } from '#server/platform/version';
import { accountCommands, privacyCommands } from './commands/accounts.ts';
import { backupCommands } from './commands/backup.ts';
import { contentCommands, exportCommand } from './commands/content.ts';
import { credentialCommands, doctorCommand, upgradeCheckCommand } from './commands/credentials.ts';
import { jobsCommand, mailCommand } from './commands/mail-and-jobs.ts';
import { receiptCommands } from './commands/receipts.ts';
import { restoreCommand } from './commands/restore.ts';
import { failureLines, type Print, printable, refuseOthers } from './failure-lines.ts';
import { SingleBar } from 'cli-progress';

/** Shorter work shows nothing. */
const quietMs = 2_000;

const format = (count: number): string => count.toLocaleString('en');

type Shown = {
  report: Progress;
  /** Before other output, and at the end. */
  clear(): void;
};

/** For logs: a line for each tenth of a phase. */
export function progressLines(print: Print, now = () => performance.now()): Shown {
  const startedAt = now();
  let phase = '';
  let tenths = 0;
  return {
    report(what, done, total) {
      if (what !== phase) [phase, tenths] = [what, 0];
      if (total === null || total === 0) return;
      const reached = Math.floor((done / total) * 10);
      if (reached <= tenths) return;
      tenths = reached;
      if (now() - startedAt >= quietMs)
        print(`${what}: ${reached * 10} % (${format(done)} of ${format(total)})`);
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

function addTo(parent: Command, command: Command): void {
  parent.addCommand(command.copyInheritedSettings(parent).helpCommand(false));
  for (const sub of command.commands) sub.copyInheritedSettings(command);
}

export function makeProgram(print: Print, printError: Print): Command {
  const program = new Command('capstone')
    .description('Operator commands of the student portal.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
    })
    .showSuggestionAfterError(false)
    .configureHelp({ showGlobalOptions: false })
    .helpCommand(false);
  const commands = [
    ...contentCommands(print),
    ...accountCommands(print),
    ...credentialCommands(print),
    ...privacyCommands(print),
    exportCommand(print),
    mailCommand(print),
    jobsCommand(print),
    ...receiptCommands(print),
    doctorCommand(print),
    ...backupCommands(print),
    restoreCommand(print),
    upgradeCheckCommand(print),
  ];
  for (const command of commands) addTo(program, command);
  return refuseOthers(program);
}

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
