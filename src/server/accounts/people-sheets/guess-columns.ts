import { createHash } from 'node:crypto';
import { batchKey, isEmail, normalizeEmail } from '#contract/limits';
import type { ColumnFields, IntakeField } from '#contract/intake-fields';
import { isPersonName } from '#contract/person-name';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { readPhone } from './row-fields.ts';

/** A heading as it is compared: small letters and digits of any script, without accents. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Mc}]/gu, '');
}

/** What the columns of a spreadsheet are remembered by: all of its headings, in their order. */
export function headingsHash(headings: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(headings.map(headingKey)))
    .digest('hex');
}

/** Words of headings, in the languages of the academy's students and some of the spreadsheets' own; longer ones go first. */
const words: Record<IntakeField, readonly string[]> = {
  email: [
    'email',
    'emailid',
    'emailaddress',
    'mail',
    'mailid',
    'correo',
    'courriel',
    'ഇമെയിൽ',
    'മെയിൽ',
    'ईमेल',
    'மின்னஞ்சல்',
  ],
  phone: [
    'phone',
    'mobile',
    'mobil',
    'contact',
    'whatsapp',
    'telephone',
    'telefon',
    'handy',
    'tel',
    'ഫോൺ',
    'മൊബൈൽ',
    'फोन',
    'मोबाइल',
    'கைபேசி',
  ],
  batch: ['batch', 'batchcode', 'cohort', 'group', 'gruppe', 'lote', 'groupe', 'ബാച്ച്', 'बैच', 'பேட்ச்'],
  exit_score: [
    'exitscore',
    'score',
    'examscore',
    'marks',
    'percentage',
    'points',
    'punkte',
    'സ്കോർ',
    'മാർക്ക്',
    'अंक',
    'स्कोर',
  ],
  grade: ['grade', 'lettergrade', 'note', 'ഗ്രേഡ്', 'ग्रेड'],
  name: [
    'name',
    'firstname',
    'lastname',
    'surname',
    'fullname',
    'studentname',
    'candidate',
    'student',
    'vorname',
    'nachname',
    'nombre',
    'nom',
    'പേര്',
    'नाम',
    'பெயர்',
  ],
};
const keys = Object.entries(words).flatMap(([field, list]) =>
  list.map((word) => ({ field: field as IntakeField, key: headingKey(word) })),
);
/** Whose columns are not the student's own. */
const others = /father|mother|parent|guardian|mentor|trainer|college|course/;

/** The field that a heading names; null for none, and for what is not the student's own. */
export function fieldOfHeading(heading: string): IntakeField | null {
  const key = headingKey(heading);
  if (key === '' || others.test(key)) return null;
  const exact = keys.find((word) => word.key === key);
  if (exact !== undefined) return exact.field;
  const within = keys
    .filter((word) => word.key.length > 3 && key.includes(word.key))
    .toSorted((a, b) => b.key.length - a.key.length)[0];
  return within?.field ?? null;
}

/** Most of a column's values fit, and there are some. */
function isMostly(values: readonly string[], fits: (value: string) => boolean): boolean {
  const given = values.filter((value) => value !== '');
  return given.length > 0 && given.filter(fits).length >= given.length * 0.6;
}

/**
 * What the columns are: by what stands in them where that can be told (addresses, numbers, names of batches), else by their
 * headings; whoever imports looks at it and may choose otherwise.
 * @param samples some rows below the headings
 * @param batches the keys of the batches that there are
 */
export function guessColumns(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  batches: ReadonlySet<string>,
): ColumnFields {
  const width = Math.max(headings.length, ...samples.map((row) => row.length));
  const columns: (IntakeField | null)[] = Array.from({ length: width }, () => null);
  const values = columns.map((_, index) => samples.map((row) => row[index] ?? ''));
  const take = (field: IntakeField, fits: (index: number) => boolean): void => {
    if (columns.includes(field)) return;
    const index = columns.findIndex((column, at) => column === null && fits(at));
    if (index >= 0) columns[index] = field;
  };
  const heading = (index: number) => headings[index] ?? '';
  const isOthers = (index: number) => others.test(headingKey(heading(index)));
  const named = (field: IntakeField) => (index: number) => fieldOfHeading(heading(index)) === field;
  const isAddress = (value: string) => isEmail(normalizeEmail(value));

  take('email', (index) => named('email')(index) && isMostly(values[index] ?? [], isAddress));
  take('email', (index) => !isOthers(index) && isMostly(values[index] ?? [], isAddress));
  take('email', named('email'));
  take('batch', (index) => isMostly(values[index] ?? [], (value) => batches.has(batchKey(value))));
  for (const field of ['phone', 'batch', 'exit_score', 'grade'] as const) take(field, named(field));
  take(
    'phone',
    (index) => !isOthers(index) && isMostly(values[index] ?? [], (value) => readPhone(value) !== null),
  );
  for (const [index, column] of columns.entries())
    if (column === null && named('name')(index)) columns[index] = 'name';
  take(
    'name',
    (index) =>
      fieldOfHeading(heading(index)) === null &&
      !isOthers(index) &&
      isMostly(values[index] ?? [], (value) => /^[\p{L}\p{M}. '’-]+$/u.test(value) && isPersonName(value)) &&
      new Set(values[index]).size > (values[index] ?? []).length / 2,
  );
  return columns;
}

/** How far above a list its title may be. */
const titleRows = 10;

/**
 * Where a list's headings are: the first row that names its addresses; else the first one with two cells, unless that is a
 * person already.
 * @param rows the first rows of the spreadsheet
 * @returns how many rows go before the people, and the headings, empty for none
 */
export function findHeadings(rows: readonly SheetRow[]): { before: number; headings: string[] } {
  const isPerson = (row: SheetRow) => row.cells.some((cell) => isEmail(normalizeEmail(cell)));
  const first = rows.findIndex(isPerson);
  const above = rows.slice(0, first < 0 ? titleRows : Math.min(first, titleRows));
  const named = above.findIndex((row) => row.cells.some((cell) => fieldOfHeading(cell) === 'email'));
  const index = named >= 0 ? named : above.findLastIndex((row) => row.cells.filter(Boolean).length > 1);
  const row = above[index] ?? (first < 0 ? rows[0] : undefined);
  if (row === undefined) return { before: 0, headings: [] };
  return { before: rows.indexOf(row) + 1, headings: row.cells };
}
