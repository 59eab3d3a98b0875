import { stringify } from 'yaml';
import { tasks, type Task } from '#contract/dates';
import { dueTasks } from '#contract/submissions/due-days';
import type { BatchState } from '../courses/read-batch-state.ts';
import type { CourseState } from '../courses/course-queries.ts';
import { readLocal, writeLocal } from '../platform/zoned-time.ts';
import type { ProjectState } from '../projects/project-state.ts';
import type { RubricLineRow } from '../projects/rubrics/queries.ts';
import { bankParts } from '../projects/viva-bank/bank.ts';
import type { VivaBank } from '#contract/projects/viva-bank';

function listOf(records: readonly object[]): string {
  if (records.length === 0) return '[]\n';
  // The library takes quadratic time for a whole list.
  return records.map((record) => stringify([record], { lineWidth: 0 })).join('');
}

export function coursesYaml(courses: readonly CourseState[]): string {
  return listOf(courses.map(({ name, is_retired }) => ({ name, ...(is_retired && { retired: true }) })));
}

/** In the zone if that is unambiguous; else in UTC. */
function deadlineText(instant: number, zone: string): string {
  const local = writeLocal(instant, zone);
  return readLocal(local, zone, 'end') === instant
    ? local.replace('T', ' ')
    : new Date(instant).toISOString();
}

function dayText(instant: number, zone: string): string {
  const day = writeLocal(instant, zone).slice(0, 10);
  return readLocal(day, zone, 'start') === instant ? day : new Date(instant).toISOString();
}

/** @param courses names by key @param zone IANA */
export function batchesYaml(
  batches: readonly BatchState[],
  courses: ReadonlyMap<string, string>,
  zone: string,
): string {
  return listOf(
    batches.map((batch) => ({
      name: batch.name,
      course: courses.get(batch.course),
      start: dayText(batch.starts_at, zone),
      ...(batch.viva_deadline !== null && { viva_deadline: deadlineText(batch.viva_deadline, zone) }),
      open: batch.is_open,
      default: batch.is_default,
      ...(batch.comment_first && { comment_first: true }),
      ...(batch.joining === 'invited' && { joining: 'invited' }),
      ...(batch.due !== null && {
        due: Object.fromEntries(
          dueTasks.flatMap((task) => {
            const day = batch.due?.[task];
            return day === undefined ? [] : [[task, 'days' in day ? day.days : day.date]];
          }),
        ),
      }),
      ...(batch.extension_days !== null && { extension_days: batch.extension_days }),
      ...(batch.review_days !== null && { review_days: batch.review_days }),
      ...(batch.choose_from !== null && { choose_from: deadlineText(batch.choose_from, zone) }),
      ...(batch.choose_until !== null && { choose_until: deadlineText(batch.choose_until, zone) }),
      ...(batch.declaration !== null && { declaration: batch.declaration }),
      ...(batch.is_retired && { retired: true }),
      mentors: batch.mentors,
    })),
  );
}

function rubricsOf(lines: ReadonlyMap<Task, readonly RubricLineRow[]> | undefined) {
  if (lines === undefined) return {};
  const byTask = tasks.flatMap((task) => {
    const standing = lines.get(task) ?? [];
    if (standing.length === 0) return [];
    return [
      [
        task,
        standing.map(({ text, points, isOptional }) => ({
          text,
          points,
          ...(isOptional === 1 && { optional: true }),
        })),
      ],
    ];
  });
  return byTask.length === 0 ? {} : { rubrics: Object.fromEntries(byTask) as object };
}

function bankYaml(bank: VivaBank | undefined) {
  if (bank === undefined) return {};
  return {
    viva: Object.fromEntries(
      bankParts.flatMap((part) => (bank[part].length === 0 ? [] : [[part, bank[part]]])),
    ),
  };
}

/** @param courses names by key @param rubrics by project and task @param banks by project */
export function projectsYaml(
  projects: readonly ProjectState[],
  courses: ReadonlyMap<string, string>,
  rubrics: ReadonlyMap<string, ReadonlyMap<Task, readonly RubricLineRow[]>>,
  banks: ReadonlyMap<string, VivaBank>,
): string {
  return listOf(
    projects.map(({ id, name, course, briefs, seats, is_retired, ...fields }) => ({
      id,
      name,
      course: courses.get(course),
      ...fields,
      ...(seats !== null && { seats }),
      ...(is_retired && { retired: true }),
      ...(Object.keys(briefs).length > 0 && { briefs }),
      ...rubricsOf(rubrics.get(id)),
      ...bankYaml(banks.get(id)),
    })),
  );
}
