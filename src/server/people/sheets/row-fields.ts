import { batchKey, isListedEmail, limits, normalizeEmail, phonePattern } from '#contract/limits';
import { importFields, type ColumnFields, type ImportField } from '#contract/people/import-fields';
import { isPersonName } from '#contract/accounts/person-name';
import { withoutUnseen } from '#contract/unseen';
import { withAsciiDigits } from '#contract/digits';
import { shownText, type SheetCell } from '../../platform/sheets/sheet-cell.ts';

/** Messages by cell. */
type Faults = Partial<Record<ImportField, string>>;

/** `9.8e9`, if it has all digits. */
function withoutExponent(text: string): string {
  const [, first, rest = '', exponent] = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i.exec(text) ?? [];
  return first !== undefined && rest.length === Number(exponent) ? first + rest : text;
}

/** Ten digits; drops spaces, hyphens, `.0`, India's code, a leading zero. Null otherwise. */
export function readPhone(text: string): string | null {
  const number = withoutExponent(withAsciiDigits(text)).replace(/^(\d{10,13})\.0+$/, '$1');
  const digits = number.replace(/[\s(),.'\u2010-\u2015-]/gu, '').replace(/^\+/, '');
  const own = digits.replace(/^(?:00)?91(?=\d{10}$)/, '').replace(/^0(?=\d{10}$)/, '');
  return phonePattern.test(own) ? own : null;
}

/** Also full-width and Arabic signs. */
const plainSigns: Readonly<Record<string, string>> = {
  '％': '%',
  '٪': '%',
  '／': '/',
  '⁄': '/',
  '．': '.',
  '，': ',',
  '٫': '.',
  '＋': '+',
};

/** `1,000`, `1,00,000`: three digits after a comma are no decimals. */
const thousands = String.raw`[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}`;
const isThousands = new RegExp(`^${thousands}$`);
const numberPattern = new RegExp(
  String.raw`^\+?\s*(${thousands}|\d{1,6}(?:[.,]\d{0,15})?|[.,]\d{1,15})\s*(?:%|(?:\/|out of)\s*100(?:[.,]0{0,3})?)?$`,
  'i',
);

/** Digits of any script, point or comma, perhaps per cent or out of 100: `60.`, `+60`, `60/100`. Null otherwise. */
export function readNumber(text: string): number | null {
  if (text.length > 40) return null;
  const written = withAsciiDigits(text).replaceAll(/[％٪／⁄．，٫＋]/g, (sign) => plainSigns[sign] as string);
  const [, digits] = numberPattern.exec(written.trim()) ?? [];
  if (digits === undefined) return null;
  return Number(isThousands.test(digits) ? digits.replaceAll(',', '') : digits.replace(',', '.'));
}

/** 0 to 100; else null. */
export function readScore(text: string): number | null {
  const score = readNumber(text);
  return score === null || score > 100 ? null : score;
}

/** Also as mail programs write it: `mailto:a@x.test`, `Asha R <a@x.test>`. */
export function readEmail(text: string): string {
  // Which of two is meant?
  const [, inBrackets = text] = /^[^@<>]*<\s*([^<>\s]+)\s*>[\s;,]*$/.exec(text) ?? [];
  return normalizeEmail(inBrackets).replace(/^mailto:/, '');
}

export function fieldTexts(cells: readonly SheetCell[], columns: ColumnFields) {
  const texts = Object.fromEntries(importFields.map((field) => [field, ''])) as Record<ImportField, string>;
  const faults: Faults = {};
  for (const [index, field] of columns.entries()) {
    const cell = cells[index];
    if (field === null || cell === undefined) continue;
    const text = shownText(cell).trim();
    // An email keeps invisible characters and is refused: which one is meant?
    texts[field] =
      `${texts[field]} ${field === 'email' ? text : withoutUnseen(text.replaceAll(/(?!\uFEFF)\s/gu, ' '))}`.trim();
    // A fault of the whole row is shown once.
    if (typeof cell === 'object' && !Object.values(faults).includes(cell.fault)) faults[field] ??= cell.fault;
  }
  return { texts, faults };
}

/** What gradebooks and spreadsheets write among people. */
const notPeople =
  /^(?:points possible|student, test|test student|(?:manual|automatic) posting|(?:overall |class |group |batch |grand )?(?:averages?|totals?)|median|maximum|minimum|standard deviation)(?:\s*[:=(].*)?$/i;

/** Canvas's rows of points, posting and a test student; averages and totals. */
export function isNoPerson(cells: readonly SheetCell[]): boolean {
  const texts = cells.map((cell) => shownText(cell).trim()).filter(Boolean);
  return texts[0] !== undefined && notPeople.test(texts[0]) && !texts.some((text) => text.includes('@'));
}

export const hasPerson = (cells: readonly SheetCell[], columns: ColumnFields): boolean =>
  !isNoPerson(cells) && columns.some((field, index) => field !== null && (cells[index] ?? '') !== '');

/** Null: unknown. */
export function readRow(cells: readonly SheetCell[], columns: ColumnFields) {
  const { texts, faults: ofCells } = fieldTexts(cells, columns);
  const faults: Faults = {};
  const email = readEmail(texts.email).slice(0, limits.email);
  if (email === '') faults.email = 'The email is missing';
  else if (!isListedEmail(email) || readEmail(texts.email).length > limits.email)
    faults.email = 'This is not a valid email';

  // Faulty values are kept, to be shown.
  const shown = (text: string, most: number) => (text === '' ? null : text.slice(0, most));
  const name = texts.name.replaceAll(/\s+/gu, ' ');
  if (name.length > limits.name) faults.name = `A name can have at most ${limits.name} characters`;
  else if (name !== '' && (!isPersonName(name) || /^[=+\-@]/.test(name)))
    faults.name = 'A name needs visible letters and no web or email address';
  const phone = readPhone(texts.phone);
  if (texts.phone !== '' && phone === null) faults.phone = 'A phone number has exactly ten digits';
  if (texts.batch.length > limits.batch)
    faults.batch = `A batch's name can have at most ${limits.batch} characters`;
  const exitScore = readScore(texts.exit_score);
  if (texts.exit_score !== '' && exitScore === null)
    faults.exit_score = `The score "${texts.exit_score.slice(0, 40)}" is not a number from 0 to 100`;
  if (texts.grade.length > limits.grade) faults.grade = `A grade can have at most ${limits.grade} characters`;
  return {
    email,
    name: shown(name, limits.name),
    phone: phone ?? shown(texts.phone, 60),
    batch: shown(texts.batch, limits.batch),
    batch_key: texts.batch === '' ? null : batchKey(texts.batch).slice(0, limits.batch),
    exit_score: exitScore,
    grade: shown(texts.grade, limits.grade),
    faults: { ...faults, ...ofCells },
  };
}

/** A name may have several columns. */
export function textOf(cells: readonly SheetCell[], columns: ColumnFields, field: ImportField): string {
  return cells
    .filter((_, index) => columns[index] === field)
    .map(shownText)
    .join(' ')
    .trim();
}
