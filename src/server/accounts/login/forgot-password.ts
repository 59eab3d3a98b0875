import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs, minuteMs } from '#contract/durations';
import * as calls from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { networkOf } from '../../platform/http/limits/network-of.ts';
import { logOutcome } from '../../platform/http/security-log.ts';
import { composeWorded } from '../../platform/mail/worded-mail.ts';
import { enqueueSecretMail } from '../../platform/mail/enqueue-mail.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { greetedName } from '../own-account/notify-holder.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import {
  beginAttempts,
  countAttempts,
  type Counted,
  countedByNetwork,
  recordAttempts,
} from '../rate-limits.ts';
import { issueAskedToken } from '../one-time-tokens.ts';
import { anyone } from '../policy.ts';
import { accountByEmail } from '../queries.ts';
import { deviceTokenOf } from '../sessions/cookies.ts';
import { read } from '../sessions/declared.ts';
import { lockFor } from '../../platform/database/lock-for.ts';

/** Longer than the work for a known address, so that timing reveals nothing. */
const answerMs = 200;

export const composeReset = (
  settings: Pick<AppContext['settings'], 'academyName' | 'mailWords'>,
  account: { email: string; name: string; confirmedAt: number | null },
  link: string,
) =>
  composeWorded(
    settings,
    'reset',
    { name: greetedName(account) },
    {
      note: 'The link below works once, within one hour.',
      details: [['Account', account.email]],
      links: [{ label: 'Choose a new password', href: link }],
      closing: 'If it was not you, ignore this email: your password stays the same.',
    },
  );

async function mailLink(
  writer: Writer,
  { settings, secrets, clock }: AppContext,
  account: { id: number; email: string; name: string; confirmed_at: number | null },
): Promise<void> {
  const now = clock.now();
  const token = await issueAskedToken(writer, account.id, now);
  const link = portalLink(settings, `/reset-password?token=${token}`);
  const mail = composeReset(settings, { ...account, confirmedAt: account.confirmed_at }, link);
  const event = `reset:${randomUUID()}`;
  await enqueueSecretMail(writer, secrets, { ...mail, event, to: account.email }, now);
}

/** Links to one address within an hour from all networks; more of them need a pause. */
const linksAnHour = 6;
const pauseMs = 10 * minuteMs;

/**
 * Whether to mail a link, also to an unknown address. Requests from many networks can neither flood a mailbox
 * nor lock its owner out.
 */
async function isLinkDue(writer: Writer, email: string, now: number): Promise<boolean> {
  const { count, newest } = await countAttempts(
    writer,
    { kind: 'forgot-link', subject: email },
    now - hourMs,
  );
  return count < linksAnHour || newest === null || now - newest >= pauseMs;
}

/**
 * Mails a link to a new password if the address has an account. Answer, time and limits are the same if not;
 * they hold for each network and each known device.
 * @returns the message, and the account for the log
 * @throws 429 after too many requests
 */
async function forgotPassword(
  context: AppContext,
  email: string,
  { network, deviceToken }: { network: string; deviceToken: string | null },
): Promise<{ message: string; accountId: number | null }> {
  const { database, clock, settings } = context;
  if (settings.smtpUrl === null) return { message: messages.resetLinkNotSent, accountId: null };
  const device = await findKnownDevice(database.reader, { token: deviceToken, email, now: clock.now() });
  const counted: Counted[] = [{ kind: 'forgot-account', subject: email, source: device ?? network }];
  if (device === null) counted.unshift(...countedByNetwork('forgot-address', network));
  const ask = async (writer: Writer): Promise<number | null> => {
    await lockFor(writer, `forgot-link ${email}`);
    const now = clock.now();
    if (device === null && !(await isLinkDue(writer, email, now))) return null;
    await recordAttempts(writer, [{ kind: 'forgot-link', subject: email }], now);
    const account = await accountByEmail(writer, email);
    if (account?.suspended_at === null) await mailLink(writer, context, account);
    return account?.id ?? null;
  };
  await beginAttempts(context, counted);
  const [accountId] = await Promise.all([database.transaction(ask), sleep(answerMs)]);
  return { message: messages.resetLinkSent, accountId };
}

export const forgotPasswordCall = read(calls.forgotPassword, {
  who: anyone,
  async run({ context, body, request }) {
    const from = {
      network: networkOf(request.ip),
      deviceToken: deviceTokenOf(request, context.settings),
    };
    const { message } = await logOutcome(
      request,
      { done: 'reset-asked', refused: { 429: 'reset-paused' }, account: ({ accountId }) => accountId },
      () => forgotPassword(context, body.email, from),
    );
    return { message };
  },
});
