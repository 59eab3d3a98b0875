import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import { hourLimits } from '#contract/viva-hour/hour';
import * as calls from '#contract/viva-hour/hour-calls';
import type { ListedHour, VivaHours } from '#contract/viva-hour/hour-calls';
import { administratorOfStudent, type OwnStudent } from '../accounts/policy.ts';
import { accountNames, lockAccount } from '../accounts/queries.ts';
import { act, read } from '../accounts/sessions/act.ts';
import { lockBatchById, type Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { officeBatch } from '../results/result-rule.ts';
import { hourNumber, hourSlotsOfBatch } from '../vivas/hour-slots.ts';
import { panelsOf } from '../vivas/slot-rows.ts';
import { beginHour, changeHour, hoursOfBatch, noteMissing, storeVivaRule, vivaRuleOf } from './hour-rows.ts';
import { panelOf } from './policy.ts';
import { momentOf, presentClosed, readState } from './present-hour.ts';

/** Who gave and who did not, and nothing of what was given. */
async function presentHours(reader: Reader | Writer, batch: Batch): Promise<VivaHours> {
  const slots = await hourSlotsOfBatch(reader, { batchId: batch.id });
  const panels = await panelsOf(
    reader,
    slots.map(({ id }) => id),
  );
  const given = await hoursOfBatch(reader, batch.id);
  const names = await accountNames(
    reader,
    [...given.values()].flatMap((rows) => rows.flatMap(({ closedBy }) => closedBy ?? [])),
  );
  const all = slots.flatMap(({ id, accountId, startsAt, email, name, isRepeat }): ListedHour[] => {
    const panel = panels.get(id) ?? [];
    if (panel.length === 0) return [];
    const own = hourNumber({ isRepeat });
    const newest = (given.get(accountId) ?? []).filter(({ number }) => number === own);
    const [hour] = newest;
    const rowOf = (examiner: number) => newest.find(({ examinerId }) => examinerId === examiner);
    return [
      {
        student: { s_id: email, s_name: shownName(name) },
        starts_at: isoInstant(startsAt),
        panel: panel.map((member) => ({
          email: member.email,
          name: shownName(member.name),
          gave: rowOf(member.id) !== undefined,
          confirmed: rowOf(member.id)?.hasConfirmed != null,
        })),
        closed:
          hour?.closedAt == null
            ? null
            : {
                at: isoInstant(hour.closedAt),
                by: names.get(hour.closedBy ?? 0) ?? '',
                reason: hour.closedReason ?? '',
              },
        confirmed_at: instantOrNull(hour?.confirmedAt),
        ...(own > 1 && { repeat: true as const }),
      },
    ];
  });
  const open = all.filter(({ confirmed_at: at }) => at === null);
  const confirmed = all.filter(({ confirmed_at: at }) => at !== null);
  return {
    batch: batch.name,
    rule: await vivaRuleOf(reader, batch.id),
    confirmed: confirmed.length,
    hours: [...open, ...confirmed].slice(0, hourLimits.listed),
  };
}

async function presentOne(reader: Reader, { student }: OwnStudent): Promise<ListedHour> {
  const panel = await panelOf(reader, student.accountId);
  if (panel === null) throw httpErrors.conflict('The viva has no time any more.');
  const { hour, papers } = await readState(reader, student.accountId, panel);
  return {
    student: { s_id: student.email, s_name: shownName(student.name) },
    starts_at: isoInstant(panel.slot.startsAt),
    panel: panel.members.map(({ id, email, name }) => ({
      email,
      name: shownName(name),
      gave: papers.has(id),
      confirmed: papers.get(id)?.confirmedAt != null,
    })),
    closed: await presentClosed(reader, hour),
    confirmed_at: instantOrNull(hour?.confirmed_at),
    ...(hourNumber(panel.slot) > 1 && { repeat: true as const }),
  };
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

export const officeHourCalls = [
  read(calls.listVivaHours, {
    who: officeBatch,
    run: ({ context, resource: { batch } }) => presentHours(context.database.reader, batch),
  }),

  act(calls.setVivaRule, {
    who: officeBatch,
    changes: {
      async stored(writer, { resource: { batch } }) {
        await lockBatchById(writer, batch.id);
        return vivaRuleOf(writer, batch.id);
      },
      message: 'The rule was changed in the meantime. Your change is not saved yet.',
      current: (writer, { resource: { batch } }) => vivaRuleOf(writer, batch.id),
    },
    audit: 'set-viva-rule',
    async run(writer, { resource: { batch, viewer }, body, stored, now }) {
      const { began: _, ...rule } = body;
      await storeVivaRule(writer, batch.id, rule, { by: viewer.accountId, at: now });
      return { id: batch.id, audit: { subject: batch.name, before: stored, after: rule } };
    },
    answer: (reader, { resource: { batch } }) => presentHours(reader, batch),
  }),

  act(calls.closeVivaPanel, {
    who: administratorOfStudent,
    audit: 'close-viva-panel',
    async run(writer, { resource: { student, viewer }, body: { reason, waiting }, now }) {
      const { accountId } = student;
      await lockAccount(writer, accountId);
      const panel = await panelOf(writer, accountId);
      if (panel === null) throw httpErrors.conflict('The viva has no time any more.');
      const { hour, papers, isShown, choice } = await readState(writer, accountId, panel);
      if (hour?.closed_at != null) throw httpErrors.conflict('The panel is closed already.');
      if (isShown) throw httpErrors.conflict('Everybody has given marks. There is nothing to close.');
      if (papers.size === 0)
        throw httpErrors.conflict('Nobody has given marks yet. Change the time or the panel in the plan.');
      const missing = panel.members.filter(({ id }) => !papers.has(id));
      if (
        !isSameList(
          waiting,
          missing.map(({ email }) => email),
        )
      )
        throw httpErrors.conflict('Somebody has given marks in the meantime. The panel is not closed.');
      const begun = await beginHour(writer, {
        accountId,
        choice: momentOf(choice),
        number: hourNumber(panel.slot),
        batchId: panel.slot.batchId,
      });
      await noteMissing(
        writer,
        { hourId: begun.id, accountId },
        missing.map(({ id }) => id),
      );
      await changeHour(writer, begun.id, {
        opened_at: begun.opened_at ?? now,
        closed_at: now,
        closed_by: viewer.accountId,
        closed_reason: reason,
      });
      return {
        id: accountId,
        audit: {
          subject: student.email,
          aboutId: accountId,
          before: null,
          after: {
            reason,
            gave: panel.members.filter(({ id }) => papers.has(id)).map(({ email }) => email),
            missing: missing.map(({ email }) => email),
          },
        },
      };
    },
    answer: (reader, { resource }) => presentOne(reader, resource),
  }),
];
