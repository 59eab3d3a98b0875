import { isoInstant } from '#contract/dates';
import * as calls from '#contract/progress/schedule-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { notify } from '../../notices/notify.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Extensions } from '../../submissions/due-dates.ts';
import { insertExtensions, lockExtensions, type Granting } from '../../submissions/extensions.ts';
import { localMoment } from '../../platform/zoned-time.ts';
import { readOutage, readOutageReach, touchedBy, type Outage, type Touched } from './outage-reach.ts';

type OutageGranting = Granting & { outage: Outage };

/** @returns the audit lines */
async function grantTo(
  writer: Writer,
  touched: readonly Touched[],
  locked: ReadonlyMap<number, Extensions>,
  granting: OutageGranting,
) {
  const extensions = touched.flatMap(({ student: { accountId }, tasks }) =>
    tasks.map(({ task, before, after }) => ({ accountId, task, dueAt: after, dueBefore: before })),
  );
  await insertExtensions(writer, extensions, locked, granting);
  const { reason, outage } = granting;
  return touched.map(({ student, tasks }) => ({
    subject: student.email,
    aboutId: student.accountId,
    before: { due: tasks.map(({ task, before }) => ({ task, due_at: isoInstant(before) })) },
    after: {
      due: tasks.map(({ task, after }) => ({ task, due_at: isoInstant(after) })),
      outage: { from: isoInstant(outage.from), to: isoInstant(outage.to) },
      reason,
    },
  }));
}

export const outageCalls = [
  read(calls.readOutageReach, {
    who: ownBatchOf,
    run({ context: { database, settings }, resource: { batch }, query }) {
      const { academyZone: zone } = settings;
      return readOutageReach(database.reader, { batchId: batch.id, zone, outage: readOutage(query, zone) });
    },
  }),

  // Notifies the students; the reason is for staff. Repeated grants for one outage count once.
  act(calls.grantOutage, {
    who: ownBatchOf,
    key: {
      kind: 'outage',
      content: ({ resource: { batch }, body: { from, to, reason } }) => [batch.id, from, to, reason],
    },
    audit: 'grant-outage',
    async run(writer, { resource: { batch, viewer }, body, context: { settings }, now }) {
      const { academyZone: zone } = settings;
      const outage = readOutage(body, zone);
      const granting = { actorId: viewer.accountId, at: now, reason: body.reason, outage };
      const accounts: number[] = [];
      const audit: Awaited<ReturnType<typeof grantTo>> = [];
      let locked: ReadonlyMap<number, Extensions> = new Map();
      const lock = async (ids: readonly number[]) => (locked = await lockExtensions(writer, ids));
      for await (const touched of touchedBy(writer, { batchId: batch.id, zone, outage }, lock)) {
        audit.push(...(await grantTo(writer, touched, locked, granting)));
        accounts.push(...touched.map(({ student }) => student.accountId));
      }
      if (accounts.length === 0)
        throw httpErrors.conflict('No student is affected, or all have the extension already.');
      await notify(writer, {
        kind: 'grant',
        event: `outage:${batch.id}:${outage.from}:${outage.to}:${now}`,
        accounts,
        about: 'project',
        text: `You have an extension because the portal was not available on ${localMoment(outage.from, zone)}`,
        href: '/ProjectDashboard1',
        now,
      });
      return { id: accounts.length, audit };
    },
    answer: async (_, __, granted) => ({ granted }),
  }),
];
