import { Command, CommanderError } from 'commander';
import { withProgress } from '#server/platform/progress';
import { version } from '#server/platform/version';
import { accountCommands } from './commands/accounts.ts';
import { backupCommands } from './commands/backup.ts';
import { contentCommands } from './commands/content.ts';
import { credentialCommands } from './commands/credentials.ts';
import { doctorCommand, upgradeCheckCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { jobsCommand, mailCommand } from './commands/mail-and-jobs.ts';
import { privacyCommands } from './commands/privacy.ts';
import { receiptCommands } from './commands/receipts.ts';
import { restoreCommand } from './commands/restore.ts';
import { failureLines, refuseOthers } from './failure-lines.ts';
import { printable, type Print } from './print.ts';
import { showProgress } from './show-progress.ts';

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
