import { rosterAs } from '../../accounts/queries.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { projectsAs } from '../../projects/queries.ts';
import { selectionsAs } from '../../selections/queries.ts';

type Context = Pick<AppContext, 'database'>;

function readPage({ database }: Context, batchId: number | null, afterId: number) {
  return database.reader
    .selectFrom(rosterAs('student'))
    .leftJoin(batchesAs('batch'), 'batch.id', 'student.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin(selectionsAs('selection'), 'selection.account_id', 'student.id')
    .leftJoin(projectsAs('project'), 'project.id', 'selection.project_id')
    .where('student.role', '=', 'student')
    .where('student.id', '>', afterId)
    .$if(batchId !== null, (query) => query.where('student.batch_id', '=', batchId))
    .orderBy('student.id')
    .limit(rowsAtOnce)
    .select(['student.id', 'student.email', 'student.name', 'student.phone', 'student.exit_score'])
    .select(['student.grade', 'student.typed_batch', 'student.confirmed_at', 'student.created_at'])
    .select(['student.seen_at', 'batch.name as batch', 'course.name as course'])
    .select(['project.id as projectId', 'project.name as projectName', 'selection.started_at as startedAt'])
    .execute();
}

export type StudentLine = Awaited<ReturnType<typeof readPage>>[number];

/** All students, or those of a batch, in the order of their signup, a page at a time: memory stays flat, and nobody waits. */
export async function* studentPages(context: Context, batchId: number | null): AsyncGenerator<StudentLine[]> {
  let afterId = 0;
  let page: StudentLine[];
  do {
    page = await readPage(context, batchId, afterId);
    if (page.length > 0) yield page;
    afterId = page.at(-1)?.id ?? afterId;
  } while (page.length === rowsAtOnce);
}
