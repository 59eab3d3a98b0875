import { Command } from 'commander';
import { runChecks } from '#server/operations/system-check/run-checks';
import type { CheckLine } from '#server/operations/system-check/check';
import { sendTestMail } from '#server/operations/system-check/portal-mail';
import { describeSettings, type ShownSetting, readSettings } from '#server/platform/settings/settings';
import { checkUpgrade } from '#server/operations/upgrade-check';
import { findMissingDatabase } from '#server/platform/database/missing-database';
import { SchemaOutOfRange } from '#server/platform/database/schema-step';
import { CommandFailed } from '../failure-lines.ts';
import { onOneLine, type Print } from '../print.ts';
import { withContext } from '../with-context.ts';

function describe({ state, title, found, todo }: CheckLine): string {
  const advice = todo === null ? '' : ` → ${todo}`;
  return onOneLine(`${state.padEnd(4)}  ${title}: ${found}.${advice}`);
}

const describeSetting = ({ name, value, source }: ShownSetting): string =>
  onOneLine(`      ${name}=${value ?? '(unset)'} (${source})`);

type Options = { mail?: string; settings: boolean; json: boolean };

export const doctorCommand = (print: Print): Command =>
  new Command('doctor')
    .description('Check the portal (database, files, backups, mail, settings) and suggest fixes')
    .option('--mail <email>', 'send a test email there')
    .option('--settings', 'show every setting and its source, without secrets', false)
    .option('--json', 'print each check as a line of JSON with its id, for monitoring', false)
    .action(async ({ mail, settings, json }: Options) => {
      await withContext(async (context) => {
        const lines = await runChecks(context);
        for (const line of lines) print(json ? JSON.stringify(line) : describe(line));
        if (settings) for (const setting of describeSettings()) print(describeSetting(setting));
        if (mail !== undefined) {
          await sendTestMail(context, { address: mail, actorId: null });
          print(`ok    The mail server accepted a test email to ${mail}.`);
        }
        const failed = lines.filter(({ state }) => state === 'fail').length;
        if (failed > 0) throw new CommandFailed(`${failed} of ${lines.length} checks failed.`);
      });
    });

export const upgradeCheckCommand = (print: Print): Command =>
  new Command('upgrade-check')
    .description('List what an upgrade to this version will change; changes nothing')
    .option('--from <version>', 'the version that runs now; by default the previous release')
    .action(async ({ from }: { from?: string }) => {
      const settings = readSettings();
      const missing = await findMissingDatabase(settings);
      if (missing !== null) throw new CommandFailed(`No portal database found: ${missing.found}.`);
      try {
        for (const line of await checkUpgrade(settings, from)) print(line);
      } catch (error) {
        if (error instanceof SchemaOutOfRange || error instanceof RangeError)
          throw new CommandFailed(`${error.message}.`);
        throw error;
      }
    });
