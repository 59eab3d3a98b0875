import { randomUUID } from 'node:crypto';
import { isEmail } from '#contract/limits';
import * as calls from '#contract/operations/calls';
import { administrator } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { freeKey } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { settleHeldMail } from '../../platform/mail/held-mail.ts';
import { composeMail } from '../../platform/mail/mail-html.ts';
import { listedMail } from '../../platform/settings/settings.ts';
import { makeSmtpSender } from '../../platform/mail/smtp-sender.ts';
import { counted } from './check.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** @throws 400 for an invalid email; 409 without a mail server */
function smtpUrlFor(address: string, { smtpUrl }: AppContext['settings']): string {
  if (!isEmail(address)) throw httpErrors.badRequest(`"${address}" is not a valid email.`);
  if (smtpUrl === null) throw httpErrors.conflict('SMTP_URL is not set: mail is stored and not sent.');
  return smtpUrl;
}

/** Not by the outbox, for the server's answer. @throws 409 with its refusal */
async function deliverTestMail({ database, clock, settings }: Context, address: string): Promise<void> {
  const smtpUrl = smtpUrlFor(address, settings);
  const { academyName } = settings;
  const words = composeMail(settings, {
    greeting: 'Hello,',
    lead: `This email shows that the portal of ${academyName} can send email. You do not need to do anything.`,
    details: [],
    links: [],
    closing: 'Please do not reply to this email.',
  });
  const mail = { event: `test:${randomUUID()}`, subject: `${academyName}: test email`, ...words };
  if (smtpUrl === listedMail) {
    const now = clock.now();
    return database.transaction((writer) => enqueueMail(writer, { ...mail, to: address }, now));
  }
  const send = makeSmtpSender(settings, smtpUrl);
  const outcome = await send({
    id: 0,
    ...mail,
    recipient: address,
    turnOffUrl: null,
    calendar: null,
    attempts: 1,
  });
  if (outcome.kind !== 'sent') throw httpErrors.conflict(`The mail server says: ${outcome.reason}`);
}

/** For the operator's command. */
export async function sendTestMail(context: Context, address: string): Promise<void> {
  smtpUrlFor(address, context.settings);
  const line = { at: context.clock.now(), actorId: null, act: 'send-test-mail', subject: address } as const;
  await context.database.transaction((writer) => recordAuditEvent(writer, line));
  await deliverTestMail(context, address);
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

export const portalMailCalls = [
  // No act: what is settled is not held any more.
  read(calls.settleHeldMail, {
    who: administrator,
    async run({ context, resource: { accountId }, body: { decision } }) {
      const count = await settleHeldMail(context, decision, recordHeldMailDecision(decision, accountId));
      const done = decision === 'send' ? 'sent now' : 'not sent';
      return { message: `${counted(count, 'email')}: ${done}.` };
    },
  }),

  // A repetition sends nothing, unless the server refused the first one.
  act(calls.sendTestMail, {
    who: administrator,
    prepare: ({ context, body: { address } }) => smtpUrlFor(address, context.settings),
    key: { kind: 'test-mail', content: ({ body: { address } }) => [address] },
    audit: 'send-test-mail',
    run: async (_, { viewer: { accountId: id }, body: { address } }) => ({ id, audit: { subject: address } }),
    after: ({ context, viewer: { accountId }, body: { address }, idempotencyKey: key }) =>
      deliverTestMail(context, address).catch(async (error: unknown) => {
        await freeKey(context, { accountId, kind: 'test-mail', key });
        throw error;
      }),
    answer: async (_, { body: { address } }) => ({
      message: `The mail server accepted a test email to ${address}.`,
    }),
  }),
];
