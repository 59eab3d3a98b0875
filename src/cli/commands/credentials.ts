import { Command, InvalidArgumentError, Option } from 'commander';
import { isEmail } from '#contract/limits';
import { type StaffRole, staffRoles } from '#contract/people/people-view';
import { inviteStaff } from '#server/accounts/invite-staff';
import { issuePasswordReset } from '#server/accounts/login/issue-password-reset';
import { resetSecondFactor } from '#server/accounts/second-factor/change-factors';
import { listeningPort, portalLink } from '#server/platform/portal-link';
import {
  describeSettings,
  readSettings,
  type Settings,
  type ShownSetting,
} from '#server/platform/settings/settings';
import { CommandFailed, onOneLine, type Print } from '../failure-lines.ts';
import { withContext } from '../with-context.ts';
import { runChecks } from '#server/operations/system-check/run-checks';
import type { CheckLine } from '#server/operations/system-check/check';
import { sendTestMail } from '#server/operations/system-check/portal-mail';
import { checkUpgrade } from '#server/operations/upgrade-check';
import { findMissingDatabase } from '#server/platform/database/missing-database';

/** At the port where the portal listens. */
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

function describe({ state, title, found, todo }: CheckLine): string {
  const advice = todo === null ? '' : ` → ${todo}`;
  return onOneLine(`${state.padEnd(4)}  ${title}: ${found}.${advice}`);
}

const describeSetting = ({ name, value, source }: ShownSetting): string =>
  onOneLine(`      ${name}=${value ?? '(unset)'} (${source})`);

function parseEmail(text: string): string {
  if (!isEmail(text)) throw new InvalidArgumentError('It must be an email address.');
  return text;
}

type Options = { mail?: string; settings: boolean; json: boolean };

export const doctorCommand = (print: Print): Command =>
  new Command('doctor')
    .description('Check the portal (database, files, backups, mail, settings) and suggest fixes')
    .option('--mail <email>', 'send a test email there', parseEmail)
    .option('--settings', 'show every setting and its source, without secrets', false)
    .option('--json', 'print each check as a line of JSON with its id, for monitoring', false)
    .action(async ({ mail, settings, json }: Options) => {
      await withContext(async (context) => {
        const lines = await runChecks(context);
        for (const line of lines) print(json ? JSON.stringify(line) : describe(line));
        if (settings) for (const setting of describeSettings()) print(describeSetting(setting));
        if (mail !== undefined) {
          await sendTestMail(context, mail);
          print(`ok    The mail server accepted a test email to ${mail}.`);
        }
        const failed = lines.filter(({ state }) => state === 'fail').length;
        if (failed > 0) throw new CommandFailed(`${failed} of ${lines.length} checks failed.`);
      });
    });

export const upgradeCheckCommand = (print: Print): Command =>
  new Command('upgrade-check')
    .description('Preview the changes of an upgrade to the version installed here, without making them')
    .option('--from <version>', 'the version that runs now; by default found by the schema')
    .action(async ({ from }: { from?: string }) => {
      const settings = readSettings();
      const missing = await findMissingDatabase(settings);
      if (missing !== null) throw new CommandFailed(`No portal database found: ${missing.found}.`);
      const { lines, problem } = await checkUpgrade(settings, from).catch((error: unknown) => {
        throw error instanceof RangeError ? new CommandFailed(`${error.message}.`) : error;
      });
      for (const line of lines) print(line);
      if (problem !== null) throw new CommandFailed(`${problem}.`);
    });
