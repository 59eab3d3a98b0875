import { hourMs } from '#contract/durations';
import type { Task } from '#contract/dates';
import { recordedAddress } from '#contract/marking/recorded';
import type { Review } from '#contract/marking/review-calls';
import { accountsAs, activeStaff } from '../../accounts/queries.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import { batchById, mentorAccounts } from '../../courses/batch-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { partsOf } from '../../platform/database/rows-at-once.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { taskLabel } from '../../submissions/open-task.ts';
import { notifyMentors } from '../../submissions/mentor-notices.ts';
import { isLower } from '../mark-rules.ts';
import { openRecordReviews, recordReviewsAt } from '../recorded/record-review-queries.ts';
import { presentReviewRow, reviewsAt, type ReviewRow } from './review-rows.ts';

type Requested = Pick<ReviewRow, 'batchId' | 'task' | 'markedBy' | 'jointMarkers' | 'comments'>;
type Deciders = { are: 'mentor' | 'office'; accounts: number[] };
type Actor = Pick<Viewer, 'accountId' | 'role'>;

const isPassed = ({ comments }: Requested) => comments.some(({ toOffice }) => toOffice === 1);

const hasMarked = ({ markedBy, jointMarkers }: Requested, id: number) =>
  id === markedBy || jointMarkers.includes(id);

/** The batch's mentors but the markers, or else the office but the markers; null if nobody else is there. */
async function decidersOf(database: Reader | Writer, request: Requested): Promise<Deciders | null> {
  const others = (accounts: number[]) => accounts.filter((id) => !hasMarked(request, id));
  const all =
    request.batchId === null || isPassed(request) ? [] : await mentorAccounts(database, request.batchId);
  const mentors = others(await activeStaff(database, all));
  if (mentors.length > 0) return { are: 'mentor', accounts: mentors };
  const office = others(await activeStaff(database, 'office'));
  return office.length > 0 ? { are: 'office', accounts: office } : null;
}

/**
 * Null if the actor may decide: the office may, but for its own mark. Who marks alone in an academy decides for want of
 * others; of those who gave a mark together nobody ever does.
 */
async function deciderBeside(database: Reader | Writer, request: Requested, { accountId, role }: Actor) {
  const isBarred = hasMarked(request, accountId) || (role !== 'administrator' && isPassed(request));
  if (!isBarred) return null;
  const deciders = await decidersOf(database, request);
  return deciders?.are ?? (request.jointMarkers.includes(accountId) ? 'nobody' : null);
}

const decides = { mentor: 'another mentor decides', office: 'the office decides' } as const;

const together = ({ task }: Requested) =>
  task === 'viva' ? 'You were on the panel of this viva' : 'You gave this mark with others';

/** Null if the actor may decide. */
export async function whyNotDecide(database: Reader | Writer, request: Requested, actor: Actor) {
  const decider = await deciderBeside(database, request, actor);
  if (decider === null) return null;
  if (decider === 'nobody')
    return `${together(request)}, and nobody else can decide its review. Add a mentor or an administrator who did not give marks.`;
  return hasMarked(request, actor.accountId)
    ? `${request.jointMarkers.includes(actor.accountId) ? together(request) : 'You gave this mark'}, so ${decides[decider]} its review. You can add a comment to the review.`
    : `This review was passed on, so ${decides[decider]} it. You can add a comment to the review.`;
}

/** @param to null: the student is excused */
type ReviewedChange = { id: number; request: ReviewRow; from: number | null; to: number | null };

/**
 * Why marks whose review was requested may not change, by id: others decide, or only the office lowers it. A few
 * queries, however many. @param actorId null for operators, who may
 */
export async function whyNotChangeReviewed(
  database: Reader | Writer,
  changes: readonly ReviewedChange[],
  actorId: number | null,
): Promise<ReadonlyMap<number, string>> {
  const refused = new Map<number, string>();
  if (actorId === null || changes.length === 0) return refused;
  const { role } = await database
    .selectFrom(accountsAs('actor'))
    .where('actor.id', '=', actorId)
    .select('actor.role')
    .executeTakeFirstOrThrow();
  // Equal for looks at one marker's marks of a batch.
  const deciders = new Map<string, string | null>();
  const whyOf = async (request: ReviewRow): Promise<string | null> => {
    const key = JSON.stringify([
      request.batchId,
      request.task,
      request.markedBy,
      request.jointMarkers,
      isPassed(request),
    ]);
    const known = deciders.get(key);
    if (known !== undefined) return known;
    const why = await whyNotDecide(database, request, { accountId: actorId, role });
    deciders.set(key, why);
    return why;
  };
  for (const { id, request, from, to } of changes) {
    const why = request.answer === null ? await whyOf(request) : null;
    // The office may have lowered it already.
    const least = from === null ? null : Math.min(request.marks ?? from, from);
    if (why !== null) refused.set(id, why);
    else if (role !== 'administrator' && least !== null && isLower(to, least))
      refused.set(
        id,
        `Only the office can lower a mark in a review. Give ${least} or more, or pass the review to the office.`,
      );
  }
  return refused;
}

type Change = { id: number; from: number; to: number };

/** `whyNotChangeReviewed`, by submission. */
export async function whyNotChange(
  database: Reader | Writer,
  changes: readonly Change[],
  actorId: number | null,
): Promise<ReadonlyMap<number, string>> {
  const changing = new Map(
    changes.filter(({ from, to }) => from !== to).map((change) => [change.id, change]),
  );
  const reviewed: ReviewedChange[] = [];
  if (actorId !== null)
    for (const some of partsOf([...changing.keys()]))
      for (const request of await reviewsAt(database, some))
        reviewed.push({ ...(changing.get(request.submissionId) as Change), request });
  return whyNotChangeReviewed(database, reviewed, actorId);
}

/** For staff; null for a person's export. */
export async function presentReview(
  database: Reader | Writer,
  request: ReviewRow,
  viewer: Actor | null,
): Promise<Review> {
  const isOpen = request.answer === null && viewer !== null;
  const decider = isOpen ? await deciderBeside(database, request, viewer) : null;
  return {
    ...presentReviewRow(request, 'staff'),
    ...(decider !== null && { decider }),
    ...(request.jointMarkers.length > 0 && { together: true as const }),
  };
}

/** Of an open request, each once. Call last in the transaction. */
export async function notifyDeciders(
  writer: Writer,
  { id, number, task }: { id: number; number: string; task: Task },
  at: number,
): Promise<void> {
  const [request] = await reviewsAt(writer, [id]);
  await notifyDecidersOf(writer, request, { task, number }, at);
}

/** @param number identifies the request; by default the notice opens the submission with it */
async function notifyDecidersOf(
  writer: Writer,
  request: ReviewRow | undefined,
  { task, number, place }: { task: Task; number: string; place?: { about: string; href: string } },
  at: number,
): Promise<void> {
  if (request === undefined || request.answer !== null || request.batchId === null) return;
  const student = { name: request.student, batch: await batchById(writer, request.batchId) };
  const accounts = (await decidersOf(writer, request))?.accounts;
  const what = `requests a mark review for ${taskLabel(task)}`;
  await notifyMentors(writer, 'second-look', student, { what, number, at, accounts, place });
}

/** Names a request for a mark without a file. */
export const recordEvent = (id: number): string => `record:${id}`;

/** As `notifyDeciders`. */
export async function notifyDecidersOfRecord(writer: Writer, id: number, at: number): Promise<void> {
  const [review] = await recordReviewsAt(writer, [id]);
  if (review === undefined) return;
  const { task, email } = review;
  const place = { about: recordEvent(id), href: recordedAddress(email, task) };
  await notifyDecidersOf(writer, review, { task, number: recordEvent(id), place }, at);
}

/** Open requests whose deciders left their batch, or were suspended, find the next ones. */
async function notifyNextDeciders(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const open = await database.reader
    .selectFrom('task_progress')
    .innerJoin('second_looks as request', (on) =>
      on
        .onRef('request.account_id', '=', 'task_progress.account_id')
        .onRef('request.task', '=', 'task_progress.task'),
    )
    .innerJoin('submissions', 'submissions.id', 'request.submission_id')
    // A literal, as in the partial index.
    .where(({ eb, lit }) => eb('task_progress.has_open_look', '=', lit(1)))
    .select(['submissions.id', 'submissions.number', 'submissions.task'])
    .execute();
  for (const asked of open) {
    if (signal.aborted) return;
    await database.nonDurableTransaction((writer) => notifyDeciders(writer, asked, clock.now()));
  }
  for (const { id } of await openRecordReviews(database.reader)) {
    if (signal.aborted) return;
    await database.nonDurableTransaction((writer) => notifyDecidersOfRecord(writer, id, clock.now()));
  }
}

export const notifyDecidersJob = periodicJob('notify-deciders', hourMs, notifyNextDeciders);
