import type { BatchEntry, CourseEntry, ProjectEntry } from '#contract/catalogue/calls';
import { tasks } from '#contract/dates';
import { aiUseWords, byTask, type AiUse } from '#contract/submissions/declaration';
import type { Fields } from '../../lib/forms/form-fields.ts';
import type { ScreenNotice } from '../../lib/screen-notices.ts';
import { taskLabel } from '../../lib/task-label.ts';

/** One entry a line. */
function readLines(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Empty is unlimited. The server refuses what is no number. */
function readSeats(text = ''): number | null {
  return text.trim() === '' ? null : Number(text);
}

const lists = ['overview', 'prerequisiteKnowledge', 'jobOpportunities'] as const;
const texts = [
  'name',
  'course',
  'details',
  'backgroundImage',
  'project_url',
  'ref1',
  'ref2',
  'ref3',
  'ref4',
] as const;

/** Sent with the version. */
export type ProjectBody = Record<(typeof texts)[number], string> &
  Record<(typeof lists)[number], string[]> & { seats: number | null };

export function projectFields(entry: ProjectEntry): Fields {
  return {
    ...Object.fromEntries(texts.map((name) => [name, entry[name]])),
    ...Object.fromEntries(lists.map((name) => [name, entry[name].join('\n')])),
    seats: entry.seats === null ? '' : String(entry.seats),
  };
}

export function readProjectFields(fields: Fields): ProjectBody {
  return {
    ...Object.fromEntries(texts.map((name) => [name, fields[name] ?? ''])),
    ...Object.fromEntries(lists.map((name) => [name, readLines(fields[name])])),
    seats: readSeats(fields['seats']),
  } as ProjectBody;
}

/** Sent with the version. */
export type BatchBody = Pick<
  BatchEntry,
  'name' | 'course' | 'open' | 'default' | 'comment_first' | 'joining' | 'mentors'
> &
  Partial<Pick<BatchEntry, 'declaration'>>;

const flags = ['open', 'default', 'comment_first'] as const;

/** Undefined from a page of an earlier version. */
function readDeclaration({ declaration: statement, ...fields }: Fields): BatchBody['declaration'] {
  if (statement === undefined) return undefined;
  if (statement.trim() === '') return null;
  return {
    statement,
    ai_use: byTask(
      Object.fromEntries(tasks.map((task) => [task, fields[`ai-${task}`] as AiUse | undefined])),
    ),
  };
}

/** Unticked boxes are absent. */
export function batchFields(entry: BatchEntry): Fields {
  return {
    name: entry.name,
    course: entry.course,
    mentors: entry.mentors.join('\n'),
    joining: entry.joining,
    declaration: entry.declaration?.statement ?? '',
    ...Object.fromEntries(
      Object.entries(entry.declaration?.ai_use ?? {}).map(([task, use]) => [`ai-${task}`, use]),
    ),
    ...Object.fromEntries(flags.filter((flag) => entry[flag]).map((flag) => [flag, 'yes'])),
  };
}

export function readBatchFields(fields: Fields): BatchBody {
  const declaration = readDeclaration(fields);
  return {
    name: fields['name'] ?? '',
    course: fields['course'] ?? '',
    mentors: readLines(fields['mentors']),
    joining: fields['joining'] === 'invited' ? 'invited' : 'anyone',
    ...(declaration !== undefined && { declaration }),
    ...(Object.fromEntries(flags.map((flag) => [flag, fields[flag] === 'yes'])) as Record<
      (typeof flags)[number],
      boolean
    >),
  };
}

export type EntryKind = 'course' | 'batch' | 'project';
export type Entry = CourseEntry | BatchEntry | ProjectEntry;

const labels: Record<string, string> = {
  name: 'Name',
  course: 'Course',
  details: 'Details',
  overview: 'Overview',
  prerequisiteKnowledge: 'Prerequisite knowledge',
  jobOpportunities: 'Job opportunities',
  backgroundImage: 'Picture',
  project_url: 'Overview document',
  ref1: 'Reference 1',
  ref2: 'Reference 2',
  ref3: 'Reference 3',
  ref4: 'Reference 4',
  open: 'Open for signup',
  default: 'Default for unknown names',
  comment_first: 'Show the comment first',
  mentors: 'Mentors',
  joining: 'Who joins',
  declaration: 'Declaration',
  seats: 'Seats',
  retired: 'Archived',
};

function inWords(value: unknown, name = ''): string {
  if (value === null) return name === 'seats' ? 'no limit' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join('; ');
  if (typeof value === 'object') {
    const { statement, ai_use } = value as NonNullable<BatchEntry['declaration']>;
    return [statement, ...tasks.map((task) => `${taskLabel(task)}: ${aiUseWords[ai_use[task]]}`)].join('; ');
  }
  return String(value);
}

/** Others' changes that differ from what is to be saved, by label. */
export function differences(theirs: Entry, mine: object): { label: string; theirs: string }[] {
  return Object.entries(mine).flatMap(([name, value]) => {
    const their = (theirs as Record<string, unknown>)[name];
    const label = labels[name];
    if (label === undefined || their === undefined || inWords(their, name) === inWords(value, name))
      return [];
    return [{ label, theirs: inWords(their, name) }];
  });
}

/** After an action. */
export const isRetired = (act: string | undefined, retired: string | undefined): boolean =>
  act === 'retire' || (act !== 'bring-back' && retired === 'yes');

export const noticeOfEntry = (kind: EntryKind, act: string | undefined): ScreenNotice =>
  act === 'retire' || act === 'bring-back' ? `${kind}-${act}` : 'entry-saved';
