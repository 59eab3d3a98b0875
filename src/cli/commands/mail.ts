import { Command, InvalidArgumentError } from 'commander';
import { recordDecision } from '#server/operations/system-check/record-decision';
import { countHeldMail, settleHeldMail } from '#server/platform/mail/held-mail';
import { accountIdOf } from '#server/accounts/queries';
import {
  listMail,
  listRefusedMail,
  readMail,
  retryMail,
  type OutboxMail,
} from '#server/platform/mail/outbox-admin';
import { localText } from '#server/platform/zoned-time';
import { counted } from '../backup-place.ts';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { recordOperator } from '../record-operator.ts';
import { onOneLine } from '../printable.ts';
import { withContext } from '../with-context.ts';

const listLength = 20;

function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be the number of a mail.');
  return Number(text);
}

function describeState({ state, attempts, lastError }: OutboxMail): string {
  if (state === 'sent' || lastError === null) return state;
  return `${state} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${lastError}`;
}

type Options = { refused: boolean; sendHeld: boolean; dropHeld: boolean };

export function addMail(add: (command: Command) => void, print: Print): void {
  const list = async ({ refused, sendHeld, dropHeld }: Options): Promise<void> => {
    if (sendHeld && dropHeld) throw new CommandFailed('Say --send-held or --drop-held, not both.');
    await withContext(async (context) => {
      if (sendHeld || dropHeld) {
        const decision = sendHeld ? 'send' : 'drop';
        const count = await settleHeldMail(context, decision, recordDecision(decision, null));
        return print(`${counted(count, 'mail')} ${sendHeld ? 'due now' : 'dropped'}.`);
      }
      const held = await countHeldMail(context.database.reader, context.clock.now());
      const { smtpUrl, academyZone } = context.settings;
      const mails = await (refused ? listRefusedMail(context, listLength) : listMail(context, listLength));
      for (const mail of mails) {
        const when = localText(mail.sentAt ?? mail.createdAt, academyZone);
        print(onOneLine(`${mail.id}  ${when}  ${mail.recipient}  ${mail.subject}  (${describeState(mail)})`));
      }
      if (mails.length === 0) print(refused ? 'No mail has been refused.' : 'There is no mail yet.');
      if (held > 0)
        print(
          `${counted(held, 'mail')} older than two days waited without being sent: --send-held or --drop-held.`,
        );
      if (smtpUrl === null) print('Mail is kept and not sent: SMTP_URL is not set.');
    });
  };
  const show = new Command('show')
    .description('One mail as it is written')
    .argument('<id>', 'its number', parseId)
    .action(async (id: number) => {
      await withContext(async (context) => {
        const mail = await readMail(context, id);
        const { database, clock } = context;
        const aboutId = await accountIdOf(database.reader, mail.recipient);
        const record = recordOperator('read-mail', String(id), aboutId);
        await database.transaction((writer) => record(writer, clock.now()));
        print(
          `To: ${onOneLine(mail.recipient)}\nSubject: ${onOneLine(mail.subject)}\nState: ${onOneLine(describeState(mail))}\n\n${mail.text.trimEnd() || '(Its words are no longer kept.)'}`,
        );
      });
    });
  const retry = new Command('retry')
    .description('Send a mail that waits or was refused at once')
    .argument('<id>', 'its number', parseId)
    .action(async (id: number) => {
      await withContext(async (context) => {
        const { recipient } = await readMail(context, id);
        const aboutId = await accountIdOf(context.database.reader, recipient);
        await retryMail(context, id, recordOperator('retry-mail', String(id), aboutId));
      });
      print(`Mail ${id} is due now.`);
    });
  const mail = new Command('mail')
    .description(`The newest ${listLength} mails, and what became of them`)
    .option('--refused', 'only those that the mail server has refused for good', false)
    .option('--send-held', 'send the mails that have waited for two days without an attempt', false)
    .option('--drop-held', 'never send those', false)
    .helpCommand(false)
    .action(list);
  add(mail);
  for (const command of [show, retry]) mail.addCommand(command.copyInheritedSettings(mail));
}
