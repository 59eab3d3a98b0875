import { z } from 'zod';
import { endpoint, errorBody, instant, more, pageQuery } from '../wire/endpoint.ts';
import { noticeKindNames, noticeMailNames } from './notice-kinds.ts';

export const notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKindNames),
  text: z.string(),
  /** A screen's path. */
  href: z.string(),
  created_at: instant,
  is_read: z.boolean(),
});
export type NoticeItem = z.infer<typeof notice>;

const count = z.object({
  unread: z.number(),
});

export const listNotices = endpoint('GET', '/api/notices', {
  summary: "The reader's own notices, newest first",
  query: pageQuery.extend({
    unread: z.literal('true', 'unread must be true, or absent').optional(),
  }),
  answers: { 200: count.extend({ notices: z.array(notice), more }), 401: errorBody },
});
export type NoticeList = z.infer<(typeof listNotices)['answers'][200]>;

const oneOf = 'Please name exactly one of: id, about, up_to';

export const readNotices = endpoint('POST', '/api/notices/read', {
  summary:
    'Mark notices as read: one by `id`, those `about` a thing that was opened (such as `task:week-2`), or all `up_to` an id. Idempotent: a key is accepted and not stored',
  takesIdempotencyKey: true,
  body: z
    .object({
      id: z.string(oneOf).min(1, oneOf).max(20, oneOf).optional(),
      about: z.string(oneOf).min(1, oneOf).max(100, oneOf).optional(),
      up_to: z.string(oneOf).min(1, oneOf).max(20, oneOf).optional(),
    })
    .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
      path: ['id'],
      message: oneOf,
    }),
  answers: { 200: count, 401: errorBody },
});

export const noticeMailChoice = z.object({ mail: z.enum(noticeMailNames), is_on: z.boolean() });
export type NoticeMailChoice = z.infer<typeof noticeMailChoice>;

const choice = z.object({
  mail: z.enum(noticeMailNames, `mail must be one of: ${noticeMailNames.join(', ')}`),
  is_on: z.boolean('is_on must be true or false'),
});

export const chooseMail = endpoint('PUT', '/api/account/mails', {
  summary: 'Turn a kind of email on or off; the notices stay in the portal',
  takesIdempotencyKey: true,
  body: choice,
  answers: { 200: noticeMailChoice, 401: errorBody, 409: errorBody },
});

const token = z
  .string('This link is incomplete. Please copy it from the email again.')
  .min(1, 'This link is incomplete. Please copy it from the email again.')
  .max(200, 'This link is incomplete. Please copy it from the email again.');

const linkChoice = z.object({ mails: z.array(z.enum(noticeMailNames)), is_on: z.boolean() });
export type MailLinkChoice = z.infer<typeof linkChoice>;

export const readMailLink = endpoint('GET', '/api/notices/mail', {
  summary: 'Which kinds of mail a signed link controls, and whether any of them is on; changes nothing',
  query: z.object({ token }),
  answers: { 200: linkChoice, 404: errorBody },
});

export const chooseMailByLink = endpoint('POST', '/api/notices/mail', {
  summary: 'Switch the kinds of mail of a signed link off or on, without a login',
  takesIdempotencyKey: true,
  body: z.object({ token, is_on: z.boolean('is_on must be true or false') }),
  answers: { 200: linkChoice, 404: errorBody, 409: errorBody },
});
