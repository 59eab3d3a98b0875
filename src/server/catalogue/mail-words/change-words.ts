import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { isSame } from '#contract/began';
import * as calls from '#contract/catalogue/mail-words-calls';
import { mailNames, mailWords, type MailName, type MailText, ourMailText } from '#contract/mail-words';
import { unknownField } from '#contract/named-fields';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockFor } from '../../platform/database/lock-for.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { unusableLink } from '../../platform/mail/mail-markdown.ts';
import { editor } from '../policy.ts';
import { changesOf, readOwnWords, removeWords, storeWords, wordsOf } from './stored-words.ts';

function fieldFault(mail: MailName, text: string): string | null {
  const names = Object.keys(mailWords[mail].fields);
  const unknown = unknownField(text, names);
  if (unknown === null) return null;
  return `There is no field ${unknown}. This email has: ${names.map((name) => `{${name}}`).join(', ')}.`;
}

function linkFault(body: string): string | null {
  const link = unusableLink(body);
  if (link === null) return null;
  return `This link cannot be used: ${link}. A link begins with https://, http:// or mailto:, and has no field in it.`;
}

/** @throws 400 that names the field or the link */
export function refuseUnusable(mail: MailName, { subject, body }: MailText): void {
  const faults = [
    { name: 'subject', message: fieldFault(mail, subject) },
    { name: 'body', message: fieldFault(mail, body) },
    { name: 'body', message: linkFault(body) },
  ].flatMap(({ name, message }) => (message === null ? [] : [{ name, message }]));
  const [first] = faults;
  if (first !== undefined) throw httpErrors.invalidFields(first.message, faults);
}

async function listWords(database: Reader): Promise<calls.MailWordsEntry[]> {
  const [own, changes] = await Promise.all([readOwnWords(database), changesOf(database)]);
  const changed = new Map(
    changes.map(({ mail, changedAt, author }) => [
      mail,
      { at: isoInstant(changedAt), by: shownName(author) },
    ]),
  );
  return mailNames.map((mail) => ({
    mail,
    ...(own[mail] ?? ourMailText(mail)),
    changed: changed.get(mail) ?? null,
  }));
}

async function entryOf(database: Reader, { params: { mail } }: { params: { mail: MailName } }) {
  return (await listWords(database)).find((one) => one.mail === mail) as calls.MailWordsEntry;
}

async function lockWords(writer: Writer, { params: { mail } }: { params: { mail: MailName } }) {
  await lockFor(writer, `mail-words ${mail}`);
  return wordsOf(writer, mail);
}

const subjectOf = (mail: MailName): string => mailWords[mail].label;
const linesOf = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

export const mailWordsCalls = [
  read(calls.readMailWords, {
    who: editor,
    run: async ({ context }) => ({ mails: await listWords(context.database.reader) }),
  }),

  act(calls.changeMailWords, {
    who: editor,
    prepare: ({ params: { mail }, body }) => refuseUnusable(mail, body),
    changes: {
      stored: lockWords,
      message: 'This email was changed in the meantime. Your version is not saved yet.',
    },
    audit: 'change-mail-words',
    async run(writer, { viewer: { accountId }, params: { mail }, body, stored, now }) {
      const text = { subject: body.subject, body: linesOf(body.body) };
      if (isSame(text, stored)) return { id: accountId };
      if (isSame(text, ourMailText(mail))) await removeWords(writer, mail);
      else await storeWords(writer, { mail, text, accountId, now });
      return { id: accountId, audit: { subject: subjectOf(mail), before: stored, after: text } };
    },
    answer: entryOf,
  }),

  act(calls.removeMailWords, {
    who: editor,
    changes: {
      stored: lockWords,
      seen: ['subject', 'body'],
      message: 'This email was changed in the meantime. Your words are still used.',
    },
    audit: 'remove-mail-words',
    async run(writer, { viewer: { accountId }, params: { mail }, stored }) {
      if (isSame(stored, ourMailText(mail))) return { id: accountId };
      await removeWords(writer, mail);
      return { id: accountId, audit: { subject: subjectOf(mail), before: stored, after: ourMailText(mail) } };
    },
    answer: entryOf,
  }),
];
