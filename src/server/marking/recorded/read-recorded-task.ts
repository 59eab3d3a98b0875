import { instantOrNull, isoInstant, opensAt, type Task } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import type { RecordChange, RecordedTask } from '#contract/marking/recorded-calls';
import type { StaffRecord } from '#contract/marking/recorded-mark-calls';
import type { RecordStatus } from '#contract/marking/recorded';
import { accountNames } from '../../accounts/queries.ts';
import type { OwnStudent } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { readEventsAbout, type RecordedEvent } from '../../audit/list-lines.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { presentRubricLine, standingLines } from '../../projects/rubrics/queries.ts';
import { presentChosenProject } from '../../selections/presenter.ts';
import { dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { presentReview } from '../reviews/review-deciders.ts';
import { newestMarksOf, staffStudentById } from '../staff-queries.ts';
import { presentOthers, presentStaffRecord } from './present-record.ts';
import { newestOfTask, recordsOf, type RecordRow } from './queries.ts';
import { recordReviewsAt } from './record-review-queries.ts';
import { seenNow } from './write-record.ts';

const historyLimit = 200;

type Logged = {
  task?: Task;
  status?: RecordStatus;
  marks?: number | null;
  comments?: string;
  released?: boolean;
} | null;

/** Words of an anonymised person are gone: then there is nothing to show. */
function presentState(state: Logged): RecordChange['after'] {
  if (state?.status === undefined) return null;
  const { status, marks = null, comments = '', released = false } = state;
  return { status, marks, comments, released };
}

const isOf = (task: Task, { before, after }: RecordedEvent) => ((after ?? before) as Logged)?.task === task;

async function historyOf(reader: Reader, accountId: number, task: Task): Promise<RecordChange[]> {
  const events = await readEventsAbout(reader, {
    events: ['record-mark', 'remove-recorded-mark'],
    aboutId: accountId,
    limit: historyLimit,
  });
  const own = events.filter((event) => isOf(task, event));
  const names = await accountNames(
    reader,
    own.flatMap(({ actorId }) => actorId ?? []),
  );
  return own.map(({ at, actorId, before, after }) => ({
    at: isoInstant(at),
    by: actorId === null ? null : (names.get(actorId) ?? null),
    before: presentState(before as Logged),
    after: presentState(after as Logged),
  }));
}

/** With its review, as the viewer may decide it. */
export async function presentReviewedRecord(
  database: Reader | Writer,
  row: RecordRow,
  viewer: Viewer,
): Promise<StaffRecord> {
  const [request] = row.reviewAt === null ? [] : await recordReviewsAt(database, [row.id]);
  return presentStaffRecord(
    row,
    request === undefined ? null : await presentReview(database, request, viewer),
  );
}

export async function readRecordedTask(
  reader: Reader,
  { academyZone: zone }: Pick<Settings, 'academyZone'>,
  { student: { accountId }, viewer }: OwnStudent,
  task: Task,
): Promise<RecordedTask> {
  const [student] = await staffStudentById(reader, { accountId });
  if (student === undefined) throw new Error(`account ${accountId} is gone`);
  const { startedAt: start, projectId } = student;
  const records = await recordsOf(reader, [accountId]);
  const record = records.find((one) => one.task === task) ?? null;
  const [newest] = await newestOfTask(reader, { accountId, task });
  const lines = projectId === null ? [] : await standingLines(reader, { projectId, task });
  const due = start === null ? null : dueAt(task, dueFrom(student, start, zone));
  return {
    student: { s_id: student.email, s_name: shownName(student.name) },
    batch: student.batch,
    task,
    project: presentChosenProject(student),
    opens_at: start === null ? null : isoInstant(opensAt(task, start)),
    due_at: instantOrNull(due),
    ...(lines.length > 0 && { rubric_lines: lines.map(presentRubricLine) }),
    record: record && (await presentReviewedRecord(reader, record, viewer)),
    newest:
      newest === undefined
        ? null
        : {
            number: newest.number,
            version: newest.version,
            submitted_at: isoInstant(newest.submitted_at),
            marks: newest.marks,
            released: newest.released === 1,
          },
    seen: seenNow({ record, newest: newest ?? null }),
    ...presentOthers(task, await newestMarksOf(reader, { accountId }), records),
    history: await historyOf(reader, accountId, task),
  };
}
