import { randomUUID } from 'node:crypto';
import { isEmail } from '#contract/limits';
import { recordAct } from '../../audit/record-act.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { makeSmtpSender } from '../../platform/mail/smtp-sender.ts';

/**
 * Sends a mail at once, past the outbox, so that what the mail server says is seen; and writes down who did.
 * @param key the request's Idempotency-Key: a repetition sends nothing more
 * @throws 400 for what is no address; 409 without a mail server, and with its words for what it refuses
 */
export async function sendTestMail(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { address, actorId, key = null }: { address: string; actorId: number | null; key?: string | null },
): Promise<void> {
  if (!isEmail(address)) throw httpErrors.badRequest(`"${address}" is not a valid email.`);
  const { smtpUrl, academyName } = settings;
  if (smtpUrl === null) throw httpErrors.conflict('SMTP_URL is not set: mail is kept and not sent.');
  const at = clock.now();
  let isNew = false;
  await database.transaction((writer) => {
    isNew = false;
    const request = { accountId: actorId ?? 0, kind: 'test-mail', key, content: [address], now: at } as const;
    return makeOnce(writer, request, async () => {
      isNew = true;
      const act = {
        at,
        actorId,
        act: 'send-test-mail',
        subject: address,
        before: null,
        after: null,
      } as const;
      await recordAct(writer, act);
      return actorId ?? 0;
    });
  });
  if (!isNew) return;
  const words = composeMail({
    greeting: 'Hello,',
    lead: `this mail shows that the portal of ${academyName} can send. Nothing is to be done.`,
    details: [],
    links: [],
    closing: academyName,
  });
  const send = makeSmtpSender({ ...settings, smtpUrl });
  const outcome = await send({
    id: 0,
    event: `test:${randomUUID()}`,
    recipient: address,
    subject: `${academyName}: a mail for trial`,
    ...words,
    turnOffUrl: null,
    attempts: 1,
  });
  if (outcome.kind !== 'sent') throw httpErrors.conflict(`The mail server says: ${outcome.reason}`);
}
