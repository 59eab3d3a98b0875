import { batchKey } from '#contract/limits';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { differingFields, pick } from '../platform/import-files/plan.ts';
import { insertDeclaration } from './declarations.ts';
import { courseIds } from './import-courses.ts';
import type { BatchState } from './read-batch-state.ts';

/** Without an id: a new batch. */
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
      name_key: batchKey(after.name),
      course_id: courses.get(after.course) as number,
      starts_at: after.starts_at,
      viva_deadline: after.viva_deadline,
      is_open: after.is_open ? (1 as const) : (0 as const),
      is_default: after.is_default ? (1 as const) : (0 as const),
      comment_first: after.comment_first ? (1 as const) : (0 as const),
      due_days: after.due === null ? null : JSON.stringify(after.due),
      extension_days: after.extension_days,
      choose_from: after.choose_from,
      choose_until: after.choose_until,
      ...(before?.is_retired !== after.is_retired && { retired_at: after.is_retired ? by.at : null }),
      joining: after.joining,
      ...(fields.includes('declaration') && {
        declaration_id: after.declaration && (await insertDeclaration(writer, after.declaration)),
      }),
    };
    const batchId =
      id ?? (await writer.insertInto('batches').values(row).returning('id').executeTakeFirstOrThrow()).id;
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
