import type { Selectable } from 'kysely';
import { isoInstant, type Task } from '#contract/dates';
import type { CurrentMark, NewerVersion } from '#contract/marking/calls';
import { accountName, lockAccounts } from '../accounts/queries.ts';
import { recordAuditEvents } from '../audit/record-audit-event.ts';
import { htmlColumn } from '../platform/markdown/markdown-html.ts';
import type { Writer } from '../platform/database/database.ts';
import { lockedInOrder } from '../platform/database/locked-in-order.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { Tables } from '../platform/database/schema.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { isSameRuledBy, presentRuledBy, readRuledBy, rubricColumns, type RuledBy } from './mark-rubric.ts';
import { releasedSince, takeBackUntil } from './mark-rules.ts';
import { refuseFrozen } from './refuse-frozen.ts';
import { refuseLowerMark } from './refuse-lower.ts';
import { newestVersionsOf, type NewestVersion } from './queue/queue-queries.ts';
import { whyNotChange } from './reviews/review-deciders.ts';
import { commentsHtml } from './mark-presenter.ts';
import { notifyCorrected, notifyReleased, withdrawReleased } from './mark-notices.ts';

type Given = { marks: number; comments: string; released: boolean };

/** `ruledBy`: undefined keeps, null removes. */
export type Mark = Given & {
  ruledBy?: RuledBy | null | undefined;
  /** Of changed comments, by default plain; unchanged ones keep theirs. */
  format?: 'plain' | 'markdown' | undefined;
};

/** Lines are compared if they were sent. */
type SeenMark = Given & { ruledBy?: Parameters<typeof isSameRuledBy>[0] | undefined };

/**
 * `actorId`: null for operators. `original`: as the client saw it (null for none); it also guards against
 * lowering a released mark, unless `confirmLower`. `newest`: the version the client knows.
 */
type Marking = {
  actorId: number | null;
  at: number;
  original?: SeenMark | null | undefined;
  confirmLower?: boolean;
  newest?: string | undefined;
};

export type MarkedRow = Omit<Selectable<Tables['marks']>, 'submission_id' | 'read_at' | 'html'>;
type MarkRow = Pick<MarkedRow, 'marks' | 'comments' | 'released' | 'rubric' | 'overrule_reason'>;

export const readMark = (row: MarkRow) => ({
  marks: row.marks,
  comments: row.comments,
  released: row.released === 1,
  ruledBy: readRuledBy(row),
});

const present = ({ marks, comments, released, ruledBy }: Given & { ruledBy: RuledBy | null }) => ({
  marks,
  comments,
  released,
  ...(ruledBy !== null && { rubric: presentRuledBy(ruledBy) }),
});

/** For the audit log and for conflicts. */
export const presentMark = (row: MarkRow) => present(readMark(row));

export const isAsSeen = (row: MarkRow, seen: SeenMark) => isSame(trimmed(readMark(row)), trimmed(seen));

const isSame = (one: ReturnType<typeof readMark>, other: SeenMark) =>
  one.marks === other.marks &&
  one.comments === other.comments &&
  one.released === other.released &&
  (other.ruledBy === undefined || isSameRuledBy(one.ruledBy, other.ruledBy));

const trimmed = <M extends Given>(mark: M): M => ({ ...mark, comments: mark.comments.trim() });

export const markedMeanwhileMessage =
  'This submission was marked in the meantime. Your mark is not saved yet.';

/** For a conflict. */
export async function presentCurrentMark(writer: Writer, row: MarkedRow): Promise<CurrentMark> {
  return {
    ...presentMark(row),
    ...commentsHtml(row.format, row.comments, null),
    marked_by: row.marked_by === null ? null : await accountName(writer, row.marked_by),
    marked_at: isoInstant(row.marked_at),
  };
}

export const markedMeanwhile = async (writer: Writer, row: MarkedRow) =>
  httpErrors.changedMeanwhile(markedMeanwhileMessage, await presentCurrentMark(writer, row));

export const releasedForGoodMessage =
  'These marks were released more than ten minutes ago, so they can no longer be withdrawn. You can still correct them.';

/** @throws 409 `newer_version` */
function refuseNewer(newest: NewestVersion | undefined, known: string): void {
  if (newest === undefined || newest.number === known) return;
  throw new HttpError(
    409,
    'newer_version',
    `Version ${newest.version} came in after you opened this submission. Your mark is not saved yet.`,
    undefined,
    {
      current: {
        number: newest.number,
        version: newest.version,
        submitted_at: isoInstant(newest.submitted_at),
      } satisfies NewerVersion,
    },
  );
}

/** A notice for all of one task and event. */
async function notifyStudents(writer: Writer, changes: readonly Item<unknown>[]): Promise<void> {
  const told = changes.filter(({ mark, before }) => mark.released || before?.released === 1);
  const tasks = new Map<number, Task>();
  for (const some of partsOf(told)) {
    const ids = some.map(({ submission }) => submission.id);
    const rows = await writer
      .selectFrom('submissions')
      .where('id', 'in', ids)
      .select(['id', 'task'])
      .execute();
    for (const { id, task } of rows) tasks.set(id, task);
  }
  const groups = Map.groupBy(told, ({ submission, mark, before }) => {
    const since = before?.released === 1 ? releasedSince(before) : null;
    return JSON.stringify([tasks.get(submission.id), since, mark.released]);
  });
  for (const group of groups.values()) {
    const [{ submission, mark, by, before }] = group as [Item<unknown>];
    const accounts = group.map((item) => item.submission.accountId);
    const notice = { task: tasks.get(submission.id) as Task, accounts, at: by.at };
    if (before?.released !== 1) await notifyReleased(writer, notice);
    else {
      const since = { ...notice, releasedAt: releasedSince(before) };
      await (mark.released ? notifyCorrected(writer, since) : withdrawReleased(writer, since));
    }
  }
}

/** Until the transaction ends. */
export async function lockMarks(writer: Writer, ids: readonly number[]): Promise<Map<number, MarkedRow>> {
  const found = new Map<number, MarkedRow>();
  for (const some of partsOf(ids)) {
    const rows = writer
      .selectFrom('marks')
      .where('submission_id', 'in', some)
      .orderBy('submission_id')
      .select(['submission_id', 'marks', 'comments', 'released', 'format', 'rubric', 'overrule_reason'])
      .select(['marked_by', 'marked_at', 'released_at', 'second_look_at', 'number_since']);
    for (const { submission_id, ...row } of await lockedInOrder(writer, rows).execute())
      found.set(submission_id, row);
  }
  return found;
}

/** Each mark's rubric lines; untouched where none are given. */
async function writeLines(writer: Writer, changes: readonly Item<unknown>[]): Promise<void> {
  const given = changes.filter(
    ({ mark, before }) => mark.ruledBy != null || (mark.ruledBy === null && before !== null),
  );
  for (const some of partsOf(given)) {
    const ids = some.map(({ submission }) => submission.id);
    await writer.deleteFrom('mark_rubric_lines').where('submission_id', 'in', ids).execute();
  }
  const lines = given.flatMap(({ submission, ruledBy }) =>
    (ruledBy?.lines ?? []).map(({ id }) => ({ line_id: id, submission_id: submission.id })),
  );
  for (const some of partsOf(lines)) await writer.insertInto('mark_rubric_lines').values(some).execute();
}

/** Otherwise nobody is notified, and logins need not wait for a long import. */
const notifies = (mark: Mark, original: Marking['original']): boolean =>
  mark.released || original === undefined || original?.released === true;

type MarkedSubmission = { id: number; number: string; accountId: number };

type Item<Write> = {
  write: Write;
  submission: MarkedSubmission;
  mark: Mark;
  by: Marking;
  before: MarkedRow | null;
  ruledBy: RuledBy | null;
  format: 'markdown' | null;
};

/** A mark that was set or changed; null for a new one. */
type MarkChange = Pick<Item<unknown>, 'before' | 'mark'>;

/** A released number that changes may be questioned from then on. */
function numberSince({ mark, by, before }: Item<unknown>): number | null {
  if (!mark.released || before?.released !== 1) return null;
  return before.marks === mark.marks ? before.number_since : by.at;
}

const valuesOf = (item: Item<unknown>) => {
  const { submission, mark, by, before, ruledBy, format } = item;
  return {
    submission_id: submission.id,
    marks: mark.marks,
    comments: mark.comments,
    released: mark.released ? (1 as const) : (0 as const),
    ...rubricColumns(ruledBy),
    format,
    html: htmlColumn(mark.comments, format),
    marked_by: by.actorId,
    marked_at: by.at,
    released_at: !mark.released ? null : before?.released === 1 ? releasedSince(before) : by.at,
    number_since: numberSince(item),
  };
};

/** @param why of a mark under review; @returns whether it changes; @throws as `recordMarks` */
async function judgeChange(writer: Writer, item: Item<unknown>, why: string | undefined): Promise<boolean> {
  const { mark, by, before } = item;
  const { at, original } = by;
  if (before === null) return true;
  const there = readMark(before);
  if (isSame(there, mark)) return false;
  if (original !== undefined && (original === null || !isAsSeen(before, original)))
    throw await markedMeanwhile(writer, before);
  if (there.released && !mark.released && at > takeBackUntil(before))
    throw new HttpError(409, 'released_for_good', releasedForGoodMessage);
  if (why !== undefined) throw httpErrors.forbidden(why);
  return true;
}

/** Which one of a list failed, and that none is saved. */
export function failedItem(item: string, { code, message, details }: HttpError): HttpError {
  const current = details['current'] as Partial<NewerVersion> | undefined;
  const changed = current === undefined ? message.replace(/\.$/, '') : 'this mark changed meanwhile';
  const why = code === 'newer_version' ? `version ${current?.version} came in meanwhile` : changed;
  return httpErrors.conflict(`${item}: ${why}. Nothing was saved.`);
}

type Options<Write> = {
  by: (write: Write) => Marking;
  /** Of a list: the item that failed, in words. */
  named?: (write: Write, failure: HttpError) => HttpError;
};

/**
 * All or none, with few statements however many they are: students' submissions wait until their end. Audits and
 * notifies; equal marks have no effect. Call last in the transaction.
 * @throws 409 with `current` if a mark is neither the one seen nor the new one; 409 `released_for_good` to
 * withdraw after ten minutes; 409 `lower_than_released` with `seen`; 409 `newer_version` if `newest` is
 * outdated; 403 to decide a review in place of others, or to lower its mark
 */
export async function recordMarks<Write extends { newest: MarkedSubmission; mark: Mark }>(
  writer: Writer,
  writes: readonly Write[],
  { by: byOf, named = (_, failure) => failure }: Options<Write>,
): Promise<MarkChange[]> {
  const each = async <Result>({ write }: Item<Write>, judge: () => Promise<Result>): Promise<Result> => {
    try {
      return await judge();
    } catch (error) {
      throw error instanceof HttpError ? named(write, error) : error;
    }
  };
  const items = writes.map((write): Item<Write> => {
    const { newest, mark } = write;
    const format = mark.format === 'markdown' ? mark.format : null;
    return {
      write,
      submission: newest,
      mark,
      by: byOf(write),
      before: null,
      ruledBy: mark.ruledBy ?? null,
      format,
    };
  });
  // Of one mark the trigger says it; of a list this names which one.
  if (items.length > 1) await refuseFrozen(writer, items, each);
  // First, since another mark of the student may notify nobody.
  const notified = items.filter(({ mark, by }) => notifies(mark, by.original));
  await lockAccounts(
    writer,
    notified.map(({ submission }) => submission.accountId),
  );
  // In one order, so that two imports cannot deadlock.
  const inOrder = items.toSorted((one, other) => one.submission.accountId - other.submission.accountId);
  const added = new Set<number>();
  for (const some of partsOf(inOrder)) {
    const rows = await writer
      .insertInto('marks')
      .values(some.map(valuesOf))
      .onConflict((conflict) => conflict.column('submission_id').doNothing())
      .returning('submission_id')
      .execute();
    for (const { submission_id: id } of rows) added.add(id);
  }
  // Or two mentors could replace one mark.
  const there = await lockMarks(
    writer,
    items.map(({ submission }) => submission.id).filter((id) => !added.has(id)),
  );
  for (const item of items) item.before = there.get(item.submission.id) ?? null;
  const reviewed = items.flatMap(({ submission: { id }, mark, before }) =>
    before === null || before.second_look_at === null ? [] : [{ id, from: before.marks, to: mark.marks }],
  );
  const refused = await whyNotChange(writer, reviewed, items[0]?.by.actorId ?? null);
  const changes: Item<Write>[] = [];
  for (const item of items) {
    const { before } = item;
    if (before !== null && item.mark.ruledBy === undefined) item.ruledBy = readMark(before).ruledBy;
    if (before !== null && before.comments === item.mark.comments) item.format = before.format;
    if (await each(item, () => judgeChange(writer, item, refused.get(item.submission.id))))
      changes.push(item);
  }
  for (const some of partsOf(changes.filter(({ before }) => before !== null)))
    await writer
      .insertInto('marks')
      .values(some.map(valuesOf))
      .onConflict((conflict) =>
        conflict.column('submission_id').doUpdateSet((row) => ({
          marks: row.ref('excluded.marks'),
          comments: row.ref('excluded.comments'),
          released: row.ref('excluded.released'),
          rubric: row.ref('excluded.rubric'),
          overrule_reason: row.ref('excluded.overrule_reason'),
          format: row.ref('excluded.format'),
          html: row.ref('excluded.html'),
          marked_by: row.ref('excluded.marked_by'),
          marked_at: row.ref('excluded.marked_at'),
          released_at: row.ref('excluded.released_at'),
          number_since: row.ref('excluded.number_since'),
        })),
      )
      .execute();
  // The marks hold newer versions back.
  const known = changes.filter(({ by }) => by.newest !== undefined);
  const newest = await newestVersionsOf(
    writer,
    known.map(({ submission }) => submission.id),
  );
  for (const item of known)
    await each(item, async () => refuseNewer(newest.get(item.submission.id), item.by.newest as string));
  for (const item of changes) {
    const { submission, mark, by, before } = item;
    if (by.original === undefined || !mark.released || by.confirmLower === true) continue;
    const own = before?.released === 1 ? before : null;
    await each(item, () => refuseLowerMark(writer, { id: submission.id, marks: mark.marks, own }));
  }
  await writeLines(writer, changes);
  await recordAuditEvents(
    writer,
    changes.map(({ submission, mark, by, before, ruledBy }) => ({
      at: by.at,
      actorId: by.actorId,
      act: 'mark-submission' as const,
      subject: submission.number,
      aboutId: submission.accountId,
      before: before && presentMark(before),
      after: present({ ...mark, ruledBy }),
    })),
  );
  await notifyStudents(writer, changes);
  return changes;
}

/** `recordMarks` of one. */
export async function recordMark(
  writer: Writer,
  submission: MarkedSubmission,
  mark: Mark,
  by: Marking,
): Promise<MarkChange[]> {
  return recordMarks(writer, [{ newest: submission, mark }], { by: () => by });
}
