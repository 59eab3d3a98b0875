import { Command } from 'commander';
import { normalizeEmail } from '#contract/limits';
import { accountOfAddress, anonymisePerson } from '#server/privacy/anonymisation/anonymise-person';
import { readPersonData } from '#server/privacy/anonymisation/read-person-data';
import { listBackups } from '#server/operations/backups/queries';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

export function addAnonymise(add: (command: Command) => void, print: Print): void {
  add(
    new Command('anonymise')
      .description(
        "Take a student's name, address, words and files out of the portal for good, as on request; receipts can still be verified",
      )
      .argument('<email>')
      .requiredOption('--reason <text>', 'why; it stays, so leave the person out of it')
      .action(async (address: string, { reason }: { reason: string }) => {
        const email = normalizeEmail(address);
        await withContext(async (context) => {
          const accountId = await accountOfAddress(context, email);
          await anonymisePerson(context, { accountId, actorId: null, reason: reason.trim() }, null);
          const { s_id, stays, backups } = await readPersonData(context, accountId, listBackups);
          const kept = `${stays.hand_ins} ${stays.hand_ins === 1 ? 'hand-in stays' : 'hand-ins stay'} verifiable by number, times, size and SHA-256`;
          print(
            `${email} is anonymised and stands as ${s_id} now; ${kept}. The bytes of files leave within the hour.`,
          );
          for (const { place, made_at } of backups) print(`Still in the backup of ${made_at} in ${place}`);
        });
      }),
  );
}
