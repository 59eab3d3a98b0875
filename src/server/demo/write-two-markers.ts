import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { defaultVivaRule, type VivaPaper } from '#contract/viva-hour/hour';
import { accountByEmail } from '../accounts/queries.ts';
import { batchByName } from '../courses/batch-queries.ts';
import { newestOfTask } from '../marking/recorded/queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { changeFinal, writeOwnMarks } from '../viva-hour/final/final-rows.ts';
import { rubricOfFinal } from '../viva-hour/final/present-final.ts';
import { storeVivaRule } from '../viva-hour/hour-rows.ts';
import { linesOfTask } from '../viva-hour/lines-of-paper.ts';
import { classBatch, emailOf, secondMarker } from './write-class.ts';

type Given = { by: string; share: number; words: string; daysAgo: number };

/** Parts of the most that each line can give. Of Shifa Noushad nobody has marked the final project. */
const given: readonly (Given & { student: string })[] = [
  {
    student: 'Athira Vijayan',
    by: demoEmail('kavitha'),
    share: 0.8,
    words: 'Two strangers have tried it, and one of them found the way back alone.',
    daysAgo: 0.7,
  },
  {
    student: 'Sarath Chandran',
    by: emailOf(secondMarker),
    share: 0.7,
    words: 'Runs from a clean clone. The README says nothing of what is missing.',
    daysAgo: 0.5,
  },
];

/** Two mark the final projects of the class: one waits for the second marker, another for Kavitha. */
export async function writeTwoMarkers(
  writer: Writer,
  { by, now }: { by: number; now: number },
): Promise<void> {
  const { id: batchId } = await batchByName(writer, classBatch);
  await storeVivaRule(
    writer,
    batchId,
    { ...defaultVivaRule, two_mark_final: true },
    { by, at: now - 2 * dayMs },
  );
  for (const { student, by: marker, share, words, daysAgo } of given) {
    const account = await accountByEmail(writer, emailOf(student));
    const markerId = (await accountByEmail(writer, marker))?.id;
    const [version] =
      account === undefined ? [] : await newestOfTask(writer, { accountId: account.id, task: 'final' });
    if (account === undefined || markerId === undefined || version === undefined)
      throw new Error(`The demo has no final project of ${student}`);
    const lines = await linesOfTask(writer, await rubricOfFinal(writer, version.id));
    const points: VivaPaper['points'] = lines
      .filter(({ optional }) => !optional)
      .map(({ id, most }) => ({ line: id, points: Math.round(most * share) }));
    const of = { submissionId: version.id, accountId: account.id };
    await changeFinal(writer, { ...of, version: version.version }, {});
    await writeOwnMarks(
      writer,
      { ...of, markerId, at: Math.round(now - daysAgo * dayMs) },
      { points, words },
      lines,
    );
  }
}
