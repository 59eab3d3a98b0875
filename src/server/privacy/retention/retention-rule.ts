import { isoInstant, instantOrNull } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import { limits } from '#contract/limits';
import * as calls from '#contract/privacy/retention-calls';
import { administrator } from '../../accounts/policy.ts';
import { freshly } from '../../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { enqueueJob } from '../../platform/jobs/job-rows.ts';
import { mailStates } from '../../platform/mail/mail-states.ts';
import { listHolds } from './holds.ts';
import { countPlans, lockRetention, plansAfter, readRule, studentsBefore } from './retention-queries.ts';
import type { PlanRow } from './retention-queries.ts';
import { endOfBatch, notBefore, yearsBefore } from './retention-times.ts';

export const retentionKind = { kind: 'remove-old-data' };

/** The mail's event, by which the office sees what became of it. */
export const removalMail = (accountId: number, at: number): string => `data-removal:${accountId}:${at}`;

async function presentPlans(reader: Reader | Writer, rows: readonly PlanRow[]) {
  const events = rows.flatMap(({ accountId, personAt }) =>
    personAt === null ? [] : [removalMail(accountId, personAt)],
  );
  const states = await mailStates(reader, events);
  return rows.map((row): calls.PlannedRemoval => {
    const { accountId, personAt, officeAt } = row;
    return {
      student: { s_id: row.email, s_name: shownName(row.name) },
      batch: row.batch ?? '',
      ended_at: isoInstant(row.endedAt),
      office_notified_at: isoInstant(officeAt),
      person_notified_at: instantOrNull(personAt),
      mail: personAt === null ? null : (states.get(removalMail(accountId, personAt)) ?? 'none'),
      not_before: isoInstant(notBefore(officeAt, personAt)),
    };
  });
}

async function suspendedBefore(reader: Reader | Writer, years: number | null, now: number) {
  if (years === null) return [];
  const cutoff = yearsBefore(now, years);
  const of = { accountId: 0, cutoff, limit: limits.pageSize };
  const rows = await studentsBefore({ of: 'unplanned', suspended: true })(reader, of);
  return rows
    .filter((row) => endOfBatch(row) <= cutoff)
    .map(({ email, name }) => ({ s_id: email, s_name: shownName(name) }));
}

async function readRetention(
  reader: Reader | Writer,
  now: number,
  { limit = limits.pageSize, after = '0' }: { limit?: number | undefined; after?: string | undefined } = {},
): Promise<calls.Retention> {
  const { years } = await readRule(reader);
  const rows = await plansAfter(reader, { accountId: Number(after), limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    years,
    count: await countPlans(reader),
    planned: await presentPlans(reader, rows),
    next: last === undefined ? null : String(last.accountId),
    holds: await listHolds(reader),
    suspended: await suspendedBefore(reader, years, now),
  };
}

export const retentionRuleCalls = [
  read(calls.readRetention, {
    who: administrator,
    run: ({ context: { database, clock }, query }) => readRetention(database.reader, clock.now(), query),
  }),

  act(calls.setRetention, {
    who: freshly<Viewer>(administrator),
    changes: {
      stored: async (writer) => ({ years: (await lockRetention(writer)).years }),
      message: 'The time was changed in the meantime. Yours is not saved yet.',
      current: (writer, { now }) => readRetention(writer, now),
    },
    audit: 'set-retention',
    async run(writer, { resource: { accountId }, body: { years }, stored, now }) {
      if (years === stored.years) return { id: accountId };
      await writer.updateTable('retention').set({ years }).where('id', '=', 1).execute();
      // What was announced under another rule ends at once.
      await enqueueJob(writer, retentionKind, null, { now, key: '' });
      const audit = { subject: 'personal data', before: { years: stored.years }, after: { years } };
      return { id: accountId, audit };
    },
    answer: (reader, { now }) => readRetention(reader, now),
  }),
];
