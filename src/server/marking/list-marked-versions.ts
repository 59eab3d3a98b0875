import { type Task, isoInstant } from '#contract/dates';
import { limits } from '#contract/limits';
import type { MarkedVersion, MarkChange } from '#contract/progress/student-calls';
import * as calls from '#contract/marking/release-calls';
import type { MarkHistory } from '#contract/marking/release-calls';
import { read } from '../accounts/sessions/act.ts';
import { shownName } from '#contract/accounts/person-name';
import type { AppContext } from '../platform/context.ts';
import { writePage, type SerializedJson } from '../platform/http/serialized-json.ts';
import { idOfCursor, type Page } from '../submissions/list-submissions.ts';
import type { Review } from '#contract/marking/review-calls';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { presentReview } from './reviews/review-deciders.ts';
import { reviewsOf, reviewsAt } from './reviews/review-rows.ts';
import { markedVersionsBefore, markedVersionsOfTask, type MarkedVersionRow } from './staff-queries.ts';
import { accountNames } from '../accounts/queries.ts';
import { readEvents, type RecordedEvent } from '../audit/list-lines.ts';
import type { Reader } from '../platform/database/database.ts';
import { presentLineCount } from './lines/presenter.ts';
import { commentsHtml, presentReadAt } from './mark-presenter.ts';
import { presentVersion } from '../submissions/presenter.ts';
import { ownSubmission, type Markable } from './policy.ts';
import { presentMarkRubric } from './mark-rubric.ts';

/** Comments of an anonymised person are gone. */
function presentLoggedMark(mark: unknown): MarkChange['after'] {
  return { ...(mark as MarkChange['after']), comments: (mark as { comments?: string }).comments ?? '' };
}

/** @param names of the accounts that acted */
function presentMarkChange(
  { at, actorId, before, after }: RecordedEvent,
  names: ReadonlyMap<number, string>,
): MarkChange {
  return {
    at: isoInstant(at),
    by: actorId === null ? null : (names.get(actorId) ?? null),
    before: before === null ? null : presentLoggedMark(before),
    after: presentLoggedMark(after),
  };
}

function presentMarkedVersion(
  row: MarkedVersionRow,
  history: readonly MarkChange[],
  second_look: Review | null,
): MarkedVersion {
  const { marks, markComments, released, markedAt, releasedAt, readAt, markedBy } = row;
  const marked_at = markedAt ?? 0;
  return {
    ...presentVersion(row),
    ...presentLineCount(row.lineComments),
    mark:
      marks === null
        ? null
        : {
            marks,
            comments: markComments ?? '',
            ...commentsHtml(row.markFormat, markComments, row.markHtml),
            ...presentMarkRubric(row),
            released: released === 1,
            by: markedBy === null ? null : shownName(markedBy),
            at: isoInstant(marked_at),
            read_at: presentReadAt({ marked_at, released_at: releasedAt, read_at: readAt }),
          },
    history: [...history],
    second_look,
  };
}

const historyLimit = 200;

/** By receipt number, newest change first. */
async function markHistories(reader: Reader, numbers: readonly string[]): Promise<Map<string, MarkChange[]>> {
  const events = await readEvents(reader, { act: 'mark-submission', subjects: numbers, limit: historyLimit });
  const actorIds = events.flatMap(({ actorId }) => actorId ?? []);
  const names = await accountNames(reader, actorIds);
  const changes = new Map<string, MarkChange[]>();
  for (const event of events) {
    const known = changes.get(event.subject) ?? [];
    changes.set(event.subject, [...known, presentMarkChange(event, names)]);
  }
  return changes;
}

async function readMarkHistory(reader: Reader, { id, number, viewer }: Markable): Promise<MarkHistory> {
  const histories = await markHistories(reader, [number]);
  const [request] = await reviewsAt(reader, [id]);
  return {
    history: histories.get(number) ?? [],
    second_look: request === undefined ? null : await presentReview(reader, request, viewer),
  };
}

/** Newest first, with unreleased marks. @throws 400 for a `before` that is no receipt of this student */
export async function listMarkedVersions(
  context: Pick<AppContext, 'database'>,
  viewer: Viewer | null,
  accountId: number,
  { limit = limits.pageSize, before, task }: Page & { task?: Task | undefined },
): Promise<SerializedJson<MarkedVersion[]>> {
  const { reader } = context.database;
  const beforeId = await idOfCursor(context, before, (receipt) => receipt.accountId === accountId);
  const of = { accountId, beforeId, limit };
  const rows = await (task === undefined
    ? markedVersionsBefore(reader, of)
    : markedVersionsOfTask(reader, { ...of, task }));
  const numbers = rows.map(({ number }) => number);
  const histories = await markHistories(reader, numbers);
  const marked = rows.map(({ reviewAt, submissionId }) => ({ reviewAt, id: submissionId }));
  const requests = await reviewsOf(reader, marked);
  const reviews = new Map<number, Review>();
  for (const request of requests)
    reviews.set(request.submissionId, await presentReview(reader, request, viewer));
  return writePage(rows, (row) =>
    presentMarkedVersion(row, histories.get(row.number) ?? [], reviews.get(row.submissionId) ?? null),
  );
}

export const historyCalls = [
  read(calls.readMarkHistory, {
    who: ownSubmission,
    run: ({ context, resource }) => readMarkHistory(context.database.reader, resource),
  }),
];
