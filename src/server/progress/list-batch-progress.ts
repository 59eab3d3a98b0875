import type { z } from 'zod';
import * as calls from '#contract/progress/calls';
import type { ProgressSort } from '#contract/progress/batch-view';
import type { ListedResult } from '#contract/results/result-calls';
import { limits } from '#contract/limits';
import { ownBatchOf } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import type { Batch } from '../courses/batch-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { readPage } from '../platform/database/read-page.ts';
import type { Reader } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { addressSentence, whatsApp } from '../platform/portal-link.ts';
import { projectsOfCourse } from '../projects/queries.ts';
import { recordsOf } from '../marking/recorded/queries.ts';
import { standingsOf } from '../marking/staff-queries.ts';
import { presentStaffBatch } from '../marking/presenter.ts';
import { presentStudentProgress, suspendedReason } from './progress-reason.ts';
import {
  progressPage,
  type ProgressPlace,
  type ProgressQuery,
  type ProgressRow,
} from './progress-queries.ts';
import { batchWithCounts } from '../marking/queries.ts';

export type ProgressChoice = Omit<z.output<typeof calls.listBatchProgress.query>, 'limit' | 'after'>;

/** @throws 400 for a filter together with a project */
export function queryOf(
  { sort = 'behind', filter, project, q = '' }: ProgressChoice,
  batch: Batch,
  viewer: Pick<Viewer, 'role'>,
  now: number,
): Omit<ProgressQuery, 'after' | 'limit'> {
  if (filter !== undefined && project !== undefined)
    throw httpErrors.badRequest('filter and project cannot be used together');
  return {
    batchId: batch.id,
    seesUnplaced: viewer.role === 'administrator',
    sort,
    filter: filter ?? null,
    now,
    project: project ?? null,
    q: q.trim().toLowerCase(),
  };
}

const writePlace = ({ key, accountId }: ProgressPlace): string =>
  Buffer.from(JSON.stringify([key, accountId])).toString('base64url');

/** @throws 400 for an invalid place in this order */
function parsePlace(text: string, sort: ProgressSort): ProgressPlace {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    // Checked below.
  }
  const [key, accountId] = Array.isArray(read) ? (read as unknown[]) : [];
  const isKey = sort === 'name' ? typeof key === 'string' && !key.includes('\0') : Number.isSafeInteger(key);
  if (!isKey || !Number.isSafeInteger(accountId))
    throw httpErrors.badRequest('after is not valid for this list');
  return { key: key as string | number, accountId: accountId as number };
}

/** By account. */
export type ReadResults = (
  reader: Reader,
  students: readonly Pick<ProgressRow, 'accountId' | 'batchId'>[],
) => Promise<ReadonlyMap<number, ListedResult>>;

export async function withStandings(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  rows: readonly ProgressRow[],
  readResults: ReadResults,
): Promise<calls.StudentProgress[]> {
  const accountIds = rows.map(({ accountId }) => accountId);
  const standings = await standingsOf(database.reader, accountIds);
  const byAccount = Map.groupBy(standings, ({ accountId }) => accountId);
  const records = Map.groupBy(await recordsOf(database.reader, accountIds), ({ accountId }) => accountId);
  const results = await readResults(database.reader, rows);
  const now = clock.now();
  const of = <Row>(found: Map<number, Row[]>, { accountId }: ProgressRow) => found.get(accountId) ?? [];
  return rows.map((row) =>
    presentStudentProgress(row, of(byAccount, row), results.get(row.accountId), now, of(records, row)),
  );
}

/** Links to those who need a word; mentors do not see phones. */
function withChats(
  settings: AppContext['settings'],
  rows: readonly ProgressRow[],
  students: readonly calls.StudentProgress[],
): calls.StudentProgress[] {
  const { academyName } = settings;
  return students.map((of, at) => {
    if (of.reason === null || of.reason === suspendedReason) return of;
    const hello = `Hello ${of.student.s_name}, this is ${academyName}. Do you need help with your project?`;
    return { ...of, ...whatsApp(settings, rows[at]?.phone ?? null, hello + addressSentence(settings)) };
  });
}

export const placeOf = ({ sortKey: key, accountId }: ProgressRow): ProgressPlace => ({ key, accountId });

export const batchProgressCall = (readResults: ReadResults) =>
  read(calls.listBatchProgress, {
    who: ownBatchOf,
    async run({
      context,
      resource: { batch, viewer },
      query: { limit = limits.pageSize, after, ...choice },
    }) {
      const { reader } = context.database;
      const query = queryOf(choice, batch, viewer, context.clock.now());
      const place = after === undefined ? null : parsePlace(after, query.sort);
      const [counts] = await batchWithCounts(reader, { batchId: batch.id });
      if (counts === undefined) throw new Error(`batch ${batch.id} is gone`);
      const { rows, last } = await readPage(limit, (most) =>
        progressPage(reader, { ...query, after: place, limit: most }).execute(),
      );
      const students = await withStandings(context, rows, readResults);
      const projects = await projectsOfCourse(reader, { course: counts.course });
      return {
        batch: presentStaffBatch(counts),
        projects: projects.map(({ id, name }) => ({ id, name })),
        students: viewer.role === 'administrator' ? withChats(context.settings, rows, students) : students,
        next: last === undefined ? null : writePlace(placeOf(last)),
      };
    },
  });
