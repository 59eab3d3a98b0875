import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { Settings } from '../settings/settings.ts';
import type { OpenedMail, Outcome } from './outbox.ts';

/** Makes one attempt to send a mail; it never throws. */
export type Sender = (mail: OpenedMail) => Promise<Outcome>;

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'academyName'>;

/** The address that mail comes from. */
export function senderAddress({ mailFrom, publicUrl }: Pick<Settings, 'mailFrom' | 'publicUrl'>): string {
  const host = publicUrl?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return mailFrom ?? `no-reply@${host === '' || isIP(host) ? 'localhost' : host}`;
}

/**
 * A deterministic Message-ID for each event. Delivery is at least once: a process may die between the server's
 * acceptance and the row that records it, and the duplicate is recognised by its id.
 */
function messageId(event: string, from: string): string {
  const hash = createHash('sha256').update(event).digest('hex').slice(0, 32);
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** What the server is told about a mail itself; before that it has only been connected to, and logged in to. */
const aboutMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/**
 * Only a permanent (5xx) reply about this very mail ends the retries; every other failure may be temporary. Without any reply
 * about the mail it is the server, or the line to it, that fails, for every other mail too.
 */
function outcomeOf(error: unknown): Outcome {
  const { message, responseCode, command } = error as {
    message?: string;
    responseCode?: number;
    command?: string;
  };
  const reason = (message ?? String(error)).slice(0, 500);
  const isAnswered = responseCode !== undefined && aboutMail.has(command ?? '');
  if (!isAnswered) return { kind: 'unreachable', reason };
  return { kind: responseCode >= 500 && command !== 'MAIL FROM' ? 'refused' : 'failed', reason };
}

const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);

const usualTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Mails of one batch share connections, which end soon after it: a server that hangs up meets none that waits. */
const pooled = { pool: true, idleTimeout: 1_000, maxRequeues: 1 } as const;

async function loadTransport(
  smtpUrl: string,
  options: Partial<typeof usualTimeouts> & Partial<typeof pooled> = {},
) {
  const { hostname, protocol } = new URL(smtpUrl);
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    ...usualTimeouts,
    ...options,
    disableFileAccess: true,
    disableUrlAccess: true,
    // No TLS over loopback: nobody can eavesdrop there, and a local mail server's certificate is self-signed.
    ...(protocol === 'smtp:' && isLoopback(hostname) && { ignoreTLS: true }),
  });
}

/** Connects to the mail server and logs in, without sending anything. @throws what the server or the line says */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = await loadTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A sender over SMTP. The library is loaded lazily. */
export function makeSmtpSender(
  settings: MailSettings & { smtpUrl: string },
  timeouts?: Partial<typeof usualTimeouts>,
): Sender {
  const from = senderAddress(settings);
  let transport: ReturnType<typeof loadTransport> | undefined;

  return async ({ event, recipient, subject, text, html, turnOffUrl }) => {
    try {
      transport ??= loadTransport(settings.smtpUrl, { ...timeouts, ...pooled });
      await (
        await transport
      ).sendMail({
        from: { name: settings.academyName, address: from },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId: messageId(event, from),
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058: the mail program posts there, without a page and without a login.
          ...(turnOffUrl !== null && {
            'List-Unsubscribe': `<${turnOffUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error);
    }
  };
}
