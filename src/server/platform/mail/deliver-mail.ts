import { hourMs } from '#contract/durations';
import type { AppContext } from '../context.ts';
import { redactSentMail } from './redact-sent-mail.ts';
import { claimDue, recordDelivery } from './outbox.ts';
import { makeSmtpSender, type Sender } from './smtp-sender.ts';

/** How many mails are claimed and sent concurrently. */
const batchSize = 5;
/** Polling interval of the outbox; an empty poll costs one index lookup. */
const pollMs = 5_000;
/** How often old mail is redacted. */
const redactMs = hourMs;

type Context = Pick<AppContext, 'database' | 'clock' | 'log'>;

/** Claims and sends one batch of the mails that are due. @returns how many were attempted */
export async function deliverDue(context: Context, send: Sender): Promise<number> {
  const mails = await claimDue(context, batchSize);
  await Promise.all(
    mails.map(async (mail) => {
      const outcome = await send(mail);
      if (outcome.kind !== 'sent') {
        context.log.warn(
          { mail: mail.id, attempts: mail.attempts, reason: outcome.reason },
          `mail ${outcome.kind}`,
        );
      }
      await recordDelivery(context, mail, outcome);
    }),
  );
  return mails.length;
}

/**
 * Starts the outbox worker, which sends mail in the background. The settings must name a mail server.
 * @returns `stop`, which waits for the batch in progress
 */
export function startDelivery(context: AppContext): { stop(): Promise<void> } {
  const { smtpUrl } = context.settings;
  if (smtpUrl === null) throw new Error('Mail cannot be delivered without SMTP_URL');
  const send = makeSmtpSender({ ...context.settings, smtpUrl });
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  let redactedAt = -Infinity;

  const round = async (): Promise<void> => {
    try {
      while (!signal.aborted && (await deliverDue(context, send)) === batchSize);
      if (context.clock.now() - redactedAt >= redactMs) {
        await redactSentMail(context);
        redactedAt = context.clock.now();
      }
    } catch (error) {
      context.log.warn({ err: error }, 'the outbox could not be worked on');
    }
    if (signal.aborted) return;
    timer = setTimeout(() => (running = round()), pollMs).unref();
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
