import { expressionBuilder } from 'kysely';
import { remoteVivaWords } from '#contract/vivas/remote-consent';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { recordVersion, versionsOfPage } from './text-versions.ts';

/** Its words are kept as those of terms and privacy are. */
const page = '/remote-viva';

/** Those that count, for joins in other rooms. */
export const remoteConsentsAs = <Alias extends string>(alias: Alias) =>
  expressionBuilder<Tables>()
    .selectFrom('consents')
    .where('page', '=', page)
    .where('withdrawn_at', 'is', null)
    .select('account_id')
    .as(alias);

/** @returns when it was given; null without one that counts */
export async function remoteConsentOf(reader: Reader, accountId: number): Promise<number | null> {
  const row = await reader
    .selectFrom('consents')
    .where('account_id', '=', accountId)
    .where('page', '=', page)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .select('given_at as givenAt')
    .executeTakeFirst();
  return row?.givenAt ?? null;
}

/** @returns the version of the words */
export async function giveRemoteConsent(writer: Writer, accountId: number, now: number): Promise<number> {
  await recordVersion(writer, { page, text: remoteVivaWords, now });
  const [version] = await versionsOfPage(writer, { page });
  if (version === undefined) throw new Error('the words of the consent are gone');
  await writer
    .insertInto('consents')
    .values({ account_id: accountId, page, version_id: version.id, form: 'account', given_at: now })
    .execute();
  return version.number;
}

export async function withdrawRemoteConsent(writer: Writer, accountId: number, now: number): Promise<void> {
  await writer
    .updateTable('consents')
    .set({ withdrawn_at: now })
    .where('account_id', '=', accountId)
    .where('page', '=', page)
    .where('withdrawn_at', 'is', null)
    .execute();
}
