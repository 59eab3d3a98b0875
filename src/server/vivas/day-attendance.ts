import { minutesOf } from '#contract/vivas/plan';
import type { Attendance } from '#contract/vivas/day';
import { recordAttendance, undoAttendance } from '#contract/vivas/day-calls';
import { act } from '../accounts/sessions/act.ts';
import { lockAccounts } from '../accounts/queries.ts';
import { lockStanding, removeRecord, writeRecord } from '../marking/recorded/write-record.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { readLocal } from '../platform/zoned-time.ts';
import { studentOfDay, type StudentOfDay } from './day-access.ts';
import { attendanceAt, storeAttendance, type AttendanceRow } from './day-rows.ts';
import { dayOf } from './plan-hours.ts';
import { clockOf, presentDay, undoUntil } from './present-day.ts';
import { missedOf, repeatedBy, storeMissedPanel } from './repeats.ts';
import { panelsOf, slotOfStudent } from './slot-rows.ts';

type Request = { context: AppContext; resource: StudentOfDay; now: number };

const zoneOf = ({ settings }: AppContext): string => settings.academyZone;

/** The day on which the student's viva is. */
async function viewOf(reader: Reader | Writer, { context, resource }: Request) {
  const zone = zoneOf(context);
  const [slot] = await slotOfStudent(reader, { accountId: resource.student.accountId });
  const day = slot === undefined ? null : dayOf(slot.startsAt, zone);
  return presentDay(reader, resource, { zone, now: context.clock.now(), day });
}

/** In the body's members; nulls before anything is recorded. */
async function storedAttendance(writer: Writer, { context, resource: { student } }: Request) {
  await lockAccounts(writer, [student.accountId]);
  const [slot] = await slotOfStudent(writer, { accountId: student.accountId });
  if (slot === undefined) throw httpErrors.conflict('This student has no time any more.');
  const { startsAt } = slot;
  const [row] = await attendanceAt(writer, { accountId: student.accountId, startsAt });
  const zone = zoneOf(context);
  return {
    state: row?.state ?? null,
    reason: row?.reason ?? '',
    from: clockOf(row?.broken_from ?? null, zone),
    to: clockOf(row?.broken_to ?? null, zone),
    startsAt,
    slotId: slot.id,
    row: row ?? null,
  };
}

const meanwhile = 'A colleague has recorded something else, or moved this viva. Yours is not saved yet.';

/** What the audit log says. */
const logged = (given: { state: Attendance | null; reason: string; from: string; to: string }) =>
  given.state === null
    ? null
    : {
        state: given.state,
        ...(given.reason !== '' && { reason: given.reason }),
        ...(given.from !== '' && { from: given.from }),
        ...(given.to !== '' && { to: given.to }),
      };

function invalid(name: string, message: string): never {
  throw httpErrors.invalidFields(message, [{ name, message }]);
}

/** Of the viva's day. @throws 400 */
function instantAt(
  name: string,
  clock: string,
  { startsAt, zone }: { startsAt: number; zone: string },
): number {
  const minutes = minutesOf(clock);
  if (minutes === null || minutes === 24 * 60)
    invalid(name, `${clock || 'Empty'} is not a time such as 10:20`);
  return readLocal(`${dayOf(startsAt, zone)}T${clock}`, zone, 'start');
}

type Given = { state: Attendance; reason: string; from: string; to: string };

/** Members that the state has, in instants. @throws 400 */
function readGiven({ state, reason, from, to }: Given, at: { startsAt: number; zone: string }) {
  if (state === 'excused' && reason === '') invalid('reason', 'Enter the reason');
  const isBroken = state === 'broken_off';
  const brokenFrom = isBroken ? instantAt('from', from, at) : null;
  const brokenTo = isBroken && to !== '' ? instantAt('to', to, at) : null;
  if (brokenFrom !== null && brokenTo !== null && brokenTo <= brokenFrom)
    invalid('to', 'The end must be after the beginning');
  return { state, reason: isBroken || state === 'excused' ? reason : '', brokenFrom, brokenTo };
}

/** Ten minutes for everybody of the day; a viva that has begun can always be broken off. @throws 409 */
function refuseLate(
  row: AttendanceRow | null,
  next: Attendance | null,
  { resource: { viewer }, now }: Request,
): void {
  if (row === null || viewer.role === 'administrator' || now <= undoUntil(row.recorded_at)) return;
  if (row.state === 'came' && next === 'broken_off') return;
  if (row.state === 'broken_off' && next === 'broken_off') return;
  throw httpErrors.conflict('This can be changed for ten minutes only. Ask the office to change it.');
}

const markOf = (state: Attendance | null): 'absent' | 'excused' | null =>
  state === 'absent' || state === 'excused' ? state : null;

/** The absence with a reason that this viva repeats, and the mark that came with it. */
async function repeatedAbsence(writer: Writer, accountId: number, startsAt: number) {
  const missed = (await missedOf(writer, [accountId])).get(accountId) ?? [];
  const first = repeatedBy(missed, startsAt);
  if (first === undefined) return null;
  const [row] = await attendanceAt(writer, { accountId, startsAt: first.startsAt });
  return row ?? null;
}

type Changed = { startsAt: number; row: AttendanceRow | null; next: Attendance | null };

/**
 * Lets the mark without a file follow: one that came from here is changed or removed with it, any other is left alone.
 * At a repeat “Excused” of the first viva came from here, and is there again where nothing else is recorded.
 * @returns its `recorded_at`, and the audit line of a removal
 */
async function followByMark(
  writer: Writer,
  { startsAt, row, next }: Changed,
  { resource: { student, viewer }, now }: Request,
) {
  const mark = markOf(next);
  if (mark === null && row?.mark_recorded_at == null) return { recordedAt: null, audit: [] };
  const { accountId } = student;
  const of = { accountId, email: student.email, task: 'viva' as const };
  const standing = await lockStanding(writer, of);
  const { record } = standing;
  const first = await repeatedAbsence(writer, accountId, startsAt);
  const isOurs =
    record !== null && [row?.mark_recorded_at, first?.mark_recorded_at].includes(record.recordedAt);
  const status = mark ?? (first === null ? null : 'excused');
  if (status === null) {
    if (record === null) return { recordedAt: null, audit: [] };
    if (!isOurs)
      throw httpErrors.conflict(
        'The mark without a file was changed since. Change it on the student’s page.',
      );
    const removed = await removeRecord(writer, of, standing);
    return {
      recordedAt: null,
      audit: removed === null ? [] : [{ ...removed, act: 'remove-recorded-mark' as const }],
    };
  }
  if (record?.status === status) return { recordedAt: isOurs ? record.recordedAt : null, audit: [] };
  if (record !== null && !isOurs)
    throw httpErrors.conflict(
      'Another mark without a file is recorded for this viva. Change it on the student’s page.',
    );
  const given = { status, marks: null, comments: '', released: record?.released === 1 };
  await writeRecord(writer, of, standing, given, { actorId: viewer.accountId, at: now });
  if (mark === null && first !== null) await storeAttendance(writer, { ...first, mark_recorded_at: now });
  return { recordedAt: now, audit: [] };
}

export const attendanceCalls = [
  act(recordAttendance, {
    who: studentOfDay,
    changes: { stored: storedAttendance, message: meanwhile, current: viewOf },
    audit: 'record-attendance',
    async run(writer, request) {
      const { context, resource, body, stored, now } = request;
      const { batch, student, viewer } = resource;
      const { startsAt, slotId, row } = stored;
      if (Date.parse(body.starts_at) !== startsAt)
        throw httpErrors.changedMeanwhile(meanwhile, await viewOf(writer, request));
      const { state, reason, brokenFrom, brokenTo } = readGiven(body, { startsAt, zone: zoneOf(context) });
      const isSame =
        row !== null &&
        row.state === state &&
        row.reason === reason &&
        row.broken_from === brokenFrom &&
        row.broken_to === brokenTo;
      if (isSame) return { id: student.accountId };
      refuseLate(row, state, request);
      const mark = await followByMark(writer, { startsAt, row, next: state }, request);
      await storeAttendance(writer, {
        account_id: student.accountId,
        starts_at: startsAt,
        batch_id: batch.id,
        state,
        reason,
        broken_from: brokenFrom,
        broken_to: brokenTo,
        mark_recorded_at: mark.recordedAt,
        recorded_by: viewer.accountId,
        recorded_at: now,
      });
      const waited = state === 'excused' ? ((await panelsOf(writer, [slotId])).get(slotId) ?? []) : [];
      await storeMissedPanel(
        writer,
        { accountId: student.accountId, startsAt },
        waited.map(({ id }) => id),
      );
      const zone = zoneOf(context);
      const after = { state, reason, from: clockOf(brokenFrom, zone), to: clockOf(brokenTo, zone) };
      return {
        id: student.accountId,
        audit: [
          ...mark.audit,
          {
            subject: student.email,
            aboutId: student.accountId,
            before: logged(stored),
            after: logged(after),
          },
        ],
      };
    },
    answer: viewOf,
  }),

  act(undoAttendance, {
    who: studentOfDay,
    changes: {
      stored: storedAttendance,
      seen: ['state', 'reason', 'from', 'to'],
      message: 'A colleague has recorded something else in the meantime. It is not undone.',
      current: viewOf,
    },
    audit: 'undo-attendance',
    async run(writer, request) {
      const { resource, stored } = request;
      const { accountId, email } = resource.student;
      if (stored.row === null) return null;
      refuseLate(stored.row, null, request);
      const { startsAt, row } = stored;
      const mark = await followByMark(writer, { startsAt, row, next: null }, request);
      await writer
        .deleteFrom('viva_attendance')
        .where('account_id', '=', accountId)
        .where('starts_at', '=', stored.startsAt)
        .execute();
      return {
        id: accountId,
        audit: [...mark.audit, { subject: email, aboutId: accountId, before: logged(stored), after: null }],
      };
    },
  }),
];
