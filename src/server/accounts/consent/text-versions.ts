import { createHash } from 'node:crypto';
import { consentSubjects, type ConsentSubject } from '#contract/accounts/consent';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';

export const pageOf = (subject: ConsentSubject): `/${ConsentSubject}` => `/${subject}`;

/** SHA-256 of the text as Markdown, as `sha256sum terms.md` prints it. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const newest = (db: Reader, page: string) =>
  db.selectFrom('text_versions').where('page', '=', page).orderBy('number', 'desc').limit(1);

/** Keeps the words of a page as a new version; does nothing for the newest one. */
export async function recordVersion(
  writer: Writer,
  { page, text, now }: { page: string; text: string; now: number },
): Promise<void> {
  const before = await newest(writer, page).select(['number', 'sha256']).executeTakeFirst();
  const sha256 = hashText(text);
  if (before?.sha256 === sha256) return;
  await writer
    .insertInto('text_versions')
    .values({ page, number: (before?.number ?? 0) + 1, sha256, text, recorded_at: now })
    // Of a process that starts at the same time.
    .onConflict((conflict) => conflict.columns(['page', 'number']).doNothing())
    .execute();
}

/** Newest first. */
export const versionsOfPage = compiledQuery((db, p: { page: string }) =>
  db
    .selectFrom('text_versions')
    .where('page', '=', p.page)
    .orderBy('number', 'desc')
    .select(['id', 'number', 'sha256', 'recorded_at as recordedAt', 'asked_at as askedAt', 'note']),
);
export type TextVersion = Awaited<ReturnType<typeof versionsOfPage>>[number];

export const currentVersion = async (db: Reader, subject: ConsentSubject): Promise<TextVersion | undefined> =>
  (await versionsOfPage(db, { page: pageOf(subject) }))[0];

/** The numbers of the current words, as a form sends them back: `2.5` for terms 2, privacy 5. */
export async function currentWords(db: Reader): Promise<string> {
  const numbers: number[] = [];
  for (const subject of consentSubjects) numbers.push((await currentVersion(db, subject))?.number ?? 0);
  return numbers.join('.');
}

/** Of each page and translation. */
export async function newestHashes(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('text_versions').orderBy('id').select(['page', 'sha256']).execute();
  return new Map(rows.map(({ page, sha256 }) => [page, sha256]));
}
