import { Command, Option } from 'commander';
import { type StaffRole, staffRoles } from '#contract/people/people-view';
import { inviteStaff } from '#server/accounts/invite-staff';
import { resetLink } from '../portal-link.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

type Options = { name: string; role: StaffRole; batch: string[] };

export function addStaff(add: (command: Command) => void, print: Print): void {
  add(
    new Command('staff')
      .description('Make or change a staff account, and print a link for its first password')
      .argument('<email>')
      .requiredOption('--name <name>', 'the name that students see')
      .addOption(new Option('--role <role>').choices(staffRoles).makeOptionMandatory())
      .option('--batch <name...>', 'batches to mentor, besides those of before', [])
      .action(async (address: string, { name, role, batch }: Options) => {
        await withContext(async (context) => {
          const { email, before, after, token } = await inviteStaff(context, {
            email: address,
            name,
            role,
            batches: batch,
          });
          const of = after.batches.length === 0 ? '' : ` of ${after.batches.join(', ')}`;
          print(`${email}: ${after.name}, ${after.role}${of}${before === null ? ' (new)' : ''}.`);
          if (token !== null) {
            print(
              `Link for the first password, once within seven days: ${await resetLink(context.settings, token)}`,
            );
          }
        });
      }),
  );
}
