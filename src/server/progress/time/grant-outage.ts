import { isoInstant } from '#contract/dates';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import { notify } from '../../notices/notify.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Extensions } from '../../submissions/due-dates.ts';
import { insertExtensions, lockExtensions, type Granting } from '../../submissions/extensions.ts';
import { localMoment } from '../../platform/zoned-time.ts';
import { readOutage, touchedBy, type Outage, type Touched } from './outage-reach.ts';

type OutageGranting = Granting & { outage: Outage };

/** Audited. */
async function grantTo(
  writer: Writer,
  touched: readonly Touched[],
  locked: ReadonlyMap<number, Extensions>,
  granting: OutageGranting,
): Promise<void> {
  const extensions = touched.flatMap(({ student: { accountId }, tasks }) =>
    tasks.map(({ task, before, after }) => ({ accountId, task, dueAt: after, dueBefore: before })),
  );
  await insertExtensions(writer, extensions, locked, granting);
  const { actorId, at, reason, outage } = granting;
  await recordAuditEvents(
    writer,
    touched.map(({ student, tasks }) => ({
      at,
      actorId,
      act: 'grant-outage',
      subject: student.email,
      aboutId: student.accountId,
      before: { due: tasks.map(({ task, before }) => ({ task, due_at: isoInstant(before) })) },
      after: {
        due: tasks.map(({ task, after }) => ({ task, due_at: isoInstant(after) })),
        outage: { from: isoInstant(outage.from), to: isoInstant(outage.to) },
        reason,
      },
    })),
  );
}

/**
 * Extends the due dates of all affected students of a batch and notifies them; the reason is for staff. Repeated grants for
 * one outage count once.
 * @param of times of the academy's zone
 * @returns the number of students
 * @throws 400 for an invalid range, 409 where nobody is affected
 */
export async function grantOutage(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { batch, actorId }: { batch: { id: number; name: string }; actorId: number },
  { reason, from, to }: { from: string; to: string; reason: string },
  key: string | null = null,
): Promise<{ granted: number }> {
  const { academyZone: zone } = context.settings;
  const outage = readOutage({ from, to }, zone);
  const content = [batch.id, from, to, reason];
  const request = { accountId: actorId, kind: 'outage', key, content } as const;
  const granted = await once(context, request, async (writer, now) => {
    const granting = { actorId, at: now, reason, outage };
    const accounts: number[] = [];
    let locked: ReadonlyMap<number, Extensions> = new Map();
    const lock = async (ids: readonly number[]) => (locked = await lockExtensions(writer, ids));
    for await (const touched of touchedBy(writer, { batchId: batch.id, zone, outage }, lock)) {
      await grantTo(writer, touched, locked, granting);
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
    // For repetitions.
    return accounts.length;
  });
  return { granted };
}
