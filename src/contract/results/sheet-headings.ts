import { tasks } from '../dates.ts';
import { sheetFormats } from '../marking/mark-sheet.ts';

/** What a column of a sheet's CSV has, in their order. */
export const headedColumns = [
  'name',
  'email',
  'course',
  'batch',
  'project',
  ...tasks,
  'result',
  'grade',
  'outcome',
  'remarks',
] as const;
export type HeadedColumn = (typeof headedColumns)[number];

/** `own`: the headings below. */
export const csvFormats = [...sheetFormats, 'own'] as const;
export type CsvFormat = (typeof csvFormats)[number];

export const headingLength = 80;

/** Of the academy. A column without a heading is left out of `own`. */
export type SheetHeadings = { format: CsvFormat } & Record<HeadedColumn, string>;

export const defaultHeadings: SheetHeadings = {
  format: 'capstone',
  name: 'Name',
  email: 'Email',
  course: '',
  batch: '',
  project: '',
  'week-1': 'Week 1',
  'week-2': 'Week 2',
  'week-3': 'Week 3',
  'week-4': 'Week 4',
  final: 'Final project',
  viva: 'Viva voce',
  result: 'Result',
  grade: 'Grade',
  outcome: 'Outcome',
  remarks: 'Remarks',
};

/** Programs tell headings apart without case and spaces. */
const keyOf = (heading: string) => heading.toLowerCase().replaceAll(/\s+/gu, ' ');

/** Beyond the shape of each, which the call's schema checks. */
export function checkHeadings(headings: SheetHeadings): { name: HeadedColumn; message: string }[] {
  const problems: { name: HeadedColumn; message: string }[] = [];
  const seen = new Set<string>();
  for (const name of headedColumns) {
    const key = keyOf(headings[name]);
    if (key === '') continue;
    if (seen.has(key)) problems.push({ name, message: 'Another column has this heading' });
    seen.add(key);
  }
  if (headings.name === '' && headings.email === '')
    problems.push({ name: 'name', message: 'Give the name or the email a heading' });
  return problems;
}
