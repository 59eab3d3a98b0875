import { createHash } from 'node:crypto';
import { type TextPage, textPages } from '#contract/screens';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import type { ImportError } from '../../platform/import-files/source-location.ts';

/** In bytes: about 15,000 words. */
export const maxTextBytes = 100 * 1024;

export const pageOfFile: ReadonlyMap<string, TextPage> = new Map(
  (Object.keys(textPages) as TextPage[]).map((page) => [textPages[page].file, page]),
);

/** Null for a valid text. */
export function textFault(text: string): string | null {
  if (Buffer.byteLength(text) > maxTextBytes) return `it is larger than ${maxTextBytes / 1024} KB`;
  if (text.includes('\0')) return 'it is not text';
  return text.trim() === '' ? 'it is empty' : null;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export type OperatorText = { page: TextPage; text: string; sha256: string; changedAt: number };

export async function operatorTexts(database: Reader): Promise<OperatorText[]> {
  return database
    .selectFrom('operator_texts')
    .orderBy('page')
    .select(['page', 'text', 'sha256', 'changed_at as changedAt'])
    .execute();
}

export async function operatorTextHashes(database: Reader): Promise<ReadonlyMap<TextPage, string>> {
  const rows = await database.selectFrom('operator_texts').select(['page', 'sha256']).execute();
  return new Map(rows.map(({ page, sha256 }) => [page, sha256]));
}

type Written = { page: TextPage; now: number };

async function hashOf(writer: Writer, page: TextPage): Promise<string | null> {
  const row = await writer
    .selectFrom('operator_texts')
    .where('page', '=', page)
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
    .insertInto('operator_texts')
    .values({ page, text, sha256, changed_at: changedAt })
    .onConflict((conflict) => conflict.column('page').doUpdateSet({ text, sha256, changed_at: changedAt }))
    .execute();
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
    .deleteFrom('operator_texts')
    .where('page', '=', page)
    .where('sha256', '=', sha256)
    .returning('page')
    .executeTakeFirst();
  if (removed === undefined) return;
  await recordAuditEvent(writer, {
    at: now,
    actorId: null,
    act: 'remove-text',
    subject: page,
    before: asAudited(sha256),
    after: null,
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
    const page = pageOfFile.get(name);
    return page === undefined ? [] : [{ name, page, text }];
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
