import {
  mailNames,
  type MailName,
  type MailText,
  type OwnMailWords,
  ourMailText,
} from '#contract/mail-words';
import { accountsAs } from '../../accounts/queries.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';

export async function readOwnWords(database: Reader): Promise<OwnMailWords> {
  const rows = await database
    .selectFrom('mail_words')
    // A later version may know more.
    .where('mail', 'in', mailNames)
    .select(['mail', 'subject', 'body'])
    .execute();
  return Object.fromEntries(rows.map(({ mail, ...text }) => [mail, text]));
}

/** Mails read the settings, as for the academy's appearance. */
export async function applyMailWords(settings: Settings, database: Reader): Promise<void> {
  const words = await readOwnWords(database);
  // The same objects, since each is parsed once.
  if (JSON.stringify(words) !== JSON.stringify(settings.mailWords))
    Object.assign(settings, { mailWords: words });
}

export async function wordsOf(database: Reader, mail: MailName): Promise<MailText> {
  const row = await database
    .selectFrom('mail_words')
    .where('mail', '=', mail)
    .select(['subject', 'body'])
    .executeTakeFirst();
  return row ?? ourMailText(mail);
}

export const changesOf = (database: Reader) =>
  database
    .selectFrom('mail_words')
    .innerJoin(accountsAs('author'), 'author.id', 'mail_words.changed_by')
    .where('mail', 'in', mailNames)
    .select(['mail', 'changed_at as changedAt', 'author.name as author'])
    .execute();

export async function storeWords(
  writer: Writer,
  { mail, text, accountId, now }: { mail: MailName; text: MailText; accountId: number; now: number },
): Promise<void> {
  const values = { ...text, changed_by: accountId, changed_at: now };
  await writer
    .insertInto('mail_words')
    .values({ mail, ...values })
    .onConflict((conflict) => conflict.column('mail').doUpdateSet(values))
    .execute();
  announce(writer, 'texts');
}

export async function removeWords(writer: Writer, mail: MailName): Promise<void> {
  await writer.deleteFrom('mail_words').where('mail', '=', mail).execute();
  announce(writer, 'texts');
}
