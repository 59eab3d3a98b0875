import { dueTasks, type DueDay, type DueDays } from '#contract/submissions/due-days';
import type { Fields } from './forms/form-fields.ts';

/** A batch's dates as the form of its screen has them. */
export type TypedDates = {
  start: string;
  viva_deadline: string | null;
  due: Record<(typeof dueTasks)[number], DueDay | null>;
};

/** Why what was typed is no date; the field, and words for it. */
export type WrongDue = { field: string; message: string };

/** Reads the due days of the form: for each task days after the opening, or a day, or neither. */
function readDue(fields: Fields): DueDays | WrongDue {
  const due: DueDays = {};
  for (const task of dueTasks) {
    const days = fields[`${task}-days`]?.trim() ?? '';
    const date = fields[`${task}-date`] ?? '';
    if (days !== '' && date !== '')
      return { field: `${task}-days`, message: 'Enter days after the opening or a date, not both' };
    if (days !== '') due[task] = { days: Number(days) };
    else if (date !== '') due[task] = { date };
  }
  return due;
}

/** Reads the fields of the form with a batch's dates. */
export function readDates(fields: Fields): TypedDates | WrongDue {
  const due = readDue(fields);
  if ('field' in due) return due as WrongDue;
  const of = due as DueDays;
  return {
    start: fields['start'] ?? '',
    viva_deadline: fields['viva_deadline'] || null,
    due: Object.fromEntries(dueTasks.map((task) => [task, of[task] ?? null])) as TypedDates['due'],
  };
}

/** Reads the dates that were seen, which the form carries; undefined where they are not to be compared. */
export function readOriginal(fields: Fields): TypedDates | undefined {
  try {
    return JSON.parse(fields['original'] ?? '') as TypedDates;
  } catch {
    return undefined;
  }
}
