import { randomUUID } from 'node:crypto';
import * as calls from '#contract/catalogue/mail-words-calls';
import { accountById } from '../../accounts/queries.ts';
import { takeAttempt } from '../../accounts/rate-limits.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { editor } from '../policy.ts';
import { refuseUnusable } from './change-words.ts';
import { previewMail } from './preview-mail.ts';

const sample = 'This is a test email, sent only to you. One-time links in it open nothing.';

export const mailPreviewCalls = [
  read(calls.previewMailWords, {
    who: editor,
    run({ context, params: { mail }, body: { student, ...text } }) {
      refuseUnusable(mail, text);
      return previewMail(context, { mail, text, email: student });
    },
  }),

  act(calls.sendMailWordsTest, {
    who: editor,
    prepare({ context, params: { mail }, body: { student, ...text } }) {
      if (context.settings.smtpUrl === null)
        throw httpErrors.conflict('SMTP_URL is not set: mail is stored and not sent.');
      refuseUnusable(mail, text);
      return previewMail(context, { mail, text, email: student, sample });
    },
    audit: 'send-test-mail',
    async run(writer, { viewer: { accountId }, prepared: { subject, text, html }, now }) {
      await takeAttempt(writer, { kind: 'mail-test', subject: String(accountId) }, now);
      const { email: to } = await accountById(writer, accountId);
      const mail = { event: `test:${randomUUID()}`, to, subject: `Test: ${subject}`, text, html };
      await enqueueMail(writer, mail, now);
      return { id: accountId, audit: { subject: to } };
    },
    async answer(reader, { viewer: { accountId } }) {
      return { message: `A test email is on its way to ${(await accountById(reader, accountId)).email}.` };
    },
  }),
];
