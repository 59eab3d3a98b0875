import { shownName } from '#contract/accounts/person-name';
import { holdKey } from '#contract/vivas/clashes';
import { stepMinutes } from '#contract/vivas/plan';
import { setVivaExtra } from '#contract/vivas/plan-calls';
import { act } from '../accounts/sessions/act.ts';
import { lockBatchById } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { officeStudent, viewOf } from './place-viva.ts';
import { replaceSlot } from './replace-slot.ts';
import { panelsOf, slotOfStudent } from './slot-rows.ts';

async function extraOf(reader: Reader | Writer, accountId: number): Promise<number> {
  const row = await reader
    .selectFrom('viva_extra')
    .where('account_id', '=', accountId)
    .select('minutes')
    .executeTakeFirst();
  return row?.minutes ?? 0;
}

type Longer = {
  batchId: number;
  student: { accountId: number; name: string };
  /** Minutes; negative for a shorter viva. */
  more: number;
};

/** A viva that has a time keeps its start. @throws 409 where what follows is taken */
async function lengthen(
  writer: Writer,
  { batchId, student, more }: Longer,
  by: { zone: string; by: number; at: number },
): Promise<void> {
  const [slot] = await slotOfStudent(writer, { accountId: student.accountId });
  if (slot === undefined || slot.batchId !== batchId) return;
  const panel = (await panelsOf(writer, [slot.id])).get(slot.id) ?? [];
  const next = {
    ...slot,
    accountId: student.accountId,
    minutes: Math.max(stepMinutes, slot.minutes + more),
    panel: panel.map(({ id }) => id),
  };
  const names = new Map([
    [holdKey('room', slot.roomId), slot.room],
    [holdKey('person', student.accountId), shownName(student.name)],
    ...panel.map(({ id, name }) => [holdKey('person', id), shownName(name)] as const),
  ]);
  await replaceSlot(writer, { slot, next, names }, by);
}

export const extraCall = act(setVivaExtra, {
  who: officeStudent,
  changes: {
    async stored(writer, { resource: { batch, student } }) {
      await lockBatchById(writer, batch.id);
      return { minutes: await extraOf(writer, student.accountId) };
    },
    message: 'The extra time was changed in the meantime. Your change is not saved yet.',
    current: (writer, request) => viewOf(writer, request, null),
  },
  audit: 'set-viva-extra',
  async run(writer, { context, resource: { batch, viewer, student }, body: { minutes }, stored, now }) {
    if (minutes === stored.minutes) return { id: student.accountId };
    const row = { minutes, given_by: viewer.accountId, given_at: now };
    if (minutes === 0) {
      await writer.deleteFrom('viva_extra').where('account_id', '=', student.accountId).execute();
    } else {
      await writer
        .insertInto('viva_extra')
        .values({ account_id: student.accountId, ...row })
        .onConflict((on) => on.column('account_id').doUpdateSet(row))
        .execute();
    }
    await lengthen(
      writer,
      { batchId: batch.id, student, more: minutes - stored.minutes },
      { zone: context.settings.academyZone, by: viewer.accountId, at: now },
    );
    return {
      id: student.accountId,
      audit: {
        subject: student.email,
        aboutId: student.accountId,
        before: stored,
        after: { minutes },
      },
    };
  },
  taken: () => 'Somebody else took the time after this viva at this moment. Try again.',
  answer: (reader, request) => viewOf(reader, request, null),
});
