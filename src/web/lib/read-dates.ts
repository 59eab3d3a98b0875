import { dueTasks, type DueDay, type DueDays } from '#contract/submissions/due-days';
import type { Fields } from './forms/form-fields.ts';

export type TypedDates = {
  start: string;
  viva_deadline: string | null;
  due: Record<(typeof dueTasks)[number], DueDay | null>;
  /** Absent: a page of an earlier version sends none of these. */
  extension_days?: number | null;
  choose_from?: string | null;
  choose_until?: string | null;
};

export type WrongDue = { field: string; message: string };

/** For each task: days after the opening, or a day, or neither. */
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

export function readDates(fields: Fields): TypedDates | WrongDue {
  const due = readDue(fields);
  if ('field' in due) return due as WrongDue;
  const of = due as DueDays;
  const days = fields['extension_days']?.trim();
  const { choose_from: from, choose_until: until } = fields;
  if (from && until && until <= from)
    return { field: 'choose_until', message: 'Choosing must end after it begins' };
  return {
    start: fields['start'] ?? '',
    viva_deadline: fields['viva_deadline'] || null,
    due: Object.fromEntries(dueTasks.map((task) => [task, of[task] ?? null])) as TypedDates['due'],
    ...(days !== undefined && { extension_days: days === '' ? null : Number(days) }),
    ...(from !== undefined && { choose_from: from || null }),
    ...(until !== undefined && { choose_until: until || null }),
  };
}

/** The dates that were seen, which the form carries; undefined where nothing is compared. */
export function readOriginal(fields: Fields): TypedDates | undefined {
  try {
    return JSON.parse(fields['original'] ?? '') as TypedDates;
  } catch {
    return undefined;
  }
}
