import { studentsAs, accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../batches/queries.ts';
import { coursesAs } from '../courses/queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import { projectsAs } from '../projects/queries.ts';
import { selectionsAs } from '../selections/queries.ts';
import { studentExtensionsAs } from '../submissions/queries.ts';

/** A student with batch, course and project. */
export const staffStudentById = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom(studentsAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .leftJoin(studentExtensionsAs('extensions'), 'extensions.account_id', 'student.id')
    .where('student.id', '=', p.accountId)
    .select([
      'student.email',
      'student.name',
      'student.typed_batch as typedBatch',
      'student.created_at as signedUpAt',
      'student.seen_at as seenAt',
      'batch.name as batch',
      'batch.viva_deadline as batchDeadline',
      'batch.due_days as dueDays',
      'extensions.newest as extensions',
      'course.name as course',
      'selection.started_at as startedAt',
      'selection.chosen_at as chosenAt',
      'project.id as projectId',
      'project.name as projectName',
    ]),
);
export type StaffStudentRow = Awaited<ReturnType<typeof staffStudentById>>[number];

/** Notes about a student, newest first, before an id. */
export const staffNotesBefore = compiledQuery(
  (db, p: { accountId: number; beforeId: number; limit: number }) =>
    db
      .selectFrom('staff_notes')
      .innerJoin(accountsAs('author'), 'author.id', 'staff_notes.author_id')
      .where('staff_notes.account_id', '=', p.accountId)
      .where('staff_notes.id', '<', p.beforeId)
      .orderBy('staff_notes.id', 'desc')
      .limit(p.limit)
      .select([
        'staff_notes.id',
        'staff_notes.text',
        'staff_notes.created_at as createdAt',
        'staff_notes.author_id as authorId',
        'author.name as authorName',
        'author.role as authorRole',
      ]),
);
export type StaffNoteRow = Awaited<ReturnType<typeof staffNotesBefore>>[number];
