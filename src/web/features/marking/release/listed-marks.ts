import type { StaffSubmission } from '#contract/marking/calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';

/** Whether a mark is lower than the one that its student sees for an earlier version. */
export function fallsBelow({ marks, shown }: Pick<StaffSubmission, 'marks' | 'shown'>): boolean {
  return marks !== null && shown !== null && marks < shown.marks;
}

/** A mark as the call that releases it wants it: ticked is confirmed, since the list says what falls. */
type Listed = { number: string; marks: number; confirm_lower: boolean };

const prefix = 'mark ';
const lowerPrefix = 'lower ';

/** The name of a row's box in a posted form: its value is the number that the mentor saw. */
export function chosenName(row: StaffSubmission): string {
  return (fallsBelow(row) ? lowerPrefix : prefix) + row.number;
}

/** The marks that a form has ticked. */
export function postedMarks(fields: Fields): Listed[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isLower = name.startsWith(lowerPrefix);
    if (!isLower && !name.startsWith(prefix)) return [];
    const number = name.slice((isLower ? lowerPrefix : prefix).length);
    return [{ number, marks: Number(value), confirm_lower: isLower }];
  });
}
