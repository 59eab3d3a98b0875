import { batchKey } from '#contract/limits';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { differingFields, pick } from '../platform/import-files/plan.ts';
import { insertDeclaration } from './declarations.ts';
import { courseIds } from './import-courses.ts';
import { defaultBatchKey } from './batch-queries.ts';
import { findBatch, type BatchState } from './read-batch-state.ts';
import { nameKey } from '#contract/fold-text';
import { httpErrors } from '../platform/http/http-errors.ts';

export type BatchWrite = { id: number | null; before: BatchState | null; after: BatchState };

/** Audited; courses exist already. */
export async function writeBatches(
  writer: Writer,
  writes: readonly BatchWrite[],
  by: ActedBy,
): Promise<void> {
  const courses = await courseIds(writer);
  // Only one batch can be the default, so the old one is changed first.
  for (const { id, after } of writes) {
    if (id !== null && !after.is_default) {
      await writer.updateTable('batches').set({ is_default: 0 }).where('id', '=', id).execute();
    }
  }
  for (const { id, before, after } of writes) {
    const fields = before === null ? Object.keys(after) : differingFields(before, after);
    const row = {
      name: after.name,
      // One that looks the same as another's keeps the key it has.
      ...(before?.name !== after.name && { name_key: batchKey(after.name) }),
      course_id: courses.get(after.course) as number,
      starts_at: after.starts_at,
      viva_deadline: after.viva_deadline,
      is_open: after.is_open ? (1 as const) : (0 as const),
      is_default: after.is_default ? (1 as const) : (0 as const),
      comment_first: after.comment_first ? (1 as const) : (0 as const),
      due_days: after.due === null ? null : JSON.stringify(after.due),
      extension_days: after.extension_days,
      review_days: after.review_days,
      choose_from: after.choose_from,
      choose_until: after.choose_until,
      ...(before?.is_retired !== after.is_retired && { retired_at: after.is_retired ? by.at : null }),
      joining: after.joining,
      ...(fields.includes('declaration') && {
        declaration_id: after.declaration && (await insertDeclaration(writer, after.declaration)),
      }),
    };
    const batchId =
      id ??
      (
        await writer
          .insertInto('batches')
          .values({ ...row, name_key: batchKey(after.name) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    if (id !== null) await writer.updateTable('batches').set(row).where('id', '=', id).execute();
    await noteFormerName(writer, batchId, { before: before?.name ?? null, after: after.name });
    await writeMentors(writer, batchId, before?.mentors ?? [], after.mentors);
    await recordAuditEvent(writer, {
      ...by,
      subject: after.name,
      before: before === null ? null : pick(before, fields),
      after: pick(after, fields),
    });
  }
}

/** Old addresses keep working; a name in use again means its current batch. */
async function noteFormerName(
  writer: Writer,
  batchId: number,
  { before, after }: { before: string | null; after: string },
): Promise<void> {
  const formerKey = before === null ? null : batchKey(before);
  const key = batchKey(after);
  if (formerKey === key) return;
  await writer.deleteFrom('former_batch_names').where('name_key', '=', key).execute();
  if (formerKey === null) return;
  await writer
    .insertInto('former_batch_names')
    .values({ name_key: formerKey, batch_id: batchId })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet({ batch_id: batchId }))
    .execute();
}

async function writeMentors(
  writer: Writer,
  batchId: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  for (const name of before.filter((name) => !after.includes(name))) {
    const removed = await writer
      .deleteFrom('batch_mentors')
      .where('batch_id', '=', batchId)
      .where('name', '=', name)
      .returning('account_id as accountId')
      .execute();
    // Ends following the batch.
    for (const { accountId } of removed) if (accountId !== null) announce(writer, `account:${accountId}`);
  }
  for (const name of after.filter((name) => !before.includes(name))) {
    await writer.insertInto('batch_mentors').values({ batch_id: batchId, name, account_id: null }).execute();
  }
}

type Mentor = { id: number; name: string };

/**
 * A row with the mentor's name and no account becomes the account's.
 * @throws a 409 error when the name belongs to another mentor of the batch
 */
export async function assignMentor(
  writer: Writer,
  batch: { id: number; name: string },
  mentor: Mentor,
): Promise<void> {
  const rows = await writer
    .selectFrom('batch_mentors')
    .where('batch_id', '=', batch.id)
    .select(['id', 'account_id', 'name'])
    .execute();
  if (rows.some((row) => row.account_id === mentor.id)) return;
  const sameName =
    rows.find(({ name }) => name === mentor.name) ??
    rows.find(({ name }) => nameKey(name) === nameKey(mentor.name));
  if (sameName === undefined) {
    await writer
      .insertInto('batch_mentors')
      .values({ batch_id: batch.id, name: mentor.name, account_id: mentor.id })
      .execute();
  } else if (sameName.account_id === null) {
    await writer
      .updateTable('batch_mentors')
      .set({ account_id: mentor.id, name: mentor.name })
      .where('id', '=', sameName.id)
      .execute();
  } else {
    throw httpErrors.conflict(
      `${batch.name} has another mentor named ${mentor.name}; enter a different name.`,
    );
  }
}

export async function assignMentorByName(writer: Writer, mentor: Mentor): Promise<void> {
  await writer
    .updateTable('batch_mentors')
    .set({ account_id: mentor.id })
    .where('name', '=', mentor.name)
    .execute();
}

/** @throws a 409 error when the name belongs to another mentor of a batch */
export async function renameMentor(writer: Writer, accountId: number, name: string): Promise<void> {
  const rows = await writer
    .selectFrom('batch_mentors')
    .innerJoin('batches', 'batches.id', 'batch_mentors.batch_id')
    .where('batch_mentors.account_id', '=', accountId)
    .where('batch_mentors.name', '!=', name)
    .select(['batch_mentors.id', 'batches.id as batchId', 'batches.name as batch'])
    .execute();
  for (const { id, batchId, batch } of rows) {
    const sameName = await writer
      .selectFrom('batch_mentors')
      .where('batch_id', '=', batchId)
      .where('name', '=', name)
      .select(['id', 'account_id'])
      .executeTakeFirst();
    if (sameName !== undefined && sameName.account_id !== null) {
      throw httpErrors.conflict(`${batch} has another mentor named ${name}; enter a different name.`);
    }
    if (sameName !== undefined)
      await writer.deleteFrom('batch_mentors').where('id', '=', sameName.id).execute();
    await writer.updateTable('batch_mentors').set({ name }).where('id', '=', id).execute();
  }
}

/** Only one batch can be the default. */
export async function stepDown(writer: Writer, key: string): Promise<BatchWrite[]> {
  const former = await defaultBatchKey(writer);
  if (former === undefined || former === key) return [];
  const batch = await findBatch(writer, former);
  if (batch === undefined) return [];
  return [{ id: batch.id, before: batch.state, after: { ...batch.state, is_default: false } }];
}
