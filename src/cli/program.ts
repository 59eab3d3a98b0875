import { Command } from 'commander';
import { addAccountCommands } from './commands/accounts.ts';
import { addBackup } from './commands/backup.ts';
import { addBackups } from './commands/backups.ts';
import { addDoctor } from './commands/doctor.ts';
import { addAnonymise } from './commands/anonymise.ts';
import { addExport } from './commands/export.ts';
import { addFsck } from './commands/fsck.ts';
import { addImport } from './commands/import.ts';
import { addJobs } from './commands/jobs.ts';
import { addMail } from './commands/mail.ts';
import { addRehearse } from './commands/rehearse.ts';
import { addRemoveSample } from './commands/remove-sample.ts';
import { addRestore } from './commands/restore.ts';
import { addRestoreQuestion } from './commands/restore-question.ts';
import { addRotateReceiptKey } from './commands/rotate-receipt-key.ts';
import { addStaff } from './commands/staff.ts';
import { addVerify } from './commands/verify.ts';
import type { Print } from './print.ts';
import { refuseOthers } from './refuse-others.ts';

/** The command line program with all its subcommands; each opens a context, runs one use case and closes it. */
export function makeProgram(print: Print, printError: Print): Command {
  const program = new Command('capstone')
    .description("The operator's commands of the student portal.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(text.trimEnd()),
      writeErr: (text) => printError(text.trimEnd()),
    })
    .showSuggestionAfterError(false)
    .configureHelp({ showGlobalOptions: false })
    .helpCommand(false);
  const add = (command: Command): void => {
    program.addCommand(command.copyInheritedSettings(program));
  };
  addImport(add, print);
  addRemoveSample(add, print);
  addAccountCommands(add, print);
  addAnonymise(add, print);
  addRestoreQuestion(add, print);
  addStaff(add, print);
  addExport(add, print);
  addMail(add, print);
  addJobs(add, print);
  addRotateReceiptKey(add, print);
  addVerify(add, print);
  addFsck(add, print);
  addDoctor(add, print);
  addBackup(add, print);
  addBackups(add, print);
  addRehearse(add, print);
  addRestore(add, print);
  return refuseOthers(program);
}
