import { createHash } from 'node:crypto';
import { normalizeText } from '#contract/normalize-text';
import { batchKey, isListedEmail } from '#contract/limits';
import type { ColumnFields, ImportField } from '#contract/people/import-fields';
import { isPersonName } from '#contract/accounts/person-name';
import { shownText } from '../../platform/sheets/sheet-cell.ts';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { isNoPerson, readEmail, readPhone } from './row-fields.ts';

/** Lower-case letters and digits of any script, without accents. */
export function headingKey(heading: string): string {
  return normalizeText(heading, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Mc}]/gu, '');
}

/** All headings, in order. */
export function headingsHash(headings: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(headings.map(headingKey)))
    .digest('hex');
}

const listOf = (words: string) => new Set(words.split(' ').map(headingKey));

/** Beside any field's own word. */
const usual = listOf(
  'student students candidate learner applicant trainee participant the of your own s e no number id personal 1',
);

/**
 * A heading needs a word of its own; words that may not be beside it mean something else: a school's name,
 * remarks.
 */
const words: Record<ImportField, { own: ReadonlySet<string>; beside: ReadonlySet<string> }> = {
  email: {
    own: listOf(
      'email emailid emailaddress mail mailid mailadresse correo courriel ഇമെയിൽ മെയിൽ ईमेल மின்னஞ்சல்',
    ),
    beside: listOf('address contact primary registered official active gmail google വിലാസം'),
  },
  phone: {
    own: listOf(
      'phone mobile mobil cell cellphone contact whatsapp telephone telefon handy tel phoneno mobileno contactno ഫോൺ മൊബൈൽ फोन मोबाइल கைபேசி',
    ),
    beside: listOf('primary registered active with digits 10 നമ്പർ नंबर எண்'),
  },
  batch: {
    own: listOf('batch batchcode batchname cohort group groups section gruppe lote groupe ബാച്ച് बैच பேட்ச்'),
    beside: listOf('code name assigned allotted allocated'),
  },
  exit_score: {
    own: listOf(
      'score scores examscore exitscore mark marks percentage percent points punkte സ്കോർ മാർക്ക് अंक स्कोर',
    ),
    beside: listOf(
      'exit exam examination test final entrance qualifying qualification assessment aptitude total obtained scored secured in out 100 overall',
    ),
  },
  grade: {
    own: listOf('grade lettergrade ഗ്രേഡ് ग्रेड'),
    beside: listOf('letter exit exam final overall obtained'),
  },
  name: {
    own: listOf(
      'name names firstname lastname middlename surname forename fullname givenname familyname studentname candidatename student candidate learner vorname nachname nombre nom prénom പേര് नाम பெயர்',
    ),
    beside: listOf(
      'first last middle full given family sur in block letters as per certificate aadhaar initial with complete',
    ),
  },
};
const fields = Object.keys(words) as ImportField[];
const known = new Set([
  ...usual,
  ...fields.flatMap((field) => [...words[field].own, ...words[field].beside]),
]);

/** At blanks, signs, inner capitals; `%` is a word. */
function wordsOf(heading: string): string[] {
  return heading
    .replaceAll('%', ' percent ')
    .split(/[^\p{L}\p{M}\p{N}\u200C\u200D]+/u)
    .flatMap((word) => (known.has(headingKey(word)) ? word : word.split(/(?<=\p{Ll})(?=\p{Lu})/u)))
    .map(headingKey)
    .filter(Boolean);
}

/** Headings of row and certificate numbers. */
const isNumberOnly = (parts: readonly string[]) =>
  parts.some((part) => part === 'no' || part === 'number' || part === 'id');

/** Columns about other people or things. */
const others =
  /father|mother|parent|guardian|spouse|emergency|alternat|secondary|other|reference|mentor|trainer|teacher|coordinator|staff|college|school|course|project|user/;

/** Null for none, or not the student's own. */
export function fieldOfHeading(heading: string): ImportField | null {
  const parts = wordsOf(heading);
  const whole = parts.join('');
  const fits = (field: ImportField): boolean => {
    const { own, beside } = words[field];
    if (own.has(whole)) return true;
    // `Student No` is no name.
    if (field === 'name' && isNumberOnly(parts)) return false;
    return (
      parts.some((part) => own.has(part)) &&
      parts.every((part) => own.has(part) || beside.has(part) || usual.has(part))
    );
  };
  return fields.find(fits) ?? null;
}

/** At least 60 % fit. */
function isMostly(values: readonly string[], fits: (value: string) => boolean): boolean {
  const given = values.filter((value) => value !== '');
  return given.length > 0 && given.filter(fits).length >= given.length * 0.6;
}

/**
 * By values (emails, batches), else headings; the importer can change them. Empty columns are no field.
 * @param samples rows below the headings
 * @param batches existing keys
 * @param filled columns with any value
 */
export function guessColumns(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  batches: ReadonlySet<string>,
  filled: { has(index: number): boolean },
): ColumnFields {
  const width = Math.max(headings.length, ...samples.map((row) => row.length));
  const columns: (ImportField | null)[] = Array.from({ length: width }, () => null);
  const values = columns.map((_, index) => samples.map((row) => row[index] ?? ''));
  const take = (field: ImportField, fits: (index: number) => boolean): void => {
    if (columns.includes(field)) return;
    const index = columns.findIndex((column, at) => column === null && filled.has(at) && fits(at));
    if (index >= 0) columns[index] = field;
  };
  const heading = (index: number) => headings[index] ?? '';
  const isOthers = (index: number) => others.test(headingKey(heading(index)));
  const named = (field: ImportField) => (index: number) => fieldOfHeading(heading(index)) === field;
  const mostly = (fits: (value: string) => boolean) => (index: number) => isMostly(values[index] ?? [], fits);
  /** Guessed by value only without a heading. */
  const unnamed = (fits: (value: string) => boolean) => (index: number) =>
    wordsOf(heading(index)).length === 0 && mostly(fits)(index);
  const isAddress = (value: string) => isListedEmail(readEmail(value));

  take('email', (index) => named('email')(index) && mostly(isAddress)(index));
  take('email', (index) => !isOthers(index) && mostly(isAddress)(index));
  take('email', named('email'));
  take('batch', (index) => !isOthers(index) && mostly((value) => batches.has(batchKey(value)))(index));
  for (const field of ['phone', 'batch', 'exit_score', 'grade'] as const) take(field, named(field));
  take(
    'phone',
    unnamed((value) => readPhone(value) !== null),
  );
  for (const [index, column] of columns.entries())
    if (column === null && filled.has(index) && named('name')(index)) columns[index] = 'name';
  take(
    'name',
    (index) =>
      unnamed((value) => /^[\p{L}\p{M}. '’-]+$/u.test(value) && isPersonName(value))(index) &&
      new Set(values[index]).size > (values[index] ?? []).length / 2,
  );
  return columns;
}

/** These rows may hold the list's title. */
const titleRows = 10;

/**
 * The first row with an email heading; else the first of two cells, unless a person.
 * @param rows the first ones
 * @returns the number of rows before the people, and the headings, empty for none
 */
export function findHeadings(rows: readonly SheetRow[]): { before: number; headings: string[] } {
  const isPerson = (row: SheetRow) => row.cells.some((cell) => isListedEmail(readEmail(shownText(cell))));
  const first = rows.findIndex(isPerson);
  const above = rows.slice(0, first < 0 ? titleRows : Math.min(first, titleRows));
  const named = above.findIndex((row) =>
    row.cells.some((cell) => fieldOfHeading(shownText(cell)) === 'email'),
  );
  const index =
    named >= 0
      ? named
      : above.findLastIndex((row) => row.cells.filter(Boolean).length > 1 && !isNoPerson(row.cells));
  const row = above[index] ?? (first < 0 ? rows[0] : undefined);
  if (row === undefined) return { before: 0, headings: [] };
  return { before: rows.indexOf(row) + 1, headings: row.cells.map(shownText) };
}
