import { hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { redactSentMail } from './redact-sent-mail.ts';
import { claimDue, settleMail } from './outbox.ts';
import { makeSmtpSender, type Sender } from './smtp-sender.ts';

/** How many mails are on their way at a time. */
const batch = 5;
/** How soon a mail leaves; when there is none, one look at an index each time is all that it costs. */
const lookMs = 5_000;
/** How often old words are looked for. */
const forgetMs = hourMs;

type Context = Pick<AppContext, 'database' | 'clock' | 'log'>;

/** Sends a few of the mails that are due. @returns how many were tried */
export async function deliverDue(context: Context, send: Sender): Promise<number> {
  const mails = await claimDue(context, batch);
  await Promise.all(
    mails.map(async (mail) => {
      const outcome = await send(mail);
      if (outcome.kind !== 'sent') {
        context.log.warn(
          { mail: mail.id, attempts: mail.attempts, reason: outcome.reason },
          `mail ${outcome.kind}`,
        );
      }
      await settleMail(context, mail, outcome);
    }),
  );
  return mails.length;
}

/**
 * Sends mail in the background until it is stopped. The settings must name a mail server.
 * @returns `stop`, which waits for what is on its way
 */
export function startDelivery(context: AppContext): { stop(): Promise<void> } {
  const { smtpUrl } = context.settings;
  if (smtpUrl === null) throw new Error('Mail cannot be delivered without SMTP_URL');
  const send = makeSmtpSender({ ...context.settings, smtpUrl });
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let forgotAt = -Infinity;

  const round = async (): Promise<void> => {
    try {
      while (!signal.aborted && (await deliverDue(context, send)) === batch);
      if (context.clock.now() - forgotAt >= forgetMs) {
        await redactSentMail(context);
        forgotAt = context.clock.now();
      }
    } catch (error) {
      context.log.warn({ err: error }, 'the outbox could not be worked on');
    }
    if (signal.aborted) return;
    timer = setTimeout(() => (running = round()), lookMs).unref();
  };
  running = round();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
