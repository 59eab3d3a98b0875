import { z } from 'zod';
import { mailNames, mailTextLimits } from '../mail-words.ts';
import { hasUnseen } from '../unseen.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  removalOf,
  visibleText,
} from '../wire/endpoint.ts';
import { limits } from '../limits.ts';

const mail = z.enum(mailNames, `mail must be one of ${mailNames.join(', ')}`);

const mailText = z.object({ subject: z.string(), body: z.string() });

const entry = z.object({
  mail,
  ...mailText.shape,
  /** Null for our words. */
  changed: z.object({ at: instant, by: z.string() }).nullable(),
});
export type MailWordsEntry = z.infer<typeof entry>;

const fields = {
  subject: visibleText('The subject', mailTextLimits.subject).refine(
    (text) => !hasUnseen(text),
    'The subject must be one line, without hidden characters',
  ),
  /** Markdown. */
  body: visibleText('The text', mailTextLimits.body),
};

const ofMail = { params: z.object({ mail }) };

export const readMailWords = endpoint('GET', '/api/staff/mail-words', {
  summary: 'The words of the emails that students get most, as they are sent now. For administrators',
  answers: { 200: z.object({ mails: z.array(entry) }), 401: errorBody },
});

const changed = { 200: entry, 400: fieldsBody, 401: errorBody, 409: conflictBody(mailText) };

export const changeMailWords = endpoint('PUT', '/api/staff/mail-words/:mail', {
  summary:
    'Write an email in words of your own: a subject, and Markdown with named fields such as `{name}`. Emails that are waiting to be sent keep theirs. For administrators',
  ...ofMail,
  takesIdempotencyKey: true,
  body: changes(fields),
  answers: changed,
});

export const removeMailWords = endpoint('DELETE', '/api/staff/mail-words/:mail', {
  summary: 'Send an email in our words again; `began` is the text that was seen. For administrators',
  ...ofMail,
  takesIdempotencyKey: true,
  body: removalOf(fields),
  answers: changed,
});

/** Of a student, or of whoever got such an email last. */
const typed = {
  ...fields,
  student: z
    .string()
    .trim()
    .max(limits.email, `student can have at most ${limits.email} characters`)
    .default(''),
};

const preview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Whose data it shows; null: there is no student yet. */
  student: z.string().nullable(),
  /** Such an email was never sent to them: what happened is invented. */
  is_example: z.boolean(),
});
export type MailPreview = z.infer<typeof preview>;

export const previewMailWords = endpoint('POST', '/api/staff/mail-words/:mail/preview', {
  summary:
    "An email in the words that are sent, which are not stored, with a student's data; its links open nothing. For administrators",
  ...ofMail,
  body: z.object(typed),
  answers: { 200: preview, 400: fieldsBody, 401: errorBody, 404: errorBody },
});

export const sendMailWordsTest = endpoint('POST', '/api/staff/mail-words/:mail/test', {
  summary: 'Send that preview to your own email, marked as a test. For administrators',
  ...ofMail,
  takesIdempotencyKey: true,
  body: z.object(typed),
  answers: {
    200: z.object({ message: z.string() }),
    400: fieldsBody,
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});
