import { isoInstant, opensAt, tasks, instantOrNull } from '#contract/dates';
import { excerpt } from '#contract/excerpt';
import { shownName } from '#contract/accounts/person-name';
import type { StaffNote, StaffStudent, StudentPost } from '#contract/progress/student-calls';
import { firstWords, type PostText } from '../forum/posts/post-text.ts';
import { presentAnonymous } from '../forum/reading/present-author.ts';
import type { Flag } from '../platform/database/schema.ts';
import { dueAt, dueFrom } from '../submissions/due-dates.ts';
import { presentListedRecord } from '../marking/recorded/present-record.ts';
import type { RecordRow } from '../marking/recorded/queries.ts';
import type { Standing } from '../marking/staff-queries.ts';
import { presentChosenProject } from '../selections/presenter.ts';
import { isSubmittedLate, ofChoice, reasonOf, ruledBy, stoneState } from './progress-reason.ts';
import type { StaffStudentRow } from '../marking/staff-queries.ts';
import type { StaffNoteRow } from './progress-queries.ts';

/** Includes unreleased marks. */
export function presentStaffStudent(
  row: StaffStudentRow,
  { standings, records }: { standings: readonly Standing[]; records: readonly RecordRow[] },
  { now, zone }: { now: number; zone: string },
): StaffStudent {
  const { startedAt: start, batchDeadline } = row;
  const due = start === null ? null : dueFrom(row, start, zone);
  const current = ofChoice(standings, row);
  return {
    student: { s_id: row.email, s_name: shownName(row.name) },
    batch: row.batch,
    course: row.course,
    project: presentChosenProject(row),
    start_date: instantOrNull(start),
    viva_deadline: instantOrNull(due === null ? batchDeadline : dueAt('viva', due)),
    signed_up_at: isoInstant(row.signedUpAt),
    seen_at: instantOrNull(row.seenAt),
    reason: reasonOf(row, standings, now, records),
    tasks: tasks.map((task) => {
      const submitted = standings.find((one) => one.task === task);
      const own = current.find((one) => one.task === task);
      const { shownVersion = null, shownMarks = null } = submitted ?? {};
      const ruling = ruledBy(task, own, records);
      const record = records.find((one) => one.task === task);
      return {
        task,
        state: stoneState(task, ruling, { start, now }),
        opens_at: start === null ? null : isoInstant(opensAt(task, start)),
        due_at: due === null ? null : instantOrNull(dueAt(task, due)),
        late: own !== undefined && isSubmittedLate(own),
        earlier_project: submitted !== own,
        version: submitted?.version ?? null,
        submitted_at: instantOrNull(submitted?.submittedAt),
        marks: ruling?.marks ?? null,
        shown:
          shownVersion === null || shownMarks === null ? null : { version: shownVersion, marks: shownMarks },
        ...(record !== undefined && { recorded: presentListedRecord(record) }),
      };
    }),
  };
}

type PostRow = PostText & { questionId: number; createdAt: number; isAnonymous: Flag };

/** Newest first. */
export function presentPosts(
  questions: readonly PostRow[],
  comments: readonly PostRow[],
  limit: number,
): StudentPost[] {
  return [
    ...questions.map((row) => ({ kind: 'question' as const, ...row })),
    ...comments.map((row) => ({ kind: 'comment' as const, ...row })),
  ]
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .slice(0, limit)
    .map(({ kind, questionId, text, format, html, createdAt, isAnonymous }) => ({
      kind,
      question: String(questionId),
      text: excerpt(firstWords({ text, format, html }), 140),
      createdAt: isoInstant(createdAt),
      ...presentAnonymous({ isAnonymous }),
    }));
}

export function presentStaffNote(row: StaffNoteRow, viewerId: number): StaffNote {
  return {
    id: String(row.id),
    text: row.text,
    author: { name: shownName(row.authorName), role: row.authorRole },
    createdAt: isoInstant(row.createdAt),
    isOwn: row.authorId === viewerId,
  };
}
