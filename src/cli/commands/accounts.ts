import { Command, InvalidArgumentError } from 'commander';
import { liftLimits } from '#server/accounts/lift-limits';
import type { ImportedProfile } from '#server/accounts/imported-profiles';
import { changeEmailOf } from '#server/accounts/own-account/change-email';
import { restoreByOperator, suspendByOperator } from '#server/accounts/suspend-account';
import { counted } from '#server/operations/system-check/check';
import { localText } from '#server/platform/zoned-time';
import { assignBatch } from '#server/people/assign-batch';
import { confirmAccount, confirmBatch, confirmHolder } from '#server/people/confirm-account';
import { CommandFailed, onOneLine, type Print } from '../failure-lines.ts';
import { withContext } from '../with-context.ts';
import { shownName } from '#contract/accounts/person-name';
import { normalizeEmail } from '#contract/limits';
import { listDeletionRequests } from '#server/accounts/own-account/ask-deletion';
import { listBackups } from '#server/operations/backups/backup-records';
import { accountOfAddress, anonymisePerson } from '#server/privacy/anonymisation/anonymise-person';
import { readPersonData } from '#server/privacy/anonymisation/read-person-data';

const labels = { batch: 'batch', exit_score: 'exit score', grade: 'grade' } as const;

function describeGained(before: ImportedProfile, after: ImportedProfile): string {
  const fields = (Object.keys(labels) as (keyof ImportedProfile)[]).filter(
    (field) => before[field] !== after[field],
  );
  return fields.map((field) => `; ${labels[field]} ${after[field]}`).join('');
}

async function confirmOne(address: string, print: Print): Promise<void> {
  const { email, wasConfirmed, before, after } = await withContext((context) =>
    confirmAccount(context, address),
  );
  const state = wasConfirmed ? 'was confirmed already' : 'is confirmed';
  print(onOneLine(`${email} ${state}${describeGained(before, after)}.`));
}

async function confirmAll(batchName: string, print: Print): Promise<void> {
  const { batch, confirmed, refused } = await withContext((context) => confirmBatch(context, batchName));
  for (const { email, reason } of refused) print(onOneLine(`${email} is not confirmed: ${reason}.`));
  const not = refused.length > 0 ? `, ${refused.length} not` : '';
  print(onOneLine(`${counted(confirmed.length, 'account')} of ${batch} confirmed${not}.`));
}

function parseDays(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 365) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days from 0 to 365.');
}

export const accountCommands = (print: Print): Command[] => [
  new Command('confirm')
    .description("Confirm an account's email address; imported data is then added to the account")
    .argument('[email]')
    .option('--all-of <batch>', 'instead of one email: every student of a batch who has signed up')
    .action(async (address: string | undefined, { allOf }: { allOf?: string }) => {
      if (address !== undefined && allOf === undefined) return confirmOne(address, print);
      if (address === undefined && allOf !== undefined) return confirmAll(allOf, print);
      throw new CommandFailed('Give either an email address or --all-of with a batch.');
    }),
  new Command('place')
    .description('Put a student into a batch')
    .argument('<email>')
    .argument('<batch>')
    .action(async (address: string, batch: string) => {
      const { email, before, after } = await withContext((context) => assignBatch(context, address, batch));
      if (before === after) print(`${email} is already in ${after}.`);
      else if (before === null) print(`${email} is now in ${after}.`);
      else print(`${email} was moved from ${before} to ${after}.`);
    }),
  new Command('change-email')
    .description('Change the email address of an account. No other account can use the earlier email')
    .argument('<email>')
    .argument('<new>')
    .action(async (address: string, next: string) => {
      const { before, after } = await withContext((context) =>
        changeEmailOf(context, confirmHolder, address, next),
      );
      print(`The email address ${before} was changed to ${after}.`);
    }),
  new Command('suspend')
    .description('Suspend an account: it cannot log in, its sessions end, and it gets no email')
    .argument('<email>')
    .requiredOption('--reason <text>', 'why; only staff see it')
    .action(async (address: string, { reason }: { reason: string }) => {
      const email = await withContext((context) => suspendByOperator(context, address, reason));
      print(
        onOneLine(`${email} is suspended and cannot log in. To undo this, run: capstone bring-back ${email}`),
      );
    }),
  new Command('bring-back')
    .description('Reactivate a suspended account')
    .argument('<email>')
    .action(async (address: string) => {
      const email = await withContext((context) => restoreByOperator(context, address));
      print(onOneLine(`${email} is active again.`));
    }),
  new Command('lift-limits')
    .description(
      "Remove an account's daily limits (such as submissions) for some days, and its pause after wrong passwords",
    )
    .argument('<email>')
    .option('--days <days>', 'how many days; 0 restores the limits', parseDays, 7)
    .action(async (address: string, { days }: { days: number }) => {
      await withContext(async (context) => {
        const { email, until } = await liftLimits(context, { address, days, actorId: null });
        print(
          until === null
            ? `${email} has the usual limits again.`
            : `${email} has no daily limits until ${localText(until, context.settings.academyZone)}.`,
        );
      });
    }),
];

export const privacyCommands = (print: Print): Command[] => [
  new Command('deletion-requests')
    .description('List the people who asked to delete their account, oldest request first')
    .action(async () => {
      await withContext(async (context) => {
        const requests = await listDeletionRequests(context);
        for (const { email, name, role, askedAt } of requests) {
          const when = localText(askedAt, context.settings.academyZone);
          print(onOneLine(`${when}  ${email}  ${shownName(name)}  (${role})`));
        }
        if (requests.length === 0) print('There are no deletion requests.');
      });
    }),
  new Command('anonymise')
    .description(
      "Remove a student's name, email, texts and files permanently, when the student asks for it; receipts can still be verified",
    )
    .argument('<email>')
    .requiredOption('--reason <text>', 'why; the audit log shows it, so do not name the person')
    .action(async (address: string, { reason }: { reason: string }) => {
      const email = normalizeEmail(address);
      await withContext(async (context) => {
        const accountId = await accountOfAddress(context, email);
        await anonymisePerson(context, { accountId, reason: reason.trim() });
        const { s_id, stays, backups } = await readPersonData(context, accountId, listBackups);
        print(`${email} is anonymised and is now called ${s_id}. Files will be deleted within one hour.`);
        print(
          `${counted(stays.hand_ins, 'submission')} can still be verified by number, times, size and SHA-256.`,
        );
        for (const { place, made_at } of backups)
          print(`The backup of ${made_at} in ${place} still holds the data.`);
      });
    }),
];
