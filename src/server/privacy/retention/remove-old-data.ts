import { dayMs, hourMs } from '#contract/durations';
import { retentionPath } from '#contract/privacy/retention';
import { holderOf } from '../../accounts/own-account/own-account-queries.ts';
import { mailHolder } from '../../accounts/own-account/notify-holder.ts';
import { accountById, activeStaff } from '../../accounts/queries.ts';
import { notify, withdraw } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { eachRow, rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { withdrawMails } from '../../platform/mail/enqueue-mail.ts';
import { localText } from '../../platform/zoned-time.ts';
import { anonymiseWhere } from '../anonymisation/anonymise-person.ts';
import {
  countPlans,
  lockRetention,
  planOf,
  plansAfter,
  readRule,
  studentsBefore,
} from './retention-queries.ts';
import type { PlanRow } from './retention-queries.ts';
import { removalMail, retentionKind } from './retention-rule.ts';
import * as times from './retention-times.ts';

/** In one run; the rest is for the next. */
const removedAtOnce = 50;
/** Each day: the office reads the list. */
const plannedADay = 500;
const planEveryMs = dayMs - hourMs;
const pageSize = 200;

type Rule = Awaited<ReturnType<typeof lockRetention>>;
type Run = { now: number; rule: Rule };

const onlyActive = { of: 'one', suspended: false } as const;

const officeOf = ({ officeAt, officeObservedMs }: PlanRow): times.Noticed => ({
  at: officeAt,
  observedMs: officeObservedMs,
});
const personOf = ({ personAt, personObservedMs }: PlanRow): times.Noticed | null =>
  personAt === null || personObservedMs === null ? null : { at: personAt, observedMs: personObservedMs };

/** Whether the rule, the batch and its end, and the person are as when it was announced. */
async function isUnchanged(reader: Reader | Writer, plan: PlanRow, { now, rule }: Run): Promise<boolean> {
  if (rule.years === null || rule.years !== plan.years) return false;
  const cutoff = times.yearsBefore(now, rule.years);
  const [row] = await studentsBefore(onlyActive)(reader, { accountId: plan.accountId, cutoff, limit: 1 });
  return row?.batchId === plan.batchId && times.endOfBatch(row) === plan.endedAt;
}

const localDay = (at: number, { settings }: Pick<AppContext, 'settings'>) =>
  localText(at, settings.academyZone).slice(0, 10);

const noticeOf = (at: number) => ({ kind: 'data-removal' as const, event: `removal:${at}` });

async function notifyPerson(
  writer: Writer,
  context: AppContext,
  plan: PlanRow,
  { now, rule }: Run,
): Promise<void> {
  const { accountId, years, officeAt } = plan;
  await writer
    .updateTable('retention_plans')
    .set({ person_at: now, person_observed_ms: rule.observedMs })
    .where('account_id', '=', accountId)
    .execute();
  const day = localDay(times.notBefore(officeAt, now), context);
  const ago = `Your batch ended more than ${years === 1 ? 'one year' : `${years} years`} ago`;
  await mailHolder(writer, context, await holderOf(writer, accountId), {
    event: removalMail(accountId, now),
    subject: 'Your personal data will be removed',
    lead: `${ago}. On ${day} or later, the portal removes your name, your contact details, your texts and your files. Log in before that day to download your record. To keep your data in the portal, contact the office.`,
    by: 'office',
    now,
  });
  await notify(writer, {
    ...noticeOf(now),
    accounts: [accountId],
    about: 'data-removal',
    text: `${ago}: your personal data will be removed on ${day} or later`,
    href: '/account',
    isMailed: false,
    now,
  });
}

/** Who was told that data goes is told that it stays. */
async function cancelPlan(
  writer: Writer,
  context: AppContext,
  { accountId, personAt }: PlanRow,
  now: number,
): Promise<void> {
  await writer.deleteFrom('retention_plans').where('account_id', '=', accountId).execute();
  // An older program may have anonymised the person, and leaves the plan.
  const { anonymised_at: anonymisedAt } = await accountById(writer, accountId);
  if (personAt === null || anonymisedAt !== null) return;
  await withdrawMails(writer, [removalMail(accountId, personAt)], now);
  const subject = 'Your personal data is not removed';
  await mailHolder(writer, context, await holderOf(writer, accountId), {
    subject,
    lead: 'We wrote to you that your personal data would be removed soon. This is cancelled: your data stays in the portal. You will get another email before it is removed.',
    by: 'office',
    now,
  });
  await withdraw(writer, { ...noticeOf(personAt), accounts: [accountId], now });
  await notify(writer, {
    kind: 'data-removal',
    event: `kept:${personAt}`,
    accounts: [accountId],
    about: 'data-removal',
    text: 'The removal of your personal data is cancelled',
    href: '/account',
    isMailed: false,
    now,
  });
}

/** Under the lock: the plan as it is now, and whether it still holds. Null where another process was first. */
async function lockPlan(writer: Writer, accountId: number, now: number) {
  const run = { now, rule: await lockRetention(writer) };
  const plan = await planOf(writer, accountId);
  return plan === undefined ? null : { run, plan, isUnchanged: await isUnchanged(writer, plan, run) };
}

const isDue = (plan: PlanRow, { now, rule }: Run): boolean =>
  times.isRemovalDue(officeOf(plan), personOf(plan), { now, observedMs: rule.observedMs });

const isPersonNext = (plan: PlanRow, { now, rule }: Run): boolean =>
  plan.personAt === null && times.isPersonNext(officeOf(plan), { now, observedMs: rule.observedMs });

/** The reason proves both notices, and names nobody. */
const reasonOf = ({ years, officeAt, personAt }: PlanRow, context: AppContext): string =>
  `Kept for ${years === 1 ? '1 year' : `${years} years`} after the end of the batch. The office was notified on ${localDay(officeAt, context)}, the person on ${localDay(personAt ?? officeAt, context)}.`;

async function removeWhenDue(context: AppContext, plan: PlanRow, now: number): Promise<boolean> {
  const { accountId } = plan;
  return anonymiseWhere(context, { accountId, reason: reasonOf(plan, context) }, async (writer) => {
    const locked = await lockPlan(writer, accountId, now);
    return locked !== null && locked.isUnchanged && isDue(locked.plan, locked.run);
  });
}

/** @returns null where nothing is to be done: off, and nothing announced */
async function beginRun({ database, clock }: AppContext): Promise<(Run & { restarts: boolean }) | null> {
  const now = clock.now();
  const stored = await readRule(database.reader);
  if (stored.years === null && (await countPlans(database.reader)) === 0) return null;
  return database.transaction(async (writer) => {
    const rule = await lockRetention(writer);
    const added = times.observedSince(rule.lookedAt, now);
    const observedMs = rule.observedMs + (added ?? 0);
    await writer
      .updateTable('retention')
      .set({ observed_ms: observedMs, looked_at: now })
      .where('id', '=', 1)
      .execute();
    return { now, rule: { ...rule, observedMs }, restarts: added === null };
  });
}

/** Cancels, notifies or removes, each in its own transaction. */
async function followPlans(
  context: AppContext,
  run: Run & { restarts: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { database } = context;
  const { now, restarts } = run;
  let removed = 0;
  const plans = eachRow(
    (last?: PlanRow) => plansAfter(database.reader, { accountId: last?.accountId ?? 0, limit: pageSize }),
    { size: pageSize, signal },
  );
  for await (const plan of plans) {
    if (signal.aborted) return;
    if (restarts || !(await isUnchanged(database.reader, plan, run))) {
      await database.transaction(async (writer) => {
        const locked = await lockPlan(writer, plan.accountId, now);
        const isSame = locked?.plan.officeAt === plan.officeAt;
        if (locked !== null && isSame && (restarts || !locked.isUnchanged))
          await cancelPlan(writer, context, locked.plan, now);
      });
    } else if (isDue(plan, run)) {
      if (removed < removedAtOnce && (await removeWhenDue(context, plan, now))) removed += 1;
    } else if (isPersonNext(plan, run)) {
      await database.transaction(async (writer) => {
        const locked = await lockPlan(writer, plan.accountId, now);
        if (locked?.isUnchanged && isPersonNext(locked.plan, locked.run))
          await notifyPerson(writer, context, locked.plan, locked.run);
      });
    }
  }
}

async function unplannedBefore(reader: Reader, cutoff: number, signal: AbortSignal) {
  const found: { accountId: number; batchId: number; endedAt: number }[] = [];
  type Row = Awaited<ReturnType<ReturnType<typeof studentsBefore>>>[number];
  const unplanned = studentsBefore({ of: 'unplanned', suspended: false });
  const rows = eachRow(
    (last?: Row) => unplanned(reader, { accountId: last?.accountId ?? 0, cutoff, limit: pageSize }),
    { size: pageSize, signal },
  );
  for await (const row of rows) {
    if (found.length === plannedADay) break;
    const endedAt = times.endOfBatch(row);
    if (endedAt <= cutoff) found.push({ accountId: row.accountId, batchId: row.batchId, endedAt });
  }
  return found;
}

/** Once a day, so that the office has one list and one notice. */
async function planRemovals(context: AppContext, { now, rule }: Run, signal: AbortSignal): Promise<void> {
  const { years, plannedAt } = rule;
  const { reader } = context.database;
  if (years === null || (plannedAt !== null && Math.abs(now - plannedAt) < planEveryMs)) return;
  const office = await activeStaff(reader, 'office');
  // Without a reader nothing is announced.
  if (office.length === 0) return;
  const found = await unplannedBefore(reader, times.yearsBefore(now, years), signal);
  if (found.length === 0) return;
  await context.database.transaction(async (writer) => {
    const locked = await lockRetention(writer);
    if (locked.years !== years || locked.plannedAt !== plannedAt) return;
    const rows = found.map(({ accountId, batchId, endedAt }) => ({
      account_id: accountId,
      batch_id: batchId,
      ended_at: endedAt,
      years,
      office_at: now,
      office_observed_ms: locked.observedMs,
      person_at: null,
      person_observed_ms: null,
    }));
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await writer
        .insertInto('retention_plans')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((on) => on.doNothing())
        .execute();
    await writer.updateTable('retention').set({ planned_at: now }).where('id', '=', 1).execute();
    const count = rows.length === 1 ? '1 student' : `${rows.length} students`;
    await notify(writer, {
      kind: 'removal-planned',
      event: `planned:${now}`,
      accounts: office,
      about: 'retention',
      text: `The personal data of ${count} will be removed on ${localDay(times.notBefore(now, null), context)} or later`,
      href: retentionPath,
      now,
    });
  });
}

/** Announces removals, waits, and anonymises. Each step asks again under the lock that holds and the setting use. */
export async function removeOldData(context: AppContext, signal: AbortSignal): Promise<void> {
  const run = await beginRun(context);
  if (run === null) return;
  await followPlans(context, run, signal);
  await planRemovals(context, run, signal);
}

export const removeOldDataJob = periodicJob(retentionKind.kind, times.lookMs, removeOldData);
