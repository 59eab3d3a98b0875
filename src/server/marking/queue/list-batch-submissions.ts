import type { z } from 'zod';
import { hash } from 'node:crypto';
import { sql, type RawBuilder, type SelectQueryBuilder, type Expression, type SqlBool } from 'kysely';
import { limits } from '#contract/limits';
import * as calls from '#contract/marking/calls';
import type { StaffSubmission } from '#contract/marking/calls';
import { tasks, type Task } from '#contract/dates';
import type { QueueOrder, QueueState } from '#contract/marking/staff-view';
import { ownBatchOf } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { writePage, type SerializedJson } from '../../platform/http/serialized-json.ts';
import { submissionByNumber } from '../../submissions/queries.ts';
import { type QueueRow, newestVersions } from './queue-queries.ts';
import { presentStaffSubmission, readBeside } from '../presenter.ts';
import { isSharedWith, mentorsOfBatch } from '../shares/queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { compiledQueryByKind } from '../../platform/database/compiled-query.ts';

/** Written as in the partial indexes. */
const conditions: Record<QueueState, Expression<SqlBool>> = {
  submitted: sql<boolean>`task_progress.is_marked = 0`,
  marked: sql<boolean>`task_progress.is_marked = 1`,
  'held-back': sql<boolean>`(case when task_progress.is_marked = 1 and task_progress.released_id is distinct from task_progress.submission_id then 1 else 0 end) = 1`,
  'second-look': sql<boolean>`task_progress.has_open_look = 1`,
  released: sql<boolean>`task_progress.is_marked = 1 and task_progress.released_id = task_progress.submission_id`,
};

function inState<Query extends { where(condition: Expression<SqlBool>): Query }>(
  query: Query,
  state: QueueState | undefined,
): Query {
  return state === undefined ? query : query.where(conditions[state]);
}

/** Undefined does not filter. */
type QueueChoice = {
  batchId: number;
  task: Task | undefined;
  state: QueueState | undefined;
  /** Whose students, by account; null for nobody's. */
  mentorId?: number | null | undefined;
};

type Kind = {
  order: Exclude<QueueOrder, 'fair'>;
  ofTask: boolean;
  state: QueueState | undefined;
  whose: 'all' | 'mentor' | 'nobody';
  isWholePage: boolean;
};

/** The planner would replan twelve joins each time (3 of 5 ms) for no better plan. */
const unplannedNumber = (value: number) => sql<number>`(select cast(${value} as bigint))`;
const unplannedText = <T extends string>(value: T) => sql<T>`(select cast(${value} as text))`;

type Parameters = { batchId: number; task: Task; mentorId: number; place: number; limit: number };

/** Each kind has an index. */
const queueOf = compiledQueryByKind(
  ({ order, ofTask, state, whose, isWholePage }: Kind, db, p: Parameters) => {
    const query = newestVersions(db)
      // Unary plus: by the students of one mentor, not by all of a batch.
      .where(
        whose === 'mentor' ? sql<number>`+task_progress.batch_id` : 'task_progress.batch_id',
        '=',
        unplannedNumber(p.batchId),
      )
      .where('task_progress.submission_id', order === 'newest' ? '<' : '>', unplannedNumber(p.place))
      .$if(ofTask, (of) => of.where('task_progress.task', '=', unplannedText(p.task)))
      .$if(whose !== 'all', (of) => of.where(isSharedWith(whose === 'mentor' ? p.mentorId : null, p.batchId)))
      .orderBy('task_progress.submission_id', order === 'newest' ? 'desc' : 'asc')
      // For an unknown limit the planner expects a tenth of all rows, and sorts.
      .limit(isWholePage ? sql.lit(limits.pageSize) : p.limit);
    return inState(query, state);
  },
);

/** @param after the last id; null at first */
export async function queuePage(
  reader: Reader,
  { batchId, task, state, mentorId }: QueueChoice,
  { order, after, limit }: { order: Kind['order']; after: number | null; limit: number },
): Promise<QueueRow[]> {
  const first = order === 'newest' ? Number.MAX_SAFE_INTEGER : 0;
  const isWholePage = limit === limits.pageSize;
  const whose = mentorId === undefined ? 'all' : mentorId === null ? 'nobody' : 'mentor';
  const query = queueOf({ order, ofTask: task !== undefined, state, whose, isWholePage });
  const place = after ?? first;
  // `task` and `mentorId` are unused if undefined.
  return query(reader, { batchId, task: task as Task, mentorId: mentorId ?? 0, place, limit });
}

/** 2³¹ − 1: products below stay exact on both engines. */
const prime = 2_147_483_647;

/** Of mentor and task: a polynomial's coefficients modulo `prime`, a hash of account ids. */
type FairKey = readonly number[];

export function fairKey(mentorId: number, task: Task): FairKey {
  const digest = hash('sha256', `${mentorId}:${task}`, 'buffer');
  return [0, 4, 8, 12].map((at) => digest.readUInt32BE(at) % prime);
}

export function fairPlace(key: FairKey, accountId: number): number {
  const place = key.reduce((sum, part) => (sum * BigInt(accountId) + BigInt(part)) % BigInt(prime), 0n);
  return Number(place);
}

function placeOfRow(key: FairKey): RawBuilder<number> {
  const term = (part: number) => sql<number>`cast(${part} as bigint)`;
  return key
    .slice(1)
    .reduce(
      (sum, part) => sql<number>`((${sum} * account_id + ${term(part)}) % ${sql.lit(prime)})`,
      term(key[0] as number),
    );
}

type Ids = SelectQueryBuilder<Tables, 'task_progress', { id: number }>;

/**
 * By task, shuffled for each mentor; marks and newcomers move nobody. Reads a number per student, and a
 * page's rows. @param after the last student and task
 */
async function fairQueue(
  reader: Reader,
  {
    viewerId,
    batchId,
    task: only,
    state,
    mentorId,
    after,
    limit,
  }: QueueChoice & { viewerId: number; after: { accountId: number; task: Task } | null; limit: number },
): Promise<QueueRow[]> {
  const from = after === null ? 0 : tasks.indexOf(after.task);
  const ids: number[] = [];
  for (const task of only === undefined ? tasks.slice(from) : [only]) {
    if (ids.length === limit) break;
    const key = fairKey(viewerId, task);
    const place = placeOfRow(key);
    let query = reader
      .selectFrom('task_progress')
      .where('batch_id', '=', batchId)
      .where('task', '=', task)
      .orderBy(place)
      .orderBy('account_id')
      .limit(limit - ids.length)
      .$if(mentorId !== undefined, (of) => of.where(isSharedWith(mentorId ?? null, batchId)))
      .select('submission_id as id');
    if (after?.task === task) {
      const seen = fairPlace(key, after.accountId);
      query = query.where(sql<boolean>`(${place}, account_id) > (${seen}, ${after.accountId})`);
    }
    const found = await inState(query as Ids, state).execute();
    ids.push(...found.map(({ id }) => id));
  }
  if (ids.length === 0) return [];
  const rows = await newestVersions(reader).where('task_progress.submission_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.submissionId, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whose students: by account, null for nobody's, undefined for all. @throws 400 */
async function assignedTo(
  reader: Reader,
  batchId: number,
  viewer: Pick<Viewer, 'accountId'>,
  asked: string | undefined,
): Promise<number | null | undefined> {
  if (asked === undefined) return undefined;
  if (asked === 'me') return viewer.accountId;
  if (asked === 'nobody') return null;
  const mentor = (await mentorsOfBatch(reader, batchId)).find(({ id }) => String(id) === asked);
  if (mentor === undefined)
    throw httpErrors.badRequest('assigned_to must be me, nobody or the id of a mentor');
  return mentor.accountId;
}

/**
 * As its bytes allow; a replaced receipt marks a place. @throws 400 for a `before` that is no receipt of this
 * batch
 */
async function listBatchSubmissions(
  { database: { reader } }: Pick<AppContext, 'database'>,
  batchId: number,
  viewer: Pick<Viewer, 'accountId'>,
  {
    limit = limits.pageSize,
    before,
    task,
    state,
    order = 'newest',
    assigned_to,
  }: z.output<typeof calls.listBatchSubmissions.query>,
): Promise<SerializedJson<StaffSubmission[]>> {
  const [seen] = before === undefined ? [] : await submissionByNumber(reader, { number: before });
  if (before !== undefined && seen?.batchId !== batchId)
    throw httpErrors.badRequest('before must be a receipt number of this list');
  const mentorId = await assignedTo(reader, batchId, viewer, assigned_to);
  const choice = { batchId, task, state, mentorId };
  async function readRows(): Promise<QueueRow[]> {
    if (order !== 'fair') return queuePage(reader, choice, { order, after: seen?.id ?? null, limit });
    return fairQueue(reader, { ...choice, viewerId: viewer.accountId, after: seen ?? null, limit });
  }
  const rows = await readRows();
  const beside = await readBeside(reader, rows, viewer);
  return writePage(rows, (row) => presentStaffSubmission(row, beside));
}

export const queueCalls = [
  read(calls.listBatchSubmissions, {
    who: ownBatchOf,
    run: ({ context, resource: { batch, viewer }, query }) =>
      listBatchSubmissions(context, batch.id, viewer, query),
  }),
];
