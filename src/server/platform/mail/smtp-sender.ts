import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Settings } from '../settings.ts';
import type { ClaimedMail, Outcome } from './outbox.ts';

/** Hands a mail to the mail server; it never throws. */
export type Sender = (mail: ClaimedMail) => Promise<Outcome>;

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'academyName'>;

/** The address that mail comes from. */
function senderAddress({ mailFrom, publicUrl }: Pick<Settings, 'mailFrom' | 'publicUrl'>): string {
  const host = publicUrl?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return mailFrom ?? `no-reply@${host === '' || isIP(host) ? 'localhost' : host}`;
}

/**
 * The same for each attempt at one event: a process may die between the mail server's yes and the row that says so, and
 * the mail then leaves a second time. Whoever receives both can tell that they are one.
 */
function messageId(event: string, from: string): string {
  const hash = createHash('sha256').update(event).digest('hex').slice(0, 32);
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** Only what the server says about this very mail, for good, ends the attempts: all else may be mended. */
function outcomeOf(error: unknown): Outcome {
  const { message, responseCode, command } = error as {
    message?: string;
    responseCode?: number;
    command?: string;
  };
  const reason = (message ?? String(error)).slice(0, 500);
  const isAboutMail = command === 'RCPT TO' || command === 'DATA';
  return {
    kind: isAboutMail && responseCode !== undefined && responseCode >= 500 ? 'refused' : 'failed',
    reason,
  };
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);

/** A sender over SMTP. The library is loaded when there is something to send, and no connection stays open. */
export function makeSmtpSender(settings: MailSettings & { smtpUrl: string }): Sender {
  const from = senderAddress(settings);
  const { hostname, protocol } = new URL(settings.smtpUrl);
  const load = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url: settings.smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      // Nobody listens within this machine, and its mail server's certificate is nobody's.
      ...(protocol === 'smtp:' && isLoopback(hostname) && { ignoreTLS: true }),
    });
  };
  let transport: ReturnType<typeof load> | undefined;

  return async ({ event, recipient, subject, text, html }) => {
    try {
      transport ??= load();
      await (
        await transport
      ).sendMail({
        from: { name: settings.academyName, address: from },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId: messageId(event, from),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  };
}
