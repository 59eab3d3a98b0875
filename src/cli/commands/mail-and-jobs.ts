import { Command, InvalidArgumentError } from 'commander';
import { accountIdOf } from '#server/accounts/queries';
import type { AuditEventName } from '#server/audit/event-words';
import { recordAuditEvent } from '#server/audit/record-audit-event';
import { counted } from '#server/operations/system-check/check';
import { recordHeldMailDecision } from '#server/operations/system-check/portal-mail';
import type { Writer } from '#server/platform/database/database';
import { listJobs, retryJob, type ListedJob } from '#server/platform/jobs/jobs-admin';
import { withdrawnNote } from '#server/platform/mail/enqueue-mail';
import { countHeldMail, settleHeldMail } from '#server/platform/mail/held-mail';
import { listMail, readMail, retryMail, type OutboxMail } from '#server/platform/mail/outbox-admin';
import { localText } from '#server/platform/zoned-time';
import { CommandFailed, onOneLine, type Print } from '../failure-lines.ts';
import { withContext } from '../with-context.ts';

const mailListLength = 20;
const jobListLength = 50;

const idParser =
  (thing: string) =>
  (text: string): number => {
    if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError(`It must be the number of a ${thing}.`);
    return Number(text);
  };

/** Audits a command that has no before and after; @param aboutId the account concerned, null for none */
const operatorEvent =
  (act: AuditEventName, id: number, aboutId: number | null = null) =>
  (writer: Writer, at: number): Promise<void> =>
    recordAuditEvent(writer, {
      at,
      actorId: null,
      act,
      subject: String(id),
      aboutId,
    });

function describeState({ state, attempts, lastError }: OutboxMail): string {
  if (state === 'sent' || lastError === null) return state;
  if (lastError === withdrawnNote) return 'withdrawn before it was sent';
  return `${state} after ${counted(attempts, 'attempt')}: ${lastError}`;
}

type ListOptions = { refused: boolean; sendHeld: boolean; dropHeld: boolean };

async function listMails({ refused, sendHeld, dropHeld }: ListOptions, print: Print): Promise<void> {
  if (sendHeld && dropHeld) throw new CommandFailed('Give either --send-held or --drop-held, not both.');
  await withContext(async (context) => {
    if (sendHeld || dropHeld) {
      const decision = sendHeld ? 'send' : 'drop';
      const count = await settleHeldMail(context, decision, recordHeldMailDecision(decision, null));
      return print(`${counted(count, 'mail')} ${sendHeld ? 'will be sent now' : 'dropped'}.`);
    }
    const held = await countHeldMail(context.database.reader, context.clock.now());
    const { smtpUrl, academyZone } = context.settings;
    const mails = await listMail(context, mailListLength, { onlyRefused: refused });
    for (const mail of mails) {
      const when = localText(mail.sentAt ?? mail.createdAt, academyZone);
      print(onOneLine(`${mail.id}  ${when}  ${mail.recipient}  ${mail.subject}  (${describeState(mail)})`));
    }
    if (mails.length === 0) print(refused ? 'No mail has been refused.' : 'There is no mail yet.');
    if (held > 0)
      print(
        `${counted(held, 'mail')} held: unsent for more than two days. Run again with --send-held or --drop-held.`,
      );
    if (smtpUrl === null) print('SMTP_URL is not set: mail is stored and not sent.');
  });
}

async function showMail(id: number, print: Print): Promise<void> {
  await withContext(async (context) => {
    const mail = await readMail(context, id);
    const { database, clock } = context;
    const aboutId = await accountIdOf(database.reader, mail.recipient);
    const record = operatorEvent('read-mail', id, aboutId);
    await database.transaction((writer) => record(writer, clock.now()));
    print(
      `To: ${onOneLine(mail.recipient)}\nSubject: ${onOneLine(mail.subject)}\nStatus: ${onOneLine(describeState(mail))}\n\n${mail.text.trimEnd() || '(The text has been deleted.)'}`,
    );
  });
}

export function mailCommand(print: Print): Command {
  const parseId = idParser('mail');
  const show = new Command('show')
    .description('Show one mail with its text')
    .argument('<id>', 'its number', parseId)
    .action((id: number) => showMail(id, print));
  const retry = new Command('retry')
    .description('Send a waiting or refused mail now')
    .argument('<id>', 'its number', parseId)
    .action(async (id: number) => {
      await withContext(async (context) => {
        const { recipient } = await readMail(context, id);
        if (context.settings.smtpUrl === null)
          throw new CommandFailed('SMTP_URL is not set: mail cannot be sent.');
        const aboutId = await accountIdOf(context.database.reader, recipient);
        await retryMail(context, id, operatorEvent('retry-mail', id, aboutId));
      });
      print(`Mail ${id} will be sent now.`);
    });
  return new Command('mail')
    .description(`List the newest ${mailListLength} mails with their status`)
    .option('--refused', 'only mails that the mail server has refused permanently', false)
    .option('--send-held', 'send the held mails: those that waited two days and were never tried', false)
    .option('--drop-held', 'drop the held mails instead', false)
    .action((options: ListOptions) => listMails(options, print))
    .addCommand(show)
    .addCommand(retry);
}

const neverFrom = Date.UTC(9_000, 0, 1);

function describeJob({ id, kind, key, state, attempts, at, lastError }: ListedJob, zone: string): string {
  const name = key === null || key === '' ? kind : `${kind} ${key}`;
  // As the mark of a demo without resets.
  if (at >= neverFrom) return `${id}  ${name}  not scheduled`;
  const when = { waiting: 'due', running: 'running, claimed until', dead: 'failed' }[state];
  const failed = lastError === null ? '' : `, after ${counted(attempts, 'attempt')}: ${lastError}`;
  return `${id}  ${name}  ${when} ${localText(at, zone)}${failed}`;
}

export function jobsCommand(print: Print): Command {
  const retry = new Command('retry')
    .description('Run a waiting or failed job now')
    .argument('<id>', 'its number', idParser('job'))
    .action(async (id: number) => {
      await withContext((context) => retryJob(context, id, operatorEvent('retry-job', id)));
      print(`Job ${id} will run now.`);
    });
  return new Command('jobs')
    .description(
      `List up to ${jobListLength} jobs, failed ones first, then by due time (for mails: capstone mail)`,
    )
    .action(async () => {
      await withContext(async (context) => {
        const jobs = await listJobs(context, jobListLength);
        for (const job of jobs) print(describeJob(job, context.settings.academyZone));
        if (jobs.length === 0) print('There are no jobs.');
      });
    })
    .addCommand(retry);
}
