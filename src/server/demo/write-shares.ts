import { sharePhrase } from '../marking/shared-phrases.ts';
import { divideEvenly } from '../marking/shares/divide-evenly.ts';
import { studentsOfBatch, writeShares } from '../marking/shares/queries.ts';
import type { Writer } from '../platform/database/database.ts';

/** The students who joined last are assigned to no mentor yet. */
const unassigned = 3;

const phrases = [
  { name: 'readme', text: 'Say in the README how to start it, and with which data.' },
  { name: 'tests', text: 'Please write a test for the case that failed. One is enough.' },
];

/** Divides the marking of a batch between its mentors, and shares some of their phrases. */
export async function writeMarkingShares(
  writer: Writer,
  { batchId, mentorIds, at }: { batchId: number; mentorIds: readonly number[]; at: number },
): Promise<void> {
  const students = await studentsOfBatch(writer, batchId).execute();
  const assigned = students.slice(0, -unassigned).map(({ accountId }) => accountId);
  await writeShares(writer, batchId, divideEvenly(assigned, mentorIds));
  for (const [index, phrase] of phrases.entries())
    await sharePhrase(writer, { batchId, projectId: null }, { ...phrase, by: mentorIds[index] ?? null, at });
}
