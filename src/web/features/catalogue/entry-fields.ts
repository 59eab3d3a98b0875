import type { BatchEntry, CourseEntry, ProjectEntry } from '#contract/catalogue/calls';
import { tasks, type Task } from '#contract/dates';
import { byTask, type AiUse } from '#contract/submissions/declaration';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { readLines } from '../../lib/forms/read-lines.ts';
import type { Compared } from '../../lib/forms/use-stored-fields.ts';
import { taskLabel } from '../../lib/task-label.ts';

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

/** Of a new project. */
export const blankProject = (initial: { course: string; id: string }): Fields => ({
  ...Object.fromEntries([...texts, ...lists, 'seats'].map((name) => [name, ''])),
  ...initial,
});

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
      Object.fromEntries(tasks.map((task) => [task, fields[aiField(task)] as AiUse | undefined])),
    ),
  };
}

const aiField = (task: Task) => `ai-${task}`;

export function batchFields(entry: BatchEntry): Fields {
  return {
    name: entry.name,
    course: entry.course,
    mentors: entry.mentors.join('\n'),
    joining: entry.joining,
    declaration: entry.declaration?.statement ?? '',
    ...Object.fromEntries(tasks.map((task) => [aiField(task), entry.declaration?.ai_use[task] ?? 'parts'])),
    ...Object.fromEntries(flags.map((flag) => [flag, entry[flag] ? 'yes' : ''])),
  };
}

/** Of a new batch. */
export const blankBatch = (course: string): Fields => ({
  ...batchFields({
    name: '',
    course,
    open: true,
    default: false,
    comment_first: false,
    joining: 'anyone',
    declaration: null,
    mentors: [],
    accounts: [],
    retired: false,
    used: false,
    version: '',
  }),
  start: '',
  viva_deadline: '',
});

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

export const courseFields = ({ name }: CourseEntry): Fields => ({ name });
export const readCourseFields = ({ name = '' }: Fields) => ({ name });

export type EntryKind = 'course' | 'batch' | 'project';

export type Entry = CourseEntry | BatchEntry | ProjectEntry;

/** What the three kinds of entries differ in; `archivedMeans` goes on after "When archived, ". */
export const entryKinds: Record<
  EntryKind,
  { fields: (entry: never) => Fields; compared: Compared; archivedMeans: string }
> = {
  course: {
    fields: courseFields,
    compared: { read: readCourseFields },
    archivedMeans:
      'it gets no new batch or project, and Home does not show its projects. Its students continue.',
  },
  batch: {
    fields: batchFields,
    compared: {
      read: readBatchFields,
      sets: ['mentors'],
      units: { declaration: ['declaration', ...tasks.map(aiField)] },
    },
    archivedMeans: 'it is closed for signup. Its students continue.',
  },
  project: {
    fields: projectFields,
    compared: { read: readProjectFields },
    archivedMeans: 'it is no longer offered. Students who have chosen it keep it.',
  },
};

export const fieldsOfEntry = (kind: EntryKind, entry: Entry): Fields =>
  entryKinds[kind].fields(entry as never);

export const entryLabels: Record<string, string> = {
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
  declaration: 'Words of the declaration',
  seats: 'Seats',
  ...Object.fromEntries(tasks.map((task) => [aiField(task), `AI tools in ${taskLabel(task)}`])),
};

export const joiningWords = {
  anyone: 'Anyone who types its name',
  invited: 'Invited people only',
} as const;

export const furthestWords: Record<AiUse, string> = {
  none: 'Not allowed',
  understanding: 'For understanding',
  parts: 'For understanding, and for parts of the work',
};

/** A field's value, as its form shows it. */
export function entryWords(name: string, value: string): string {
  if ((flags as readonly string[]).includes(name)) return value === 'yes' ? 'Yes' : 'No';
  if (name === 'joining') return joiningWords[value as keyof typeof joiningWords];
  if (name === 'seats' && value === '') return 'No limit';
  return name.startsWith('ai-') ? furthestWords[value as AiUse] : value;
}
