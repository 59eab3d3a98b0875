import { Command, Option } from 'commander';
import { staffRoles, type StaffRole } from '#contract/people/people-view';
import { inviteStaff } from '#server/accounts/invite-staff';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { resetSecondFactor } from '#server/accounts/second-factor/change-factors';
import { listeningPort, portalLink } from '#server/platform/portal-link';
import type { Settings } from '#server/platform/settings/settings';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

/** The password reset link for a one-time token, at the port where the portal listens. */
async function resetLink(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port' | 'dataDir'>,
  token: string,
): Promise<string> {
  const port = await listeningPort(settings);
  return portalLink({ ...settings, port }, `/reset-password?token=${token}`);
}

type StaffOptions = { name: string; role: StaffRole; batch: string[] };

export const credentialCommands = (print: Print): Command[] => [
  new Command('staff')
    .description('Create or change a staff account, and print a link for its first password')
    .argument('<email>')
    .requiredOption('--name <name>', 'the name that students see')
    .addOption(new Option('--role <role>').choices(staffRoles).makeOptionMandatory())
    .option('--batch <name...>', 'batches to mentor, added to the current ones', [])
    .action(async (address: string, { name, role, batch }: StaffOptions) => {
      await withContext(async (context) => {
        const { email, before, after, token } = await inviteStaff(context, {
          email: address,
          name,
          role,
          batches: batch,
        });
        const of = after.batches.length === 0 ? '' : ` of ${after.batches.join(', ')}`;
        print(`${email}: ${after.name}, ${after.role}${of}${before === null ? ' (new)' : ''}.`);
        if (token === null) return;
        const link = await resetLink(context.settings, token);
        print(`Link for the first password, works once within seven days: ${link}`);
      });
    }),
  new Command('reset-password')
    .description('Print a link to choose a new password; it works once within seven days')
    .argument('<email>')
    .action(async (address: string) => {
      await withContext(async (context) => {
        const { email, token } = await issuePasswordReset(context, address);
        const link = await resetLink(context.settings, token);
        print(`Link for ${email}, works once within seven days: ${link}`);
      });
    }),
  new Command('reset-second-factor')
    .description(
      'Turn off two-step verification of an account, for example after a lost phone, and end its sessions',
    )
    .argument('<email>')
    .action(async (address: string) => {
      const { email, removed } = await withContext((context) => resetSecondFactor(context, address));
      print(
        removed === 0
          ? `${email} has no two-step verification.`
          : `Two-step verification of ${email} is off. All sessions have ended; the next login needs the password only.`,
      );
    }),
];
