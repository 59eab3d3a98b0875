import type { AppContext } from '#server/platform/context';
import { stepLines, type VivaPaper } from '#contract/viva-hour/hour';
import { beginHour, storeVivaRule, writePaper } from '#server/viva-hour/hour-rows';
import { momentOf } from '#server/viva-hour/present-hour';
import { selectionOfStudent } from '#server/selections/queries';
import { buildBatch, buildSelection, buildStudent } from './factories.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

export const paperOfNothing: VivaPaper = {
  points: stepLines.map(({ id }) => ({ line: id, points: 0 })),
  words: '',
  questions: [],
  incidents: [],
};

let rooms = 0;

/** A time with a panel. */
export async function buildPanel(
  { database, clock }: Context,
  { accountId, batchId, panel }: { accountId: number; batchId: number; panel: readonly number[] },
): Promise<void> {
  const [by = 0] = panel;
  const name = `Viva room ${++rooms}`;
  await database.transaction(async (writer) => {
    const room = await writer
      .insertInto('viva_rooms')
      .values({ room_key: name, name, link: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const slot = await writer
      .insertInto('viva_slots')
      .values({
        purpose: 'viva',
        batch_id: batchId,
        account_id: accountId,
        room_id: room.id,
        starts_at: 300_000 * Math.ceil(clock.now() / 300_000),
        minutes: 20,
        buffer: 5,
        placed_by: by,
        placed_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writer
      .insertInto('viva_panels')
      .values(panel.map((id) => ({ slot_id: slot.id, account_id: id })))
      .execute();
  });
}

/** Marks that somebody has given, without the call. */
export async function givePaper(
  { database, clock }: Context,
  { accountId, batchId, examinerId }: { accountId: number; batchId: number; examinerId: number },
  paper: VivaPaper = paperOfNothing,
): Promise<number> {
  return database.transaction(async (writer) => {
    const [choice] = await selectionOfStudent(writer, { accountId });
    if (choice === undefined) throw new Error('the student needs a project');
    const hour = await beginHour(writer, { accountId, choice: momentOf(choice), batchId });
    const own = { hourId: hour.id, examinerId, accountId, at: clock.now() };
    await writePaper(writer, own, paper, stepLines);
    return hour.id;
  });
}

/** A student of a batch of their own, whose panel agrees on an outcome. @param gave examiners who have given marks */
export async function buildVivaHour(
  context: Context,
  { panel, gave }: { panel: readonly number[]; gave: readonly number[] },
): Promise<string> {
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  const of = { accountId: student.id, batchId: batch.id };
  await buildPanel(context, { ...of, panel });
  for (const examinerId of gave) await givePaper(context, { ...of, examinerId });
  const rule = { how: 'agreed' as const, apart: 10, shows_weeks: false };
  const by = { by: panel[0] ?? 0, at: context.clock.now() };
  await context.database.transaction((writer) => storeVivaRule(writer, batch.id, rule, by));
  return student.email;
}
