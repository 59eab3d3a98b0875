import { z } from 'zod';
import {
  dueTasks,
  maxDueDays,
  maxExtensionDays,
  type DueDay,
  type DueDays,
  type DueTask,
} from '#contract/submissions/due-days';
import { isDay, tasks, type Task } from '#contract/dates';
import { aiUses, byTask } from '#contract/submissions/declaration';
import { nameKey } from '#contract/fold-text';
import { batchKey, limits } from '#contract/limits';
import { maxReviewDays } from '#contract/marking/review-time';
import type { Reader } from '../platform/database/database.ts';
import { dayField, deadlineField, flagField, nameField, textField } from '../platform/import-files/fields.ts';
import type { ImportError, Located } from '../platform/import-files/source-location.ts';
import { changeOf, differingFields, type Plan } from '../platform/import-files/plan.ts';
import { courseName, resolveCourse, type KnownCourses } from './import-courses.ts';
import { dueInOrder, readBatchState, type BatchState } from './read-batch-state.ts';
import { writeBatches, type BatchWrite } from './write-batches.ts';

const dueMessage = `must be a whole number of days from 1 to ${maxDueDays} after the opening, or a day from 2000 to 2099, YYYY-MM-DD`;
const dueDay = z
  .union([z.int().min(1).max(maxDueDays), z.string().refine(isDay)], dueMessage)
  .transform((day): DueDay => (typeof day === 'number' ? { days: day } : { date: day }))
  .optional();

/** Days after the opening, or a day; absent tasks are not due. */
const dueField = z.strictObject(
  Object.fromEntries(dueTasks.map((task) => [task, dueDay])) as Record<DueTask, typeof dueDay>,
  `must give the due date of each task: ${dueTasks.join(', ')}`,
);

function daysField(max: number) {
  const message = `must be a whole number of days from 1 to ${max}`;
  return z.int(message).min(1, message).max(max, message);
}

const aiUse = z.enum(aiUses, `must be one of ${aiUses.join(', ')}`).optional();
const declarationMessage = 'must have a statement, and may have ai_use, the furthest allowed answer by task';
const declarationField = z
  .strictObject(
    {
      statement: textField(limits.declaration),
      ai_use: z
        .strictObject(Object.fromEntries(tasks.map((task) => [task, aiUse])) as Record<Task, typeof aiUse>)
        .default({}),
    },
    declarationMessage,
  )
  .transform(({ statement, ai_use }) => ({ statement, ai_use: byTask(ai_use) }));

/** In `batches.yaml`. @param zone IANA, of days and times */
export function batchRecord(zone: string) {
  return z.strictObject({
    name: nameField(limits.batch).refine((name) => !name.includes('@'), 'must not contain an @'),
    course: courseName,
    start: dayField(zone),
    open: flagField().default(true),
    default: flagField().default(false),
    // Absent fields stay as staff set them.
    viva_deadline: deadlineField(zone).nullish(),
    comment_first: flagField().optional(),
    due: dueField.optional(),
    extension_days: daysField(maxExtensionDays).nullish(),
    review_days: daysField(maxReviewDays).nullish(),
    choose_from: deadlineField(zone, 'start').nullish(),
    choose_until: deadlineField(zone).nullish(),
    declaration: declarationField.nullish(),
    retired: flagField().optional(),
    joining: z.enum(['anyone', 'invited'], 'must be anyone or invited').optional(),
    mentors: z
      .array(textField(limits.name), 'must be a list of names')
      .max(50, 'must be at most 50 names')
      .optional(),
  });
}
/** Choosing would end before it begins. */
export const isChoosingBackwards = ({
  choose_from: from,
  choose_until: until,
}: Pick<BatchState, 'choose_from' | 'choose_until'>) => from !== null && until !== null && until <= from;
export const choosingBackwards = 'must be after choose_from';

type BatchRecord = z.output<ReturnType<typeof batchRecord>>;

export const notDefault =
  'the default batch is for everybody whose batch is unknown, so it cannot be for invited people only';

/** After the import. */
export type KnownBatches = ReadonlyMap<string, { name: string; courseKey: string; isArchived: boolean }>;

/**
 * Plans an import. Mentors' names that are not in the file are removed, unless they belong to an account.
 * @param withSelections ids of batches whose course stays, because a student has chosen a project
 */
export async function planBatches(
  database: Reader,
  records: readonly Located<BatchRecord>[],
  courses: KnownCourses,
  withSelections: ReadonlySet<number>,
  now: number,
  faults: ImportError[],
): Promise<{ plan: Plan; known: KnownBatches }> {
  const existing = await readBatchState(database);
  const known = new Map(
    [...existing].map(([key, { state }]) => [
      key,
      { name: state.name, courseKey: state.course, isArchived: state.is_retired },
    ]),
  );
  const seen = new Set<string>();
  const writes: BatchWrite[] = [];
  for (const record of records) {
    const { value, at } = record;
    const key = batchKey(value.name);
    if (seen.has(key)) faults.push({ ...at('name'), message: `the batch "${value.name}" appears twice` });
    seen.add(key);
    const course = resolveCourse(courses, record, faults);
    if (course === null) continue;
    const before = existing.get(key);
    const own = before?.state;
    const linked = before?.linkedMentors ?? [];
    const isArchived = value.retired ?? own?.is_retired ?? false;
    known.set(key, { name: value.name, courseKey: course, isArchived });
    if (isArchived && value.default)
      faults.push({ ...at('default'), message: 'an archived batch cannot be the default' });
    const after: BatchState = {
      name: value.name,
      course,
      starts_at: value.start,
      viva_deadline: value.viva_deadline === undefined ? (own?.viva_deadline ?? null) : value.viva_deadline,
      is_open: value.open && !isArchived,
      is_default: value.default,
      comment_first: value.comment_first ?? own?.comment_first ?? false,
      due: value.due === undefined ? (own?.due ?? null) : dueInOrder(value.due as DueDays),
      extension_days:
        value.extension_days === undefined ? (own?.extension_days ?? null) : value.extension_days,
      review_days: value.review_days === undefined ? (own?.review_days ?? null) : value.review_days,
      choose_from: value.choose_from === undefined ? (own?.choose_from ?? null) : value.choose_from,
      choose_until: value.choose_until === undefined ? (own?.choose_until ?? null) : value.choose_until,
      declaration: value.declaration === undefined ? (own?.declaration ?? null) : value.declaration,
      is_retired: isArchived,
      joining: value.joining ?? own?.joining ?? 'anyone',
      mentors: value.mentors === undefined ? (own?.mentors ?? []) : mergeMentors(value.mentors, linked),
    };
    if (isChoosingBackwards(after)) faults.push({ ...at('choose_until'), message: choosingBackwards });
    if (after.is_default && after.joining === 'invited') {
      faults.push({ ...at('joining'), message: notDefault });
    }
    if (before !== undefined && before.state.course !== course && withSelections.has(before.id)) {
      const message = `students of ${value.name} have already chosen projects, so its course must stay "${courses.get(before.state.course)}"`;
      faults.push({ ...at('course'), message });
    }
    if (before === undefined || differingFields(before.state, after).length > 0) {
      writes.push({ id: before?.id ?? null, before: before?.state ?? null, after });
    }
  }
  refuseTwoDefaults(records, existing, faults);
  const plan: Plan = {
    noun: 'batches',
    changes: writes.map(({ before, after }) => changeOf(`batch ${after.name}`, before, after)),
    unchanged: records.length - writes.length,
    write: (writer, actorId) => writeBatches(writer, writes, { actorId, at: now, act: 'import-batch' }),
  };
  return { plan, known };
}

/** The named ones, and those with an account. */
export function mergeMentors(names: readonly string[], linked: readonly string[]): string[] {
  const taken = new Set(linked.map(nameKey));
  const others = names.filter((name) => !taken.has(nameKey(name)));
  const own = new Map(others.map((name) => [nameKey(name), name])).values();
  return [...new Set([...own, ...linked])].sort();
}

function refuseTwoDefaults(
  records: readonly Located<BatchRecord>[],
  existing: ReadonlyMap<string, { state: BatchState }>,
  faults: ImportError[],
): void {
  const named = new Set(records.map(({ value }) => batchKey(value.name)));
  const current = [...existing].find(([key, { state }]) => state.is_default && !named.has(key));
  let first = current?.[1].state.name;
  for (const { value, at } of records) {
    if (!value.default) continue;
    if (first !== undefined) {
      const message = `only one batch can be the default; set "default: false" for "${first}" first`;
      faults.push({ ...at('default'), message });
    }
    first ??= value.name;
  }
}
