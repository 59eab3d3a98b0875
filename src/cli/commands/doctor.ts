import { Command } from 'commander';
import { runChecks } from '#server/operations/system-check/run-checks';
import type { DoctorLine } from '#server/operations/system-check/check';
import { sendTestMail } from '#server/operations/system-check/send-test-mail';
import { describeSettings, type ShownSetting } from '#server/platform/settings/settings';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { onOneLine } from '../printable.ts';
import { withContext } from '../with-context.ts';

function describe({ state, title, found, todo }: DoctorLine): string {
  const advice = todo === null ? '' : ` → ${todo}`;
  return onOneLine(`${state.padEnd(4)}  ${title}: ${found}.${advice}`);
}

const describeSetting = ({ name, value, source }: ShownSetting): string =>
  onOneLine(`      ${name}=${value ?? '(unset)'} (${source})`);

type Options = { mail?: string; settings: boolean; json: boolean };

export function addDoctor(add: (command: Command) => void, print: Print): void {
  add(
    new Command('doctor')
      .description('Look at everything that the portal stands on, and say what to do')
      .option('--mail <address>', 'send a mail there')
      .option('--settings', 'show every setting and where it comes from, without secrets', false)
      .option('--json', 'each check as a line of JSON with its id, for a monitor', false)
      .action(async ({ mail, settings, json }: Options) => {
        await withContext(async (context) => {
          const lines = await runChecks(context);
          for (const line of lines) print(json ? JSON.stringify(line) : describe(line));
          if (settings) for (const setting of describeSettings()) print(describeSetting(setting));
          if (mail !== undefined) {
            await sendTestMail(context, { address: mail, actorId: null });
            print(`ok    The mail server has taken a mail to ${mail}.`);
          }
          const failed = lines.filter(({ state }) => state === 'fail').length;
          if (failed > 0) throw new CommandFailed(`${failed} of ${lines.length} checks failed.`);
        });
      }),
  );
}
