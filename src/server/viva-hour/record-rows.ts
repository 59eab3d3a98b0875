import { isOfCurrentChoice } from '../selections/queries.ts';
import { shownRecords } from '#contract/viva-hour/hour';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { SignedDocument } from '../platform/signing/signed-document.ts';

/** Of a student's current choice: of each hour, newest first. */
export const recordsOfStudent = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('viva_records as record')
    .innerJoin('viva_hours as hour', 'hour.id', 'record.hour_id')
    .where('record.account_id', '=', p.accountId)
    .where(isOfCurrentChoice('hour.choice', 'hour.account_id'))
    .orderBy('record.id', 'desc')
    .limit(p.limit)
    .select(['record.id', 'record.hour_id as hourId', 'record.version', 'record.number', 'record.document']),
);
export type RecordRow = Awaited<ReturnType<typeof recordsOfStudent>>[number];

/** With whether a later one has replaced it. */
export const recordByNumber = compiledQuery((db, p: { number: string }) =>
  db
    .selectFrom('viva_records as record')
    .where('record.number', '=', p.number)
    .select(['record.document'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('viva_records as later')
          .whereRef('later.hour_id', '=', 'record.hour_id')
          .whereRef('later.version', '>', 'record.version')
          .select('later.id'),
      ).as('isReplaced'),
    ),
);

export const linesOfRecord = compiledQuery((db, p: { recordId: number }) =>
  db
    .selectFrom('viva_record_lines as line')
    .where('line.record_id', '=', p.recordId)
    .select(['line.place', 'line.field']),
);

/** Words of whom was anonymised are null. */
export async function readDocument(
  reader: Reader | Writer,
  { id, document }: Pick<RecordRow, 'id' | 'document'>,
): Promise<SignedDocument> {
  const signed = JSON.parse(document) as SignedDocument;
  for (const { place, field } of await linesOfRecord(reader, { recordId: id }))
    signed.fields[place] = JSON.parse(field) as SignedDocument['fields'][number];
  return signed;
}

export type StoredRecord = { document: SignedDocument; replacedBy: string | null };

/** Newest first. */
export async function storedRecords(reader: Reader | Writer, accountId: number): Promise<StoredRecord[]> {
  const rows = await recordsOfStudent(reader, { accountId, limit: shownRecords });
  const found: StoredRecord[] = [];
  for (const row of rows) {
    const later = rows.find(({ hourId, version }) => hourId === row.hourId && version === row.version + 1);
    found.push({ document: await readDocument(reader, row), replacedBy: later?.number ?? null });
  }
  return found;
}

type Made = { hourId: number; accountId: number; version: number; at: number };

/** Each field that an anonymisation removes in a row of its own. */
export async function insertRecord(
  writer: Writer,
  { hourId, accountId, version, at }: Made,
  { number, document }: { number: string; document: SignedDocument },
  isLasting: (name: string) => boolean,
): Promise<void> {
  const isLine = (place: number) => !isLasting(document.fields[place]?.name ?? '');
  const own = { ...document, fields: document.fields.map((field, place) => (isLine(place) ? null : field)) };
  const { id } = await writer
    .insertInto('viva_records')
    .values({
      hour_id: hourId,
      account_id: accountId,
      version,
      number,
      document: JSON.stringify(own),
      made_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lines = document.fields.flatMap((field, place) =>
    isLine(place) ? [{ record_id: id, account_id: accountId, place, field: JSON.stringify(field) }] : [],
  );
  for (const some of partsOf(lines)) await writer.insertInto('viva_record_lines').values(some).execute();
}
