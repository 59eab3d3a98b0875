import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '../portal-link.ts';
import type { Settings } from '../settings/settings.ts';
import { logoCid, ownMailAppearance, type MailAppearance } from './mail-html.ts';
import type { OpenedMail, Outcome } from './outbox.ts';

/** Never throws. */
export type Sender = (mail: OpenedMail) => Promise<Outcome>;

type MailSettings = Pick<Settings, 'mailFrom' | 'publicUrl' | 'academyName'> &
  Partial<Pick<Settings, 'mailAppearance'>>;

export function senderAddress({ mailFrom, publicUrl }: Pick<Settings, 'mailFrom' | 'publicUrl'>): string {
  const host = publicUrl?.hostname.replace(/^\[|\]$/g, '') ?? '';
  return mailFrom ?? `no-reply@${host === '' || isIP(host) ? 'localhost' : host}`;
}

/** Deterministic, so that duplicates of at-least-once delivery are recognised. */
function messageId(event: string, from: string): string {
  const hash = createHash('sha256').update(event).digest('hex').slice(0, 32);
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`;
}

/** After connecting and login. */
const aboutMail = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** "Later" for everybody: the server closes, or throttles this sender. */
const closing = new Set([421, 454]);
/** RFC 3463: the state of the mail system, not of a mailbox. */
const isOfSystem = /\b4\.3\.\d/;
/** The one answer to MAIL FROM that is about the mail. */
const tooLarge = 552;

/**
 * Only a 5xx reply about this mail is final. Without a reply, or with one about sender or server, all mail
 * would fail.
 */
function outcomeOf(error: unknown): Outcome {
  const { message, responseCode, command } = error as {
    message?: string;
    responseCode?: number;
    command?: string;
  };
  const reason = (message ?? String(error)).slice(0, 500);
  if (responseCode === undefined || command === undefined || !aboutMail.has(command))
    return { kind: 'unreachable', reason };
  const later: Outcome = { kind: 'unreachable', reason, isReply: true };
  if (command === 'MAIL FROM') return responseCode === tooLarge ? { kind: 'failed', reason } : later;
  if (responseCode >= 500) return { kind: 'refused', reason };
  if (closing.has(responseCode) || isOfSystem.test(reason)) return later;
  return { kind: 'failed', reason, answer: { code: responseCode, isOfRecipient: command === 'RCPT TO' } };
}

const usualTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Connections close before the server hangs up. */
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
    // Loopback cannot be tapped, and local mail servers have self-signed certificates.
    ...(protocol === 'smtp:' &&
      isLoopback(hostname.toLowerCase().replace(/^\[|\]$/g, '')) && { ignoreTLS: true }),
  });
}

/** @throws the server's or connection's error */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = await loadTransport(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The logos that a mail shows, as parts of it. */
function logosIn(html: string, { logo }: MailAppearance) {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const cid = logoCid(scheme);
    const shown = html.includes(`src="cid:${cid}"`) ? logo[scheme] : null;
    if (shown === null) return [];
    const part = {
      filename: `logo-${scheme}.png`,
      contentType: 'image/png',
      contentDisposition: 'inline',
    } as const;
    return [{ ...part, cid, content: shown.png }];
  });
}

/** A part that calendars take from the mail, and the same as a file for those that do not. */
function invitationIn(calendar: string | null) {
  const method = /^METHOD:(REQUEST|CANCEL)\r?$/m.exec(calendar ?? '')?.[1];
  return calendar === null || method === undefined
    ? {}
    : { icalEvent: { method, content: calendar, filename: 'invitation.ics' } };
}

/** @param settings read for each mail: the office may change them */
export function makeSmtpSender(
  settings: MailSettings,
  smtpUrl: string,
  timeouts?: Partial<typeof usualTimeouts>,
): Sender {
  const from = senderAddress(settings);
  let transport: ReturnType<typeof loadTransport> | undefined;

  return async ({ event, recipient, subject, text, html, turnOffUrl, calendar }) => {
    try {
      transport ??= loadTransport(smtpUrl, { ...timeouts, ...pooled });
      await (
        await transport
      ).sendMail({
        from: { name: settings.academyName, address: from },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        ...invitationIn(calendar),
        attachments: logosIn(html, settings.mailAppearance ?? ownMailAppearance),
        messageId: messageId(event, from),
        headers: {
          'Auto-Submitted': 'auto-generated',
          // RFC 8058.
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
