import { isOpen, isoInstant, opensAt, tasks, weeks, weekTask, instantOrNull } from '#contract/dates';
import * as calls from '#contract/submissions/calls';
import type { Timeline, TimelineTask, WeekStatus } from '#contract/submissions/calls';
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
import { commentsHtml } from '../mark-presenter.ts';
import { reviewsOf, type MarkReviewRow } from '../reviews/review-rows.ts';
import { presentRecord } from '../recorded/present-record.ts';
import { releasedRecordsOf, type RecordRow } from '../recorded/queries.ts';
import { recordReviewsAt } from '../recorded/record-review-queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { MarksElsewhere } from '../panel-marks.ts';
import { presentMark, presentRecordOf, type OwnRecords } from './present-task-mark.ts';
import { taskProgressOf, type TaskProgressRow } from './queries.ts';
import { countedNumber, recordOf, rowsOfTask, stateOf } from './task-state.ts';

/** Days of the extension that is granted automatically; null once the student has had one. */
function automaticDays(row: TaskProgressRow | undefined, requests: readonly ExtensionRequestRow[]) {
  return requests.some(isAutomatic) ? null : (row?.extensionDays ?? null);
}

type Requested = {
  /** Review requests of the marks. */
  reviews?: readonly MarkReviewRow[];
  /** For extensions, newest first. */
  extensionRequests?: readonly ExtensionRequestRow[];
};

/**
 * As the student sees it: `marked` is a released mark.
 * @param zone IANA, the academy's
 */
export function presentTimeline(
  rows: readonly TaskProgressRow[],
  { now, zone }: { now: number; zone: string },
  { reviews = [], extensionRequests = [], ...own }: Requested & OwnRecords = {},
): Timeline {
  const [schedule] = rows;
  const start = schedule?.startedAt ?? null;
  const due = schedule === undefined || start === null ? null : dueFrom(schedule, start, zone);
  const deadline = due === null ? (schedule?.batchDeadline ?? null) : dueAt('viva', due);
  const days = automaticDays(schedule, extensionRequests);
  const declaration = readDeclaration(schedule?.statement ?? null, schedule?.aiUse ?? null);
  return {
    start_date: instantOrNull(start),
    now: isoInstant(now),
    viva_deadline: instantOrNull(deadline),
    comment_first: schedule?.commentFirst === 1,
    ...(days !== null && { extension_days: days }),
    ...(declaration !== null && { declaration: { id: schedule?.declarationId ?? '', ...declaration } }),
    tasks: tasks.map((task): TimelineTask => {
      const { row, current } = rowsOfTask(rows, task, start, recordOf(task, own.records));
      const dueOfTask = due === null ? null : dueAt(task, due);
      const extension = due?.extensions[task];
      // Not shown once the common due date is later.
      const extendedAt = extension?.due_at === dueOfTask ? extension.granted_at : null;
      const reviewedId = row?.reviewAt == null ? null : row.markedId;
      const review = reviews.find(({ submissionId }) => submissionId === reviewedId);
      const request = extensionRequests.find((candidate) => candidate.task === task);
      const record = presentRecordOf(task, own, { days: schedule?.reviewDays ?? null, now, zone });
      const shown: TimelineTask = {
        task,
        opens_at: start === null ? null : isoInstant(opensAt(task, start)),
        state: stateOf(current, recordOf(task, own.records), start !== null && isOpen(task, start, now)),
        version: row?.version ?? null,
        ...(row?.number != null && { receipt: row.number }),
        submitted_at: instantOrNull(row?.submittedAt),
        late: row?.late === 1,
        ...presentMark(row, review, record, { now, zone }),
        due_at: instantOrNull(dueOfTask),
        extended_at: instantOrNull(extendedAt),
        ...(request !== undefined && { extension_request: presentExtensionRequest(request) }),
        earlier_project: row !== undefined && current === undefined,
        ...(record !== null && { recorded: record }),
        ...(schedule?.freezeId != null && { frozen: true as const }),
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
    const record = recordOf(task, records);
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

/** Released marks without a file. Few students have one: the rows say whether a query is needed. */
export const ownRecords = async (
  reader: Reader,
  accountId: number,
  rows: readonly TaskProgressRow[],
): Promise<RecordRow[]> => (rows[0]?.recordId == null ? [] : releasedRecordsOf(reader, { accountId }));

/** Enough to hold the newest request of each task. */
const maxRequests = 100;

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
      const reviews = await reviewsOf(
        reader,
        rows.map(({ reviewAt, markedId }) => ({ reviewAt, id: markedId })),
      );
      const extensionRequests =
        rows[0]?.requestId == null
          ? []
          : await extensionRequestsOf(reader, { accountId, limit: maxRequests });
      const records = await ownRecords(reader, accountId, rows);
      const reviewedIds = records.filter(({ reviewAt }) => reviewAt !== null).map(({ id }) => id);
      const recordReviews = await recordReviewsAt(reader, reviewedIds);
      const when = { now: context.clock.now(), zone: context.settings.academyZone };
      const timeline = presentTimeline(rows, when, { reviews, extensionRequests, records, recordReviews });
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
