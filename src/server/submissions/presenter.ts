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
import { beginningOf } from '#contract/excerpt';
import { limits } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import type {
  ListedReceipt,
  Receipt,
  TaskState,
  Timeline,
  TimelineTask,
  WeekStatus,
} from '#contract/submissions/calls';
import { readDeclaration } from '../courses/declarations.ts';
import { readEarlierProject } from '../selections/presenter.ts';
import { dueAt, dueFrom, extendedSince, readExtensions } from './due-dates.ts';
import { markdownHtml } from '../platform/markdown/markdown-html.ts';
import { readSince } from './marks/mark-rules.ts';
import type { ReceiptRow, TaskProgressRow, VersionRow } from './queries.ts';
import { isAutomatic, presentExtensionRequest, type ExtensionRequestRow } from './extension-requests.ts';
import { presentSecondLook, type SecondLookRow } from './marks/second-looks.ts';

export function presentReceipt(row: ReceiptRow): Receipt {
  return {
    number: row.number,
    task: row.task,
    version: row.version,
    submitted_at: isoInstant(row.submitted_at),
    late: row.late === 1,
    links: row.links,
    comments: row.comments,
    file:
      row.file_id === null
        ? null
        : {
            id: row.file_id,
            name: row.file_name as string,
            bytes: row.file_bytes as number,
            sha256: row.file_sha256 as string,
          },
    ...(row.due_at === null ? {} : { due_at: isoInstant(row.due_at) }),
    ...(row.declared &&
      row.ai_use && {
        declaration: {
          statement: row.declared,
          ai_use: row.ai_use,
          ...(row.ai_text !== null && { ai_text: row.ai_text }),
        },
      }),
  };
}

/** Long texts are cut. */
export function presentListedReceipt(row: ReceiptRow): ListedReceipt {
  const receipt: ListedReceipt = { ...presentReceipt(row), ...(row.declared === '' && { undeclared: true }) };
  const links = beginningOf(row.links, limits.listedText);
  const comments = beginningOf(row.comments, limits.listedText);
  if (links === row.links && comments === row.comments) return receipt;
  return { ...receipt, links, comments, shortened: true };
}

/** An extension since submission. */
export function presentExtended(
  row: Pick<ReceiptRow, 'task' | 'submitted_at' | 'due_at'> & Pick<VersionRow, 'extensions'>,
): Pick<ListedReceipt, 'extended'> {
  const extended = extendedSince(row, readExtensions(row.extensions));
  if (extended === null) return {};
  return { extended: { due_at: isoInstant(extended.due_at), granted_at: isoInstant(extended.granted_at) } };
}

/** An extension, or another choice, since submission. */
export function presentSince(
  row: Parameters<typeof presentExtended>[0] & Pick<VersionRow, 'earlierProject'>,
): Pick<ListedReceipt, 'extended' | 'made_for'> {
  const project = readEarlierProject(row.earlierProject);
  return { ...presentExtended(row), ...(project !== null && { made_for: project }) };
}

/** A student's own; also the released mark of an earlier project, which the timeline does not have. */
export function presentOwnVersion(row: VersionRow): ListedReceipt {
  const { marks, markComments, markFormat, markHtml } = row;
  const version = presentVersion(row);
  if (version.made_for === undefined || marks === null) return version;
  const comments = commentsHtml(markFormat, markComments, markHtml);
  return { ...version, earlier_mark: { marks, comments: markComments ?? '', ...comments } };
}

export function presentVersion(
  row: ReceiptRow & Pick<VersionRow, 'extensions' | 'earlierProject'>,
): ListedReceipt {
  return { ...presentListedReceipt(row), ...presentSince(row) };
}

function stateOf(row: TaskProgressRow | undefined, isTaskOpen: boolean): TaskState {
  if (row !== undefined && row.marks !== null) return 'marked';
  if (row !== undefined) return 'submitted';
  return isTaskOpen ? 'open' : 'locked';
}

/** Only for Markdown that needs HTML. */
export function commentsHtml(
  format: 'markdown' | null | undefined,
  comments: string | null,
  kept: string | null | undefined,
): { comments_html?: string } {
  const html = format === 'markdown' && comments !== null ? markdownHtml(comments, null, kept) : null;
  return html === null ? {} : { comments_html: html };
}

/** Without reason, for the student. @param rubric the row's JSON */
export function presentGivenLines(rubric: string): { text: string; points: number }[] {
  return (JSON.parse(rubric) as { text: string; points: number }[]).map(({ text, points }) => ({
    text,
    points,
  }));
}

function readAt(row: TaskProgressRow | undefined): string | null {
  if (row === undefined || row.markedAt === null || row.readAt === null) return null;
  return presentReadAt({ marked_at: row.markedAt, released_at: row.releasedAt, read_at: row.readAt });
}

/** Null once the mark changed. */
export function presentReadAt(mark: Parameters<typeof readSince>[0]): string | null {
  const at = readSince(mark);
  return instantOrNull(at);
}

/** `current`: undefined for an earlier project choice, whose marks the rows do not have. */
function rowsOfTask(rows: readonly TaskProgressRow[], task: Task, start: number | null) {
  const row = start === null ? undefined : rows.find((candidate) => candidate.task === task);
  return { row, current: row?.isCurrent === 1 ? row : undefined };
}

/** Null once the student has had it. */
function automaticDays(row: TaskProgressRow | undefined, requests: readonly ExtensionRequestRow[]) {
  return requests.some(isAutomatic) ? null : (row?.extensionDays ?? null);
}

type Asked = { looks?: readonly SecondLookRow[]; requests?: readonly ExtensionRequestRow[] };

/**
 * For a student; `marked`: released.
 * @param zone IANA
 * @param looks review requests of the marks
 * @param requests for extensions, newest first
 */
export function presentTimeline(
  rows: readonly TaskProgressRow[],
  { now, zone }: { now: number; zone: string },
  { looks = [], requests = [] }: Asked = {},
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
      const { row, current } = rowsOfTask(rows, task, start);
      const dueOfTask = due === null ? null : dueAt(task, due);
      const extension = due?.extensions[task];
      // Not shown once the common due date is later.
      const extendedAt = extension?.due_at === dueOfTask ? extension.granted_at : null;
      const reviewedId = row?.lookAt == null ? null : row.markedId;
      const look = looks.find(({ submissionId }) => submissionId === reviewedId);
      const request = requests.find((candidate) => candidate.task === task);
      return {
        task,
        opens_at: start === null ? null : isoInstant(opensAt(task, start)),
        state: stateOf(current, start !== null && isOpen(task, start, now)),
        version: row?.version ?? null,
        ...(row?.number != null && { receipt: row.number }),
        submitted_at: instantOrNull(row?.submittedAt),
        late: row?.late === 1,
        marks: row?.marks ?? null,
        comments: row?.comments ?? null,
        ...commentsHtml(row?.format, row?.comments ?? null, row?.html),
        ...(row?.rubric != null && { rubric: presentGivenLines(row.rubric) }),
        marked_version: row?.markedVersion ?? null,
        marked_at: instantOrNull(row?.markedAt),
        marked_by: row?.markedBy == null ? null : shownName(row.markedBy),
        read_at: readAt(row),
        second_look: look === undefined ? null : presentSecondLook(look),
        due_at: instantOrNull(dueOfTask),
        extended_at: instantOrNull(extendedAt),
        ...(request !== undefined && { extension_request: presentExtensionRequest(request) }),
        earlier_project: row !== undefined && current === undefined,
      };
    }),
  };
}

export function presentWeeklyStatus(rows: readonly TaskProgressRow[], now: number): WeekStatus[] {
  const start = rows[0]?.startedAt ?? null;
  return weeks.map((week): WeekStatus => {
    const task = weekTask(week);
    const { row, current } = rowsOfTask(rows, task, start);
    return {
      week,
      state: stateOf(current, start !== null && isOpen(task, start, now)),
      marks: row?.marks ?? null,
      comments: row?.comments ?? null,
      ...commentsHtml(row?.format, row?.comments ?? null, row?.html),
    };
  });
}
