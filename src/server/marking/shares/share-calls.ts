import type { z } from 'zod';
import { shownName } from '#contract/accounts/person-name';
import { limits, normalizeEmail } from '#contract/limits';
import * as calls from '#contract/marking/share-calls';
import type { MarkingShares } from '#contract/marking/share-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { activeStaff } from '../../accounts/queries.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { lockBatchById, type Batch } from '../../courses/batch-queries.ts';
import { isForeignKeyViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { batchWithCounts } from '../queries.ts';
import { divideEvenly } from './divide-evenly.ts';
import {
  mentorsOfBatch,
  readShares,
  stateOf,
  studentsOfBatch,
  unmarkedByMentor,
  writeShares,
  type BatchMentor,
  type Share,
} from './queries.ts';

const countByMentor = (shares: readonly Share[]): Map<number, number> =>
  new Map([...Map.groupBy(shares, ({ mentorId }) => mentorId)].map(([id, of]) => [id, of.length]));

async function presentShares(
  database: Reader | Writer,
  batch: Batch,
  viewerId: number,
): Promise<MarkingShares> {
  const mentors = await mentorsOfBatch(database, batch.id);
  const active = new Set(
    await activeStaff(
      database,
      mentors.map(({ accountId }) => accountId),
    ),
  );
  const shares = await readShares(database, batch.id);
  const [students, unmarked] = [countByMentor(shares), await unmarkedByMentor(database, batch.id)];
  const [all] = await batchWithCounts(database as Reader, { batchId: batch.id });
  const sharedUnmarked = [...unmarked.values()].reduce((sum, count) => sum + count, 0);
  return {
    batch: batch.name,
    state: stateOf(shares),
    mentors: mentors.map(({ id, accountId, name }) => ({
      id: String(id),
      name: shownName(name),
      is_you: accountId === viewerId,
      can_mark: active.has(accountId),
      students: students.get(accountId) ?? 0,
      unmarked: unmarked.get(accountId) ?? 0,
    })),
    unassigned: {
      students: Math.max(0, Number(all?.students ?? 0) - shares.length),
      unmarked: Math.max(0, Number(all?.unmarked ?? 0) - sharedUnmarked),
    },
  };
}

type Division = z.output<typeof calls.divideMarking.body>;

/** @throws 400 for somebody who does not mentor the batch */
function mentorNamed(mentors: readonly BatchMentor[], id: string): BatchMentor {
  const found = mentors.find((mentor) => String(mentor.id) === id);
  if (found === undefined) throw httpErrors.badRequest('This mentor does not mentor this batch.');
  return found;
}

/** Whose marking is divided, in one order. @throws 400 for a student of another batch */
async function scopeOf(
  writer: Writer,
  batch: Batch,
  { of, mentor, students: emails = [] }: Division,
  { shares, mentors }: { shares: readonly Share[]; mentors: readonly BatchMentor[] },
): Promise<number[]> {
  if (of === 'mentor') {
    const { accountId } = mentorNamed(mentors, mentor ?? '');
    return shares.flatMap((share) => (share.mentorId === accountId ? [share.accountId] : []));
  }
  const students = studentsOfBatch(writer, batch.id);
  if (of === 'students') {
    const asked = [...new Set(emails.map(normalizeEmail))];
    const found = await students.where('student.email', 'in', asked).execute();
    if (found.length < asked.length)
      throw httpErrors.badRequest('A student in the list is not in this batch.');
    return found.map(({ accountId }) => accountId);
  }
  const all = await students.execute();
  if (of === 'all') return all.map(({ accountId }) => accountId);
  const shared = new Set(shares.map(({ accountId }) => accountId));
  return all.flatMap(({ accountId }) => (shared.has(accountId) ? [] : [accountId]));
}

/** For the audit log, by name. */
function countsInWords(mentors: readonly BatchMentor[], counts: ReadonlyMap<number, number>) {
  return Object.fromEntries(
    mentors.flatMap(({ accountId, name }) => {
      const count = counts.get(accountId);
      return count === undefined ? [] : [[name, count] as const];
    }),
  );
}

export const shareCalls = [
  read(calls.readMarkingShares, {
    who: ownBatchOf,
    run: ({ context, resource: { batch, viewer } }) =>
      presentShares(context.database.reader, batch, viewer.accountId),
  }),

  read(calls.listSharedStudents, {
    who: ownBatchOf,
    async run({ context, resource: { batch } }) {
      const { reader } = context.database;
      const mentors = await mentorsOfBatch(reader, batch.id);
      const idOf = new Map(mentors.map(({ id, accountId }) => [accountId, String(id)]));
      const shares = await readShares(reader, batch.id);
      const mentorOf = new Map(shares.map(({ accountId, mentorId }) => [accountId, idOf.get(mentorId)]));
      const rows = await studentsOfBatch(reader, batch.id).limit(limits.sharedStudents).execute();
      return rows
        .map(({ accountId, email, name }) => ({
          student: { s_id: email, s_name: shownName(name) },
          mentor: mentorOf.get(accountId) ?? null,
        }))
        .toSorted((one, other) => one.student.s_name.localeCompare(other.student.s_name, 'en'));
    },
  }),

  // Who has whom is a hint: it takes nobody the right to mark.
  act(calls.divideMarking, {
    who: ownBatchOf,
    changes: {
      async stored(writer, { resource: { batch } }) {
        await lockBatchById(writer, batch.id);
        const shares = await readShares(writer, batch.id);
        return { shares, state: stateOf(shares) };
      },
      seen: ['state'],
      message: 'Somebody has divided this marking in the meantime. Nothing is changed yet.',
      current: (writer, { resource: { batch, viewer } }) => presentShares(writer, batch, viewer.accountId),
    },
    audit: 'divide-marking',
    async run(writer, { resource: { batch, viewer }, body, stored: { shares } }) {
      const mentors = await mentorsOfBatch(writer, batch.id);
      const to = body.to.map((id) => mentorNamed(mentors, id).accountId);
      const active = await activeStaff(writer, to);
      if (active.length < to.length)
        throw httpErrors.conflict('One of these mentors is suspended. Select others.');
      const scope = await scopeOf(writer, batch, body, { shares, mentors });
      const moved = new Set(scope);
      const staying = shares.filter(({ accountId }) => !moved.has(accountId));
      // By name, whatever the order of the request.
      const targets = mentors.flatMap(({ accountId }) => (to.includes(accountId) ? [accountId] : []));
      const divided = divideEvenly(scope, targets, countByMentor(staying));
      const before = new Map(shares.map(({ accountId, mentorId }) => [accountId, mentorId]));
      const changed = scope
        .map((accountId) => [accountId, divided.get(accountId) ?? null] as const)
        .filter(([accountId, mentorId]) => (before.get(accountId) ?? null) !== mentorId);
      if (changed.length === 0) return { id: viewer.accountId };
      await writeShares(writer, batch.id, new Map(changed)).catch((error: unknown) => {
        // Taken off the batch at the same moment.
        if (!isForeignKeyViolation(error)) throw error;
        throw httpErrors.conflict('One of these mentors has left the batch. Load the page again.');
      });
      const after = countByMentor(await readShares(writer, batch.id));
      return {
        id: viewer.accountId,
        audit: {
          subject: batch.name,
          before: countsInWords(mentors, countByMentor(shares)),
          after: { ...countsInWords(mentors, after), moved: changed.length },
        },
      };
    },
    answer: (reader, { resource: { batch, viewer } }) => presentShares(reader, batch, viewer.accountId),
  }),
];
