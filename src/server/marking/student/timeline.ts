import {
  isOpen,
  isoInstant,
  opensAt,
  tasks,
  weeks,
  weekTask,
  type Task,
  instantOrNull,
} from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/submissions/calls';
import type { TaskState, Timeline, TimelineTask, WeekStatus } from '#contract/submissions/calls';
import { readDeclaration } from '../../courses/declarations.ts';
import { selfOrMentor } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { dueAt, dueFrom } from '../../submissions/due-dates.ts';
import { noExtension } from '../../submissions/extension-rules.ts';
import {
  extensionRequestsOf,
  isAutomatic,
  presentExtensionRequest,
  type ExtensionRequestRow,
} from '../../submissions/extension-requests.ts';
import { commentsHtml, presentGivenLines, presentReadAt } from '../mark-presenter.ts';
import { presentReviewUntil } from '../reviews/review-until.ts';
import { presentReviewRow, reviewsOf, type MarkReviewRow } from '../reviews/review-rows.ts';
import { recordCounts } from '../recorded/counted.ts';
import { presentOwnRecord, presentRecord } from '../recorded/present-record.ts';
import { releasedRecordsOf, type RecordRow } from '../recorded/queries.ts';
import { recordReviewsAt, type RecordReview } from '../recorded/record-review-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { OwnRecord } from '#contract/marking/recorded-mark-calls';
import type { MarksElsewhere } from '../panel-marks.ts';
import { taskProgressOf, type TaskProgressRow } from './queries.ts';

/** The released record, where it counts with a number; one that excuses leaves the state as without a mark. */
const countedNumber = (record: RecordRow | undefined): RecordRow | undefined =>
  record !== undefined && record.marks !== null && recordCounts(record) ? record : undefined;

function stateOf(
  row: TaskProgressRow | undefined,
  record: RecordRow | undefined,
  isTaskOpen: boolean,
): TaskState {
  if (countedNumber(record) !== undefined) return 'marked';
  if (row !== undefined && row.marks !== null) return 'marked';
  if (row !== undefined) return 'submitted';
  return isTaskOpen ? 'open' : 'locked';
}

function readAt(row: TaskProgressRow | undefined): string | null {
  if (row === undefined || row.markedAt === null || row.readAt === null) return null;
  return presentReadAt({ marked_at: row.markedAt, released_at: row.releasedAt, read_at: row.readAt });
}

/** Of a task that is excused, where no later version was marked. */
const withoutMark = (row: TaskProgressRow): TaskProgressRow => ({
  ...row,
  marks: null,
  comments: null,
  format: null,
  html: null,
  rubric: null,
  markedAt: null,
  releasedAt: null,
  readAt: null,
  lookAt: null,
  markedId: null,
  markedVersion: null,
  markedNumber: null,
  lineComments: null,
  markedBy: null,
});

const excuses = (record: RecordRow | undefined): boolean =>
  record?.status === 'excused' && recordCounts(record);

/** `current`: undefined for an earlier project choice, whose marks the rows do not have. */
function rowsOfTask(
  rows: readonly TaskProgressRow[],
  task: Task,
  start: number | null,
  record: RecordRow | undefined,
) {
  const found = start === null ? undefined : rows.find((candidate) => candidate.task === task);
  const row = found !== undefined && excuses(record) ? withoutMark(found) : found;
  return { row, current: row?.isCurrent === 1 ? row : undefined };
}

/** Null once the student has had it. */
function automaticDays(row: TaskProgressRow | undefined, requests: readonly ExtensionRequestRow[]) {
  return requests.some(isAutomatic) ? null : (row?.extensionDays ?? null);
}

/** The last moment to request a review of the row's mark, and why not after it. */
function reviewOf(row: TaskProgressRow | undefined, when: { now: number; zone: string }) {
  if (row?.markedAt == null) return {};
  const { markedAt: marked_at, releasedAt: released_at, numberSince: number_since } = row;
  const isRequested = row.lookAt !== null;
  return presentReviewUntil(
    { marked_at, released_at, number_since },
    { ...when, days: row.reviewDays, isRequested },
  );
}

/** Of marks without a file, with their review requests. */
type OwnRecords = { records?: readonly RecordRow[]; recordLooks?: readonly RecordReview[] };

type Asked = { looks?: readonly MarkReviewRow[]; requests?: readonly ExtensionRequestRow[] } & OwnRecords;

function presentLineComments(row: TaskProgressRow | undefined): Pick<TimelineTask, 'line_comments'> {
  const count = Number(row?.lineComments ?? 0);
  return row?.markedNumber == null || count === 0
    ? {}
    : { line_comments: { receipt: row.markedNumber, count } };
}

/** What is said of the mark: of the record, where it counts with a number. */
function presentMark(
  row: TaskProgressRow | undefined,
  look: MarkReviewRow | undefined,
  record: OwnRecord | null,
  when: { now: number; zone: string },
) {
  if (record !== null && record.counts && record.marks !== null)
    return {
      marks: record.marks,
      comments: record.comments,
      ...(record.comments_html !== undefined && { comments_html: record.comments_html }),
      ...(record.rubric !== undefined && { rubric: record.rubric }),
      marked_version: null,
      marked_at: record.at,
      marked_by: record.by,
      read_at: record.read_at,
      second_look: record.second_look,
      ...(record.review_until !== undefined && { review_until: record.review_until }),
      ...(record.no_review !== undefined && { no_review: record.no_review }),
    };
  return {
    marks: row?.marks ?? null,
    comments: row?.comments ?? null,
    ...commentsHtml(row?.format, row?.comments ?? null, row?.html),
    ...(row?.rubric != null && { rubric: presentGivenLines(row.rubric) }),
    marked_version: row?.markedVersion ?? null,
    ...presentLineComments(row),
    marked_at: instantOrNull(row?.markedAt),
    marked_by: row?.markedBy == null ? null : shownName(row.markedBy),
    read_at: readAt(row),
    second_look: look === undefined ? null : presentReviewRow(look),
    ...reviewOf(row, when),
  };
}

const recordOf = (task: Task, { records = [] }: OwnRecords): RecordRow | undefined =>
  records.find((one) => one.task === task);

function presentRecordOf(
  task: Task,
  own: OwnRecords,
  limit: Parameters<typeof presentOwnRecord>[2],
): OwnRecord | null {
  const record = recordOf(task, own);
  if (record === undefined) return null;
  const look = own.recordLooks?.find(({ recordId }) => recordId === record.id);
  return presentOwnRecord(record, look === undefined ? null : presentReviewRow(look), limit);
}

/**
 * For a student; `marked`: released.
 * @param zone IANA
 * @param looks review requests of the marks
 * @param requests for extensions, newest first
 * @param records released marks without a file
 */
export function presentTimeline(
  rows: readonly TaskProgressRow[],
  { now, zone }: { now: number; zone: string },
  { looks = [], requests = [], ...own }: Asked = {},
): Timeline {
  const [schedule] = rows;
  const start = schedule?.startedAt ?? null;
  const due = schedule === undefined || start === null ? null : dueFrom(schedule, start, zone);
  const deadline = due === null ? (schedule?.batchDeadline ?? null) : dueAt('viva', due);
  const days = automaticDays(schedule, requests);
  const declaration = readDeclaration(schedule?.statement ?? null, schedule?.aiUse ?? null);
  return {
    start_date: instantOrNull(start),
    now: isoInstant(now),
    viva_deadline: instantOrNull(deadline),
    comment_first: rows[0]?.commentFirst === 1,
    ...(days !== null && { extension_days: days }),
    ...(declaration !== null && { declaration: { id: schedule?.declarationId ?? '', ...declaration } }),
    tasks: tasks.map((task): TimelineTask => {
      const { row, current } = rowsOfTask(rows, task, start, recordOf(task, own));
      const dueOfTask = due === null ? null : dueAt(task, due);
      const extension = due?.extensions[task];
      // Not shown once the common due date is later.
      const extendedAt = extension?.due_at === dueOfTask ? extension.granted_at : null;
      const reviewedId = row?.lookAt == null ? null : row.markedId;
      const look = looks.find(({ submissionId }) => submissionId === reviewedId);
      const request = requests.find((candidate) => candidate.task === task);
      const record = presentRecordOf(task, own, { days: schedule?.reviewDays ?? null, now, zone });
      const shown: TimelineTask = {
        task,
        opens_at: start === null ? null : isoInstant(opensAt(task, start)),
        state: stateOf(current, recordOf(task, own), start !== null && isOpen(task, start, now)),
        version: row?.version ?? null,
        ...(row?.number != null && { receipt: row.number }),
        submitted_at: instantOrNull(row?.submittedAt),
        late: row?.late === 1,
        ...presentMark(row, look, record, { now, zone }),
        due_at: instantOrNull(dueOfTask),
        extended_at: instantOrNull(extendedAt),
        ...(request !== undefined && { extension_request: presentExtensionRequest(request) }),
        earlier_project: row !== undefined && current === undefined,
        ...(record !== null && { recorded: record }),
      };
      const why = noExtension(shown, { start, due: dueOfTask, now });
      return why === undefined ? shown : { ...shown, no_extension: why };
    }),
  };
}

function presentWeeklyStatus(
  rows: readonly TaskProgressRow[],
  now: number,
  records: readonly RecordRow[] = [],
): WeekStatus[] {
  const start = rows[0]?.startedAt ?? null;
  return weeks.map((week): WeekStatus => {
    const task = weekTask(week);
    const record = recordOf(task, { records });
    const { row, current } = rowsOfTask(rows, task, start, record);
    const { format, html, ...shown } = countedNumber(record) ?? {
      marks: row?.marks ?? null,
      comments: row?.comments ?? null,
      format: row?.format,
      html: row?.html,
    };
    return {
      week,
      state: stateOf(current, record, start !== null && isOpen(task, start, now)),
      marks: shown.marks,
      comments: shown.comments,
      ...commentsHtml(format, shown.comments, html),
      ...(record !== undefined && { recorded: presentRecord(record) }),
    };
  });
}

/** Released marks without a file; few students have one. */
export const ownRecords = async (
  reader: Reader,
  accountId: number,
  rows: readonly TaskProgressRow[],
): Promise<RecordRow[]> => (rows[0]?.recordId == null ? [] : releasedRecordsOf(reader, { accountId }));

/** The newest of each task is among them. */
const readRequests = 100;

/** Says who marks while that is to come; whether they have marked stays unseen. */
async function withMarkers(
  reader: Reader,
  timeline: Timeline,
  batchId: number | null,
  { wantsTwoMarkers }: Pick<MarksElsewhere, 'wantsTwoMarkers'>,
): Promise<Timeline> {
  const isAwaited = timeline.tasks.some(
    ({ task, state }) => task === 'final' && (state === 'open' || state === 'submitted'),
  );
  if (!isAwaited || batchId === null || !(await wantsTwoMarkers(reader, batchId))) return timeline;
  const tasksWithMarkers = timeline.tasks.map((one) =>
    one.task === 'final' ? { ...one, two_mark: true as const } : one,
  );
  return { ...timeline, tasks: tasksWithMarkers };
}

export const timelineCalls = (elsewhere: Pick<MarksElsewhere, 'wantsTwoMarkers'>) => [
  read(calls.readTimeline, {
    who: selfOrMentor,
    async run({ context, resource: { accountId, batchId } }) {
      const { reader } = context.database;
      const rows = await taskProgressOf(reader, { accountId });
      const looks = await reviewsOf(
        reader,
        rows.map(({ lookAt, markedId }) => ({ lookAt, id: markedId })),
      );
      const requests =
        rows[0]?.requestId == null
          ? []
          : await extensionRequestsOf(reader, { accountId, limit: readRequests });
      const records = await ownRecords(reader, accountId, rows);
      const reviewed = records.filter(({ lookAt }) => lookAt !== null).map(({ id }) => id);
      const recordLooks = await recordReviewsAt(reader, reviewed);
      const when = { now: context.clock.now(), zone: context.settings.academyZone };
      const timeline = presentTimeline(rows, when, { looks, requests, records, recordLooks });
      return withMarkers(reader, timeline, batchId, elsewhere);
    },
  }),

  read(calls.readWeeklyStatus, {
    who: selfOrMentor,
    async run({ context, resource: { accountId } }) {
      const { reader } = context.database;
      const rows = await taskProgressOf(reader, { accountId });
      return presentWeeklyStatus(rows, context.clock.now(), await ownRecords(reader, accountId, rows));
    },
  }),
];
