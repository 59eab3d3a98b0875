import { randomUUID } from 'node:crypto';
import { isEmail } from '#contract/limits';
import * as calls from '#contract/operations/calls';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { freeKey, makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { settleHeldMail } from '../../platform/mail/held-mail.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { listedMail } from '../../platform/settings/settings.ts';
import { makeSmtpSender } from '../../platform/mail/smtp-sender.ts';
import { counted } from './check.ts';

/**
 * Not by the outbox, for the server's answer.
 * @param key a repetition sends nothing, unless the server refused the first one
 * @throws 400 for an invalid email; 409 without a mail server, or with its refusal
 */
export async function sendTestMail(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { address, actorId, key = null }: { address: string; actorId: number | null; key?: string | null },
): Promise<void> {
  if (!isEmail(address)) throw httpErrors.badRequest(`"${address}" is not a valid email.`);
  const { smtpUrl, academyName } = settings;
  if (smtpUrl === null) throw httpErrors.conflict('SMTP_URL is not set: mail is stored and not sent.');
  const at = clock.now();
  const request = { accountId: actorId ?? 0, kind: 'test-mail', key, content: [address], now: at } as const;
  let isNew = false;
  await database.transaction((writer) => {
    isNew = false;
    return makeOnce(writer, request, async () => {
      isNew = true;
      await recordAuditEvent(writer, { at, actorId, act: 'send-test-mail', subject: address });
      return actorId ?? 0;
    });
  });
  if (!isNew) return;
  const words = composeMail(settings, {
    greeting: 'Hello,',
    lead: `This email shows that the portal of ${academyName} can send email. You do not need to do anything.`,
    details: [],
    links: [],
    closing: 'Please do not reply to this email.',
  });
  const mail = { event: `test:${randomUUID()}`, subject: `${academyName}: test email`, ...words };
  if (smtpUrl === listedMail)
    return database.transaction((writer) => enqueueMail(writer, { ...mail, to: address }, at));
  const send = makeSmtpSender(settings, smtpUrl);
  const outcome = await send({
    id: 0,
    ...mail,
    recipient: address,
    turnOffUrl: null,
    attempts: 1,
  });
  if (outcome.kind === 'sent') return;
  await freeKey({ database }, request);
  throw httpErrors.conflict(`The mail server says: ${outcome.reason}`);
}

/** @param actorId null for the operator */
export const recordHeldMailDecision =
  (decision: 'send' | 'drop', actorId: number | null) =>
  (writer: Writer, at: number, count: number): Promise<void> =>
    recordAuditEvent(writer, {
      at,
      actorId,
      act: decision === 'send' ? 'send-held-mail' : 'drop-held-mail',
      subject: counted(count, 'mail'),
    });

/** Not acts: what is settled is not held any more, and a refused test mail frees its key after the commit. */
export const portalMailCalls = [
  read(calls.settleHeldMail, {
    who: administrator,
    async run({ context, resource: { accountId }, body: { decision } }) {
      const count = await settleHeldMail(context, decision, recordHeldMailDecision(decision, accountId));
      const done = decision === 'send' ? 'sent now' : 'not sent';
      return { message: `${counted(count, 'email')}: ${done}.` };
    },
  }),

  read(calls.sendTestMail, {
    who: administrator,
    async run({ context, resource: { accountId }, body: { address }, idempotencyKey }) {
      await sendTestMail(context, { address, actorId: accountId, key: idempotencyKey });
      return { message: `The mail server accepted a test email to ${address}.` };
    },
  }),
];
