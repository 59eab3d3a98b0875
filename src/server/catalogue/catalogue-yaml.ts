import { stringify } from 'yaml';
import { tasks, type Task } from '#contract/dates';
import { dueTasks } from '#contract/submissions/due-days';
import type { BatchState } from '../courses/read-batch-state.ts';
import type { CourseState } from '../courses/read-course-state.ts';
import { readLocal, writeLocal } from '../platform/zoned-time.ts';
import type { ProjectState } from '../projects/read-project-state.ts';
import type { RubricLineRow } from '../projects/rubrics/queries.ts';

/** A list of records as an import reads it, each without its absent parts; the empty list where there are none. */
function listOf(records: readonly object[]): string {
  if (records.length === 0) return '[]\n';
  // One by one: the library's time grows faster than the list.
  return records.map((record) => stringify([record], { lineWidth: 0 })).join('');
}

/** `courses.yaml`. */
export function coursesYaml(courses: readonly CourseState[]): string {
  return listOf(courses.map(({ name, is_retired }) => ({ name, ...(is_retired && { retired: true }) })));
}

/** An instant as a time of a zone, where that is the same instant; else in UTC. */
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

/**
 * `batches.yaml`.
 * @param courses names of courses by their keys
 * @param zone the academy's, by its IANA name
 */
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

/**
 * `projects.yaml`, with briefs and rubrics.
 * @param courses names of courses by their keys
 * @param rubrics standing lines by project and task
 */
export function projectsYaml(
  projects: readonly ProjectState[],
  courses: ReadonlyMap<string, string>,
  rubrics: ReadonlyMap<string, ReadonlyMap<Task, readonly RubricLineRow[]>>,
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
    })),
  );
}
