import type { AppContext } from '#server/platform/context';
import { stepLines, type VivaPaper } from '#contract/viva-hour/hour';
import { beginHour, changeHour, storeVivaRule, writePaper } from '#server/viva-hour/hour-rows';
import { momentOf } from '#server/viva-hour/present-hour';
import { selectionOfStudent } from '#server/selections/queries';
import { buildBatch, buildSelection, buildStudent, buildViva } from './factories.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

export const paperOfNothing: VivaPaper = {
  points: stepLines.map(({ id }) => ({ line: id, points: 0 })),
  words: '',
  questions: [],
  incidents: [],
};

/** Marks that somebody has given, without the call. */
export async function givePaper(
  { database, clock }: Context,
  { accountId, batchId, examinerId }: { accountId: number; batchId: number; examinerId: number },
  paper: VivaPaper = paperOfNothing,
): Promise<number> {
  return database.transaction(async (writer) => {
    const [choice] = await selectionOfStudent(writer, { accountId });
    if (choice === undefined) throw new Error('the student needs a project');
    const hour = await beginHour(writer, { accountId, choice: momentOf(choice), number: 1, batchId });
    const own = { hourId: hour.id, examinerId, accountId, at: clock.now() };
    await writePaper(writer, own, paper, stepLines);
    return hour.id;
  });
}

/** An outcome that the panel has confirmed: a mark can follow. */
export async function confirmHour(
  context: Context,
  of: { accountId: number; batchId: number; examinerId: number },
): Promise<void> {
  const hourId = await givePaper(context, of);
  const at = context.clock.now();
  await context.database.transaction((writer) =>
    changeHour(writer, hourId, {
      outcome: 0,
      proposed_by: of.examinerId,
      proposed_at: at,
      opened_at: at,
      confirmed_at: at,
    }),
  );
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
  await buildViva(context, { account_id: student.id, batch_id: batch.id, panel: [...panel] });
  for (const examinerId of gave) await givePaper(context, { ...of, examinerId });
  const rule = { how: 'agreed' as const, apart: 10, shows_weeks: false, two_mark_final: false };
  const by = { by: panel[0] ?? 0, at: context.clock.now() };
  await context.database.transaction((writer) => storeVivaRule(writer, batch.id, rule, by));
  return student.email;
}
