import { isoInstant } from '#contract/dates';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import type { KeyPair } from '../../platform/signing/key-pair.ts';
import { signDocument, withoutFields, type SignedDocument } from '../../platform/signing/signed-document.ts';
import { localText } from '../../platform/zoned-time.ts';
import { makeDocumentNumber } from '../../submissions/receipt-number.ts';
import { linesOfSheet, signedSheetOf } from './freeze-queries.ts';
import { sheetFields, type SheetToSign } from './sheet-fields.ts';

/** How a portal signs what it issues. */
export type Signing = { pair: KeyPair; settings: Pick<Settings, 'academyName' | 'academyZone'>; now: number };

type Given = Omit<SheetToSign, 'academy' | 'students'> & {
  freezeId: number;
  students: readonly (SheetToSign['students'][number] & { accountId: number })[];
};

/** Each student's line in a row of its own, so that it can be erased alone. */
export async function signSheet(
  writer: Writer,
  { freezeId, ...sheet }: Given,
  { pair, settings, now }: Signing,
): Promise<void> {
  const { own, students } = sheetFields({ ...sheet, academy: settings.academyName });
  const number = makeDocumentNumber('SHEET', localText(now, settings.academyZone).slice(0, 4));
  const given = { type: 'capstone-sheet', number, signedAt: isoInstant(now), fields: [...own, ...students] };
  const signed = signDocument(given, pair);
  const document = JSON.stringify(withoutFields(signed, (_, place) => place >= own.length));
  await writer.insertInto('signed_sheets').values({ freeze_id: freezeId, number, document }).execute();
  const lines = sheet.students.map(({ accountId }, index) => {
    const place = own.length + index;
    return { freeze_id: freezeId, account_id: accountId, place, field: JSON.stringify(signed.fields[place]) };
  });
  for (const some of partsOf(lines)) await writer.insertInto('signed_sheet_lines').values(some).execute();
}

/** Lines of whom was anonymised are null. Undefined for a sheet that was frozen before sheets were signed. */
export async function readSignedSheet(db: Reader, freezeId: number): Promise<SignedDocument | undefined> {
  const [sheet] = await signedSheetOf(db, { freezeId });
  if (sheet === undefined) return undefined;
  const document = JSON.parse(sheet.document) as SignedDocument;
  for (const { place, field } of await linesOfSheet(db, { freezeId }))
    document.fields[place] = JSON.parse(field) as SignedDocument['fields'][number];
  return document;
}
