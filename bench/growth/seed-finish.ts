import { tasks, type Task } from '#contract/dates';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { defaultVivaRule, type VivaRule } from '#contract/viva-hour/hour';
import { resultOf, type Counted, type Parts } from '#contract/results/result';
import { defaultRule } from '#contract/results/rule';
import { newPlan } from '#contract/vivas/plan';
import { setFrozen } from '#server/accounts/frozen-students';
import { systemClock } from '#server/platform/context';
import type { Database } from '#server/platform/database/database';
import { storeVivaRule } from '#server/viva-hour/hour-rows';
import { storePlan } from '#server/vivas/plan-rows';
import {
  buildBatch,
  buildMark,
  buildRecord,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
  buildViva,
} from '#support/factories';
import { confirmHour } from '#support/build-viva-hour';

export const finishBatch = 'FINISH-2026';
export const finisherEmail = (n: number) => `finisher${n}@example.test`;
export const vivaRoom = 'Room 1';
const students = 60;
const frozenStudents = 20;
/** Of those without a mark for it: each has a time, and two who examine. */
export const examined = [21, 23, 25, 27, 29, 31, 33, 35, 37, 39];
/** These have marks of the mentor, and an outcome. */
const hours = new Set([23, 25, 27, 29]);
export const finalOf = (n: number) => `FINAL-${n}`;
/** The rest has submitted them; of the viva nothing is submitted. */
const recorded: Task = 'viva';

/** A class at the end of its course: calls that read it whole cost the same, however many others there are. */
export async function seedFinish(
  database: Database,
  { courseId, mentorId, officeId }: { courseId: number; mentorId: number; officeId: number },
) {
  const context = { database, clock: systemClock };
  const now = systemClock.now();
  const batch = await buildBatch(context, { name: finishBatch, course_id: courseId });
  await database.transaction((writer) =>
    writer
      .insertInto('batch_mentors')
      .values({ batch_id: batch.id, name: 'Anjali', account_id: mentorId })
      .execute(),
  );
  const plan = { ...newPlan, rooms: [{ name: vivaRoom, link: null }] };
  await database.transaction((writer) => storePlan(writer, batch.id, plan, { by: mentorId, at: now }));
  await buildResultRule(context, { batch_id: batch.id, made_by: mentorId, rule: { pass_mark: 50 } });
  const rule = { ...defaultRule, pass_mark: 50 };
  const accounts: { id: number; name: string }[] = [];
  for (let n = 0; n < students; n++) {
    const account = await buildStudent(context, {
      batch_id: batch.id,
      name: `Finisher ${n}`,
      email: finisherEmail(n),
    });
    accounts.push(account);
    await buildSelection(context, {
      account_id: account.id,
      project_id: 'G001',
      started_at: now - 60 * dayMs,
    });
    for (const task of tasks.filter((one) => one !== recorded)) {
      const { id } = await buildSubmission(context, {
        account_id: account.id,
        task,
        ...(task === 'final' && { number: finalOf(n) }),
      });
      // Of the final some wait for their mark, and some for its release.
      if (task !== 'final' || n % 3 > 0)
        await buildMark(context, {
          submission_id: id,
          marked_by: mentorId,
          released: task === 'final' && n % 3 === 1 ? 0 : 1,
        });
    }
    if (n % 2 === 0)
      await buildRecord(context, {
        account_id: account.id,
        task: recorded,
        recorded_by: mentorId,
        released: n % 4 === 0 ? 1 : 0,
      });
  }
  const twoMark: VivaRule = { ...defaultVivaRule, two_mark_final: true };
  await database.transaction((writer) => storeVivaRule(writer, batch.id, twoMark, { by: mentorId, at: now }));
  const room_id = await database.transaction(
    async (writer) =>
      (
        await writer
          .insertInto('viva_rooms')
          .values({ room_key: 'room 1', name: vivaRoom, link: null })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  );
  const tomorrow = (Math.floor(now / dayMs) + 1) * dayMs + 4 * hourMs;
  for (const [at, n] of examined.entries()) {
    const { id: account_id } = accounts[n] as { id: number };
    const of = { accountId: account_id, batchId: batch.id, examinerId: mentorId };
    await buildViva(context, {
      account_id,
      batch_id: batch.id,
      room_id,
      starts_at: tomorrow + at * 30 * minuteMs,
      panel: [mentorId, officeId],
    });
    if (hours.has(n)) await confirmHour(context, of);
  }
  const marked: Counted = { status: 'marked', marks: 80, late_days: 0 };
  const result = resultOf(rule, Object.fromEntries(tasks.map((task) => [task, marked])) as Parts);
  const at = new Date(now).toISOString();
  const content = {
    ...result,
    lines: result.lines.map((line) => ({ ...line, marked_by: 'Anjali' })),
    rule,
    rule_version: 1,
    course: 'Growth',
    batch: finishBatch,
    project: 'Project',
    started_at: at,
    since: { number: 1, at, by: 'Office' },
  };
  const frozen = accounts.slice(0, frozenStudents);
  await database.transaction(async (writer) => {
    await writer
      .insertInto('certificate_names')
      .values(
        frozen.map(({ id, name }) => ({ account_id: id, line: name, confirmed_at: now, confirmed_by: null })),
      )
      .execute();
    const { id } = await writer
      .insertInto('result_freezes')
      .values({
        batch_id: batch.id,
        number: 1,
        rule_version: 1,
        rule: JSON.stringify(rule),
        frozen_by: mentorId,
        frozen_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writer
      .insertInto('frozen_results')
      .values(
        frozen.map(({ id: account_id, name }) => ({
          freeze_id: id,
          account_id,
          name,
          content: JSON.stringify(content),
        })),
      )
      .execute();
    await setFrozen(
      writer,
      frozen.map(({ id: account }) => account),
      id,
    );
  });
}
