import { Command, InvalidArgumentError } from 'commander';
import { shownName } from '#contract/accounts/person-name';
import { liftLimits } from '#server/accounts/lift-limits';
import type { ImportedProfile } from '#server/accounts/imported-profiles';
import { listDeletionRequests } from '#server/accounts/own-account/ask-deletion';
import { changeEmailOf } from '#server/accounts/own-account/change-email';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { bringBackByOperator, suspendByOperator } from '#server/accounts/suspend-account';
import { resetSecondFactor } from '#server/accounts/second-factor/change-factors';
import { localText } from '#server/platform/zoned-time';
import { assignBatch } from '#server/people/assign-batch';
import { confirmAccount, confirmBatch, confirmHolder } from '#server/people/confirm-account';
import { CommandFailed } from '../failure-lines.ts';
import { resetLink } from '../portal-link.ts';
import type { Print } from '../print.ts';
import { onOneLine } from '../printable.ts';
import { withContext } from '../with-context.ts';

const labels = { batch: 'batch', exit_score: 'exit score', grade: 'grade' } as const;

function describeGained(before: ImportedProfile, after: ImportedProfile): string {
  const fields = (Object.keys(labels) as (keyof ImportedProfile)[]).filter(
    (field) => before[field] !== after[field],
  );
  return fields.map((field) => `; ${labels[field]} ${after[field]}`).join('');
}

/** Confirms a whole batch, and names whom it could not. */
async function confirmAll(batchName: string, print: Print): Promise<void> {
  const { batch, confirmed, refused } = await withContext((context) => confirmBatch(context, batchName));
  for (const { email, reason } of refused) print(onOneLine(`${email} is not confirmed: ${reason}.`));
  const addresses = confirmed.length === 1 ? '1 address' : `${confirmed.length} addresses`;
  print(
    onOneLine(`${addresses} of ${batch} confirmed${refused.length > 0 ? `, ${refused.length} not` : ''}.`),
  );
}

function parseDays(text: string): number {
  if (/^\d{1,3}$/.test(text) && Number(text) <= 365) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days from 0 to 365.');
}

export function addAccountCommands(add: (command: Command) => void, print: Print): void {
  add(
    new Command('confirm')
      .description(
        "Confirm that an address belongs to the account's holder; what was imported about it arrives",
      )
      .argument('[email]')
      .option('--all-of <batch>', 'in place of an address: everybody of a batch who has signed up')
      .action(async (address: string | undefined, { allOf }: { allOf?: string }) => {
        if ((address === undefined) === (allOf === undefined))
          throw new CommandFailed('Give an address, or --all-of and a batch');
        if (allOf !== undefined) return confirmAll(allOf, print);
        const { email, wasConfirmed, before, after } = await withContext((context) =>
          confirmAccount(context, address as string),
        );
        const state = wasConfirmed ? 'was confirmed already' : 'is confirmed';
        print(onOneLine(`${email} ${state}${describeGained(before, after)}.`));
      }),
  );
  add(
    new Command('place')
      .description('Put a student into a batch')
      .argument('<email>')
      .argument('<batch>')
      .action(async (address: string, batch: string) => {
        const { email, before, after } = await withContext((context) => assignBatch(context, address, batch));
        if (before === after) print(`${email} is in ${after} already.`);
        else print(`${email} is in ${after} now${before === null ? '' : `, before in ${before}`}.`);
      }),
  );
  add(
    new Command('change-email')
      .description('Give an account another address; the one of before stays reserved for it')
      .argument('<email>')
      .argument('<new>')
      .action(async (address: string, next: string) => {
        const { before, after } = await withContext((context) =>
          changeEmailOf(context, confirmHolder, address, next),
        );
        print(`${after} is the address now, before ${before}.`);
      }),
  );
  add(
    new Command('suspend')
      .description('Suspend an account: nobody logs in to it, its sessions end, and no mail goes to it')
      .argument('<email>')
      .requiredOption('--reason <text>', 'why, for staff alone')
      .action(async (address: string, { reason }: { reason: string }) => {
        const email = await withContext((context) => suspendByOperator(context, address, reason));
        print(
          onOneLine(
            `${email} is suspended: nobody can log in to it. \`capstone bring-back ${email}\` opens it again.`,
          ),
        );
      }),
  );
  add(
    new Command('bring-back')
      .description('Open a suspended account again')
      .argument('<email>')
      .action(async (address: string) => {
        const email = await withContext((context) => bringBackByOperator(context, address));
        print(onOneLine(`${email} is open again.`));
      }),
  );
  add(
    new Command('deletion-requests')
      .description('Whose holders have asked for the deletion of their account, the oldest wish first')
      .action(async () => {
        await withContext(async (context) => {
          const requests = await listDeletionRequests(context);
          for (const { email, name, role, askedAt } of requests) {
            const when = localText(askedAt, context.settings.academyZone);
            print(onOneLine(`${when}  ${email}  ${shownName(name)}  (${role})`));
          }
          if (requests.length === 0) print('Nobody has asked for the deletion of an account.');
        });
      }),
  );
  add(
    new Command('reset-password')
      .description('Print a one-time link, good for seven days, with which an account gets a new password')
      .argument('<email>')
      .action(async (address: string) => {
        await withContext(async (context) => {
          const { email, token } = await issuePasswordReset(context, address);
          print(`Link for ${email}, once within seven days: ${await resetLink(context.settings, token)}`);
        });
      }),
  );
  add(
    new Command('reset-second-factor')
      .description(
        "Take an account's second factor and recovery codes away, as for a lost phone; its sessions end",
      )
      .argument('<email>')
      .action(async (address: string) => {
        const { email, removed } = await withContext((context) => resetSecondFactor(context, address));
        print(
          removed === 0
            ? `${email} has no second factor.`
            : `The second factor of ${email} is removed: the password alone logs in. All sessions have ended.`,
        );
      }),
  );
  add(
    new Command('lift-limits')
      .description("Lift an account's quotas of a day for some days, and let its holder log in again at once")
      .argument('<email>')
      .option('--days <days>', 'for how long; 0 ends it', parseDays, 7)
      .action(async (address: string, { days }: { days: number }) => {
        await withContext(async (context) => {
          const { email, until } = await liftLimits(context, { address, days, actorId: null });
          print(
            until === null
              ? `${email} has the limits of everybody.`
              : `The limits of ${email} are lifted until ${localText(until, context.settings.academyZone)}.`,
          );
        });
      }),
  );
}
