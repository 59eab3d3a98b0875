import type { AppContext } from '#server/platform/context';
import { changeFinal, writeOwnMarks } from '#server/viva-hour/final/final-rows';
import { storeVivaRule } from '#server/viva-hour/hour-rows';
import {
  buildAdministrator,
  buildBatch,
  buildSelection,
  buildStudent,
  buildSubmission,
} from './factories.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Own marks of nothing for a version of a final project. */
export async function giveOwnMarks(
  context: Context,
  of: { submissionId: number; accountId: number; markerId: number },
  words = 'Clear.',
): Promise<void> {
  const points = [{ line: 'marks', points: 0 }];
  await context.database.transaction(async (writer) => {
    await changeFinal(writer, { ...of, version: 1 }, {});
    await writeOwnMarks(writer, { ...of, at: context.clock.now() }, { points, words }, []);
  });
}

/** A final project that two mark, who agree on its mark. @returns its receipt number */
export async function buildFinal(context: Context, { gave }: { gave: readonly number[] }): Promise<string> {
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  const { id, number } = await buildSubmission(context, { account_id: student.id, task: 'final' });
  const rule = { how: 'agreed' as const, apart: 10, shows_weeks: false, two_mark_final: true };
  const by = { by: (await buildAdministrator(context)).id, at: context.clock.now() };
  await context.database.transaction((writer) => storeVivaRule(writer, batch.id, rule, by));
  for (const markerId of gave)
    await giveOwnMarks(context, { submissionId: id, accountId: student.id, markerId });
  return number;
}
