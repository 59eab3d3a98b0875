import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { limits } from '#contract/limits';
import * as calls from '#contract/privacy/retention-calls';
import { accountsAs, accountById } from '../../accounts/queries.ts';
import { administrator } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { batchById, batchByName, batchesAs, type Batch } from '../../courses/batch-queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { administratorOfPerson } from '../anonymisation/policy.ts';
import { lockRetention } from './retention-queries.ts';

type Held = { account_id: number } | { batch_id: number };

const holds = (reader: Reader | Writer) =>
  reader
    .selectFrom('retention_holds as hold')
    .innerJoin(accountsAs('officer'), 'officer.id', 'hold.set_by')
    .select(['hold.reason', 'hold.set_at as setAt', 'officer.name as officer']);

type Row = { reason: string; setAt: number; officer: string };
const present = ({ reason, setAt, officer }: Row): calls.HoldView => ({
  reason,
  by: shownName(officer),
  at: isoInstant(setAt),
});

export async function holdOf(reader: Reader | Writer, of: Held): Promise<calls.HoldView | null> {
  const [column, id] = Object.entries(of)[0] as ['account_id' | 'batch_id', number];
  const row = await holds(reader).where(`hold.${column}`, '=', id).executeTakeFirst();
  return row === undefined ? null : present(row);
}

/** The newest of each. */
export async function listHolds(reader: Reader | Writer): Promise<calls.Retention['holds']> {
  const people = await holds(reader)
    .innerJoin(accountsAs('student'), 'student.id', 'hold.account_id')
    .orderBy('hold.id', 'desc')
    .limit(limits.pageSize)
    .select(['student.email', 'student.name'])
    .execute();
  const batches = await holds(reader)
    .innerJoin(batchesAs('batch'), 'batch.id', 'hold.batch_id')
    .orderBy('hold.id', 'desc')
    .limit(limits.pageSize)
    .select('batch.name as batch')
    .execute();
  return {
    people: people.map(({ email, name, ...row }) => ({
      ...present(row),
      student: { s_id: email, s_name: shownName(name) },
    })),
    batches: batches.map(({ batch, ...row }) => ({ ...present(row), batch })),
  };
}

/** A person's own, and the one of the batch. */
export async function holdsOf(reader: Reader | Writer, accountId: number) {
  const { batch_id: batchId } = await accountById(reader, accountId);
  const batchHold = batchId === null ? null : await holdOf(reader, { batch_id: batchId });
  return {
    hold: await holdOf(reader, { account_id: accountId }),
    batch_hold:
      batchId === null || batchHold === null
        ? null
        : { ...batchHold, batch: (await batchById(reader, batchId)).name },
  };
}

/** Under `lockRetention`, so that no hold comes in between. @throws 409 while the person or the batch has a hold */
export async function refuseHeld(writer: Writer, accountId: number): Promise<void> {
  const { hold, batch_hold: batchHold } = await holdsOf(writer, accountId);
  if (hold !== null)
    throw httpErrors.conflict('There is a hold on this person’s data. Remove the hold first.');
  if (batchHold !== null)
    throw httpErrors.conflict('There is a hold on this person’s batch. Remove the hold first.');
}

const changedMeanwhile = 'The hold was changed in the meantime. Your version is not saved yet.';
const removedMeanwhile = 'The hold was changed in the meantime. It is not removed yet.';

async function storedReason(writer: Writer, of: Held): Promise<{ reason: string }> {
  await lockRetention(writer);
  return { reason: (await holdOf(writer, of))?.reason ?? '' };
}

export async function setHold(
  writer: Writer,
  of: Held,
  { reason, actorId, now }: { reason: string; actorId: number; now: number },
): Promise<void> {
  const [column] = Object.keys(of) as ['account_id' | 'batch_id'];
  const set = { reason, set_by: actorId, set_at: now };
  await writer
    .insertInto('retention_holds')
    .values({ account_id: null, batch_id: null, ...of, ...set })
    .onConflict((on) => on.column(column).doUpdateSet(set))
    .execute();
}

async function removeHold(writer: Writer, of: Held): Promise<void> {
  const [column, id] = Object.entries(of)[0] as ['account_id' | 'batch_id', number];
  await writer.deleteFrom('retention_holds').where(column, '=', id).execute();
}

async function requireKept(writer: Writer, accountId: number): Promise<string> {
  const { email, anonymised_at: anonymisedAt } = await accountById(writer, accountId);
  if (anonymisedAt !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
  return email;
}

const administratorOfBatch: ViewerRule<Batch> = async (check) => {
  administrator(check);
  return batchByName(check.context.database.reader, check.params['batch'] ?? '');
};

const lines = (subject: string, before: string, after: string) => ({
  subject,
  before: before === '' ? null : { reason: before },
  after: after === '' ? null : { reason: after },
});

export const holdCalls = [
  act(calls.holdPerson, {
    who: administratorOfPerson,
    changes: {
      stored: (writer, { resource }) => storedReason(writer, { account_id: resource.accountId }),
      message: changedMeanwhile,
    },
    audit: 'hold-data',
    async run(writer, { viewer: { accountId: actorId }, resource, body: { reason }, stored, now }) {
      const { accountId } = resource;
      const email = await requireKept(writer, accountId);
      if (reason === stored.reason) return { id: accountId };
      await setHold(writer, { account_id: accountId }, { reason, actorId, now });
      return { id: accountId, audit: { ...lines(email, stored.reason, reason), aboutId: accountId } };
    },
    answer: async (reader, { resource }) => ({
      hold: await holdOf(reader, { account_id: resource.accountId }),
    }),
  }),

  act(calls.removePersonHold, {
    who: administratorOfPerson,
    changes: {
      stored: (writer, { resource }) => storedReason(writer, { account_id: resource.accountId }),
      seen: ['reason'],
      message: removedMeanwhile,
    },
    audit: 'remove-hold',
    async run(writer, { resource: { accountId }, stored }) {
      if (stored.reason === '') return { id: accountId };
      await removeHold(writer, { account_id: accountId });
      const { email } = await accountById(writer, accountId);
      return { id: accountId, audit: { ...lines(email, stored.reason, ''), aboutId: accountId } };
    },
    answer: async (reader, { resource }) => ({
      hold: await holdOf(reader, { account_id: resource.accountId }),
    }),
  }),

  read(calls.readBatchHold, {
    who: administratorOfBatch,
    run: async ({ context, resource }) => ({
      hold: await holdOf(context.database.reader, { batch_id: resource.id }),
    }),
  }),

  act(calls.holdBatch, {
    who: administratorOfBatch,
    changes: {
      stored: (writer, { resource }) => storedReason(writer, { batch_id: resource.id }),
      message: changedMeanwhile,
    },
    audit: 'hold-data',
    async run(writer, { viewer: { accountId: actorId }, resource, body: { reason }, stored, now }) {
      if (reason === stored.reason) return { id: resource.id };
      await setHold(writer, { batch_id: resource.id }, { reason, actorId, now });
      return { id: resource.id, audit: lines(resource.name, stored.reason, reason) };
    },
    answer: async (reader, { resource }) => ({ hold: await holdOf(reader, { batch_id: resource.id }) }),
  }),

  act(calls.removeBatchHold, {
    who: administratorOfBatch,
    changes: {
      stored: (writer, { resource }) => storedReason(writer, { batch_id: resource.id }),
      seen: ['reason'],
      message: removedMeanwhile,
    },
    audit: 'remove-hold',
    async run(writer, { resource, stored }) {
      if (stored.reason === '') return { id: resource.id };
      await removeHold(writer, { batch_id: resource.id });
      return { id: resource.id, audit: lines(resource.name, stored.reason, '') };
    },
    answer: async (reader, { resource }) => ({ hold: await holdOf(reader, { batch_id: resource.id }) }),
  }),
];
