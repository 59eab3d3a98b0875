import type { StaffSubmission } from '#contract/marking/calls';
import type { Fields } from '../../../lib/forms/form-fields.ts';

/** Whether a mark is lower than the student sees for an earlier version. */
export function fallsBelow({ marks, shown }: Pick<StaffSubmission, 'marks' | 'shown'>): boolean {
  return marks !== null && shown !== null && marks < shown.marks;
}

/** A mark to release; a tick confirms lowering, since the list shows it. */
type Listed = { number: string; marks: number; confirm_lower: boolean };

const prefix = 'mark ';
const lowerPrefix = 'lower ';

/** A row's checkbox name; its value is the mark the mentor saw. */
export function chosenName(row: StaffSubmission): string {
  return (fallsBelow(row) ? lowerPrefix : prefix) + row.number;
}

export function postedMarks(fields: Fields): Listed[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isLower = name.startsWith(lowerPrefix);
    if (!isLower && !name.startsWith(prefix)) return [];
    const number = name.slice((isLower ? lowerPrefix : prefix).length);
    return [{ number, marks: Number(value), confirm_lower: isLower }];
  });
}
