import { Command } from 'commander';
import { shownName } from '#contract/accounts/person-name';
import { normalizeEmail } from '#contract/limits';
import { listDeletionRequests } from '#server/accounts/own-account/ask-deletion';
import { listBackups } from '#server/operations/backups/backup-records';
import { counted } from '#server/operations/system-check/check';
import { localText } from '#server/platform/zoned-time';
import { accountOfAddress, anonymisePerson } from '#server/privacy/anonymisation/anonymise-person';
import { readPersonData } from '#server/privacy/anonymisation/read-person-data';
import { onOneLine, type Print } from '../print.ts';
import { withContext } from '../with-context.ts';

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
        await anonymisePerson(context, { accountId, actorId: null, reason: reason.trim() }, null);
        const { s_id, stays, backups } = await readPersonData(context, accountId, listBackups);
        print(`${email} is anonymised and is now called ${s_id}. Files are deleted within an hour.`);
        print(
          `${counted(stays.hand_ins, 'submission')} can still be verified by number, times, size and SHA-256.`,
        );
        for (const { place, made_at } of backups)
          print(`The backup of ${made_at} in ${place} still holds the data.`);
      });
    }),
];
