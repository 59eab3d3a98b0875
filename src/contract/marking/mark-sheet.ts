import { tasks, type Task } from '../dates.ts';
import { withQuery } from '../fill-path.ts';

export const markFields = ['email', 'task', 'marks', 'comments', 'released', 'status', 'token'] as const;
export type MarkField = (typeof markFields)[number];

/** Null: not read. */
export type MarkColumns = readonly (MarkField | null)[];

export const markFieldLabels: Record<MarkField, string> = {
  email: 'Email',
  task: 'Task',
  marks: 'Marks',
  comments: 'Comments',
  released: 'Released',
  status: 'Status',
  token: 'Capstone version',
};

/** `keep`: as the sheet says, else as the mark is. */
export const releaseChoices = ['keep', 'yes', 'no'] as const;

/** Whose headings an export has. */
export const sheetFormats = ['capstone', 'moodle', 'canvas'] as const;
export type SheetFormat = (typeof sheetFormats)[number];

/** Null if readable. */
export function markColumnsProblem(columns: MarkColumns): string | null {
  if (!columns.includes('email')) return 'Choose the column with the email addresses.';
  if (!columns.includes('marks')) return 'Choose the column with the marks.';
  const twice = markFields.find((field) => columns.filter((column) => column === field).length > 1);
  return twice === undefined ? null : `${markFieldLabels[twice]} is chosen for two columns.`;
}

export function markSheetAddress(batch: string, task: Task | null = null): string {
  return withQuery('/staff/marks', { batch, task });
}

export const isTask = (text: string | null): text is Task => tasks.some((task) => task === text);
