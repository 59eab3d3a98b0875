import { readFile } from 'node:fs/promises';
import { type TextAddress, type TextPage, textPages } from '#contract/screens';
import { hashText, newestHashes, recordVersion } from '../../accounts/consent/text-versions.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import type { ImportError } from '../../platform/import-files/source-location.ts';

/** In bytes: about 15,000 words. */
export const maxTextBytes = 100 * 1024;

/** Such as `ml`, or `pa-Arab`. */
const filePattern = /^(terms|privacy)(?:\.([a-z]{2,3}(?:-[A-Z][A-Za-z]{1,3})?))?\.md$/;

export function pageOfFile(name: string): TextAddress | null {
  const [, page, language] = filePattern.exec(name) ?? [];
  if (page === undefined) return null;
  const address = `/${page}` as TextPage;
  return language === undefined ? address : `${address}/${language.toLowerCase()}`;
}

const ownFile = (page: TextPage) => new URL(`../../../web/texts/${textPages[page].file}`, import.meta.url);

/** Keeps the words that show now as versions; writes nothing if they are known. */
export async function recordShownTexts({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  const shown = new Map((await operatorTexts(database.reader)).map(({ page, text }) => [page, text]));
  const now = clock.now();
  for (const page of Object.keys(textPages) as TextPage[])
    if (!shown.has(page)) shown.set(page, await readFile(ownFile(page), 'utf8'));
  const newest = await newestHashes(database.reader);
  const changed = [...shown].filter(([page, text]) => newest.get(page) !== hashText(text));
  if (changed.length === 0) return;
  await database.transaction(async (writer) => {
    for (const [page, text] of changed) await recordVersion(writer, { page, text, now });
  });
}

/** Null for a valid text. */
export function textFault(text: string): string | null {
  if (Buffer.byteLength(text) > maxTextBytes) return `it is larger than ${maxTextBytes / 1024} KB`;
  if (text.includes('\0')) return 'it is not text';
  return text.trim() === '' ? 'it is empty' : null;
}

export type OperatorText = { page: TextAddress; text: string; sha256: string; changedAt: number };

const textColumns = ['page', 'text', 'sha256', 'changed_at as changedAt'] as const;

export async function operatorTexts(database: Reader): Promise<OperatorText[]> {
  return database
    .selectFrom('operator_texts')
    .select(textColumns)
    .$castTo<OperatorText>()
    .unionAll(database.selectFrom('translated_texts').select(textColumns).$castTo<OperatorText>())
    .orderBy('page')
    .execute();
}

/** Version 1.0.0 ends at a text in another language, so these have a table of their own. */
const tableOf = (page: TextAddress) =>
  (page in textPages ? 'operator_texts' : 'translated_texts') as 'operator_texts';

export async function operatorTextHashes(database: Reader): Promise<ReadonlyMap<TextAddress, string>> {
  return new Map((await operatorTexts(database)).map(({ page, sha256 }) => [page, sha256]));
}

type Written = { page: TextAddress; now: number };

async function hashOf(writer: Writer, page: TextAddress): Promise<string | null> {
  const row = await writer
    .selectFrom(tableOf(page))
    .where('page', '=', page as TextPage)
    .select('sha256')
    .executeTakeFirst();
  return row?.sha256 ?? null;
}

const asAudited = (sha256: string | null) => (sha256 === null ? null : { sha256 });

/**
 * An equal text changes nothing.
 * @param changedAt milliseconds since 1970 UTC; by default now
 */
export async function setText(
  writer: Writer,
  { page, text, now, changedAt = now }: Written & { text: string; changedAt?: number },
): Promise<void> {
  const before = await hashOf(writer, page);
  const sha256 = hashText(text);
  if (before === sha256) return;
  await writer
    .insertInto(tableOf(page))
    .values({ page: page as TextPage, text, sha256, changed_at: changedAt })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ text, sha256, changed_at: changedAt }))
    .execute();
  await recordVersion(writer, { page, text, now });
  await recordAuditEvent(writer, {
    at: now,
    actorId: null,
    act: 'set-text',
    subject: page,
    before: asAudited(before),
    after: asAudited(sha256),
  });
  announce(writer, 'texts');
}

/** The portal's own text shows again; a text replaced since then stays. */
export async function removeText(
  writer: Writer,
  { page, sha256, now }: Written & { sha256: string },
): Promise<void> {
  const removed = await writer
    .deleteFrom(tableOf(page))
    .where('page', '=', page as TextPage)
    .where('sha256', '=', sha256)
    .returning('page')
    .executeTakeFirst();
  if (removed === undefined) return;
  if (page in textPages)
    await recordVersion(writer, { page, text: await readFile(ownFile(page as TextPage), 'utf8'), now });
  await recordAuditEvent(writer, {
    at: now,
    actorId: null,
    act: 'remove-text',
    subject: page,
    before: asAudited(sha256),
  });
  announce(writer, 'texts');
}

export type ImportedText = { file: string; name: string; text: string };

export async function planTexts(
  database: Reader,
  texts: readonly ImportedText[],
  now: number,
  faults: ImportError[],
): Promise<Plan> {
  const existing = await operatorTextHashes(database);
  const read = texts.flatMap(({ file, name, text }) => {
    const fault = textFault(text);
    if (fault !== null) faults.push({ file, line: 1, column: 1, message: fault });
    const page = pageOfFile(name);
    return page === null ? [] : [{ name, page, text }];
  });
  const changed = read.filter(({ page, text }) => existing.get(page) !== hashText(text));
  return {
    noun: 'texts',
    changes: changed.map(({ name, page }) => ({
      kind: existing.has(page) ? 'changed' : 'added',
      what: `text ${name}`,
    })),
    unchanged: read.length - changed.length,
    async write(writer) {
      for (const { page, text } of changed) await setText(writer, { page, text, now });
    },
  };
}
