import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '#contract/messages';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { composeMail } from '../platform/mail/compose-mail.ts';
import { enqueueMail } from '../platform/mail/enqueue-mail.ts';
import { portalLink } from '../platform/portal-link.ts';
import { recordAttempt, enforceRateLimit } from './rate-limits.ts';
import { greetingOf } from './greeting.ts';
import { issueAskedToken } from './one-time-tokens.ts';
import { accountByEmail } from './queries.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

/** Requests for one address run one after the other, so that a burst cannot slip past its limit. */
const mutex = createKeyedMutex();

/** Longer than the work takes for a known address, so that the time of the answer tells nothing. */
const answerMs = 200;

async function mailLink(
  writer: Writer,
  { settings, clock }: AppContext,
  account: { id: number; email: string; name: string; confirmed_at: number | null },
): Promise<void> {
  const now = clock.now();
  const token = await issueAskedToken(writer, account.id, now);
  const mail = composeMail({
    greeting: greetingOf({ name: account.name, confirmedAt: account.confirmed_at }),
    lead: 'Somebody, probably you, has asked for a new password. The link below works once, within an hour.',
    details: [['Account', account.email]],
    links: [{ label: 'Choose a new password', href: portalLink(settings, `/reset-password?token=${token}`) }],
    closing: `If it was not you, nothing is needed: your password stays as it is. ${settings.academyName} student portal.`,
  });
  const event = `reset:${randomUUID()}`;
  await enqueueMail(
    writer,
    { ...mail, event, to: account.email, subject: 'A new password for the student portal', isSecret: true },
    now,
  );
}

/**
 * Mails a link to a new password, if there is an account with the address: the answer, its time and its limits are the
 * same if there is none.
 * @returns the message for the response
 * @throws a 429 error when the address or the network has asked too often
 */
export async function forgotPassword(
  context: AppContext,
  email: string,
  networkAddress: string,
): Promise<string> {
  const { database, clock, settings } = context;
  if (settings.smtpUrl === null) return messages.resetLinkNotSent;
  const ask = async (writer: Writer): Promise<void> => {
    const now = clock.now();
    await enforceRateLimit(writer, 'forgot-address', networkAddress, now);
    await enforceRateLimit(writer, 'forgot-account', email, now);
    await recordAttempt(writer, 'forgot-address', networkAddress, now);
    await recordAttempt(writer, 'forgot-account', email, now);
    const account = await accountByEmail(writer, email);
    if (account !== undefined) await mailLink(writer, context, account);
  };
  await Promise.all([mutex.runExclusive(email, () => database.transaction(ask)), sleep(answerMs)]);
  return messages.resetLinkSent;
}
