import { shownName } from '#contract/accounts/person-name';
import { holdKey, holdsOf, takenWords } from '#contract/vivas/clashes';
import { planLimits, type PlanRoom } from '#contract/vivas/plan';
import { readPhone } from '../../people/sheets/row-fields.ts';
import { roomKey } from '../../progress/time/viva-delays.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { localClock, localText, readLocal } from '../../platform/zoned-time.ts';
import { minutesOfSteps, stepMs, stepOf, stepsOf } from '../plan-hours.ts';
import { roomIds, staffAmong, staffWhoExamine, studentsToPlan, type StoredPlan } from '../plan-rows.ts';
import { panelsOf, takenBetween } from '../slot-rows.ts';
import type { Span } from '../spans.ts';
import {
  isNobody,
  isWithoutTime,
  namesIn,
  personKey,
  readRoom,
  readWhen,
  type VivaFaults,
  type VivaTexts,
} from './read-viva-rows.ts';
import { peopleOfBatch, slotsOfBatch, type StoredSlot } from './sheet-queries.ts';
import { writeClock } from './typed-moment.ts';

type Person = { id: number; email: string; name: string };
export type Placed = {
  startsAt: number;
  minutes: number;
  buffer: number;
  room: PlanRoom;
  panel: readonly Person[];
};
export type Judged = {
  line: number;
  state: 'new' | 'changed' | 'unchanged' | 'wrong';
  student: Person | null;
  faults: VivaFaults;
  before: (Placed & { slotId: number }) | null;
  after: Placed | null;
};
type Typed = { line: number; texts: VivaTexts; faults: VivaFaults };

/** One by a key; null where two have it. */
function byKey<One>(all: readonly One[], keyOf: (one: One) => string | null): Map<string, One | null> {
  const found = new Map<string, One | null>();
  for (const one of all) {
    const key = keyOf(one);
    if (key !== null && key !== '') found.set(key, found.has(key) ? null : one);
  }
  return found;
}

/** What the rows are compared with. */
async function readKnown(reader: Reader | Writer, batchId: number, rows: readonly Typed[]) {
  const people = await peopleOfBatch(reader, { batchId });
  const planned = await studentsToPlan(reader, { batchId });
  const slots = await slotsOfBatch(reader, { batchId });
  const panels = await panelsOf(
    reader,
    slots.map(({ id }) => id),
  );
  const named = rows.flatMap(({ texts }) => namesIn(texts.examiners));
  const staff = await staffWhoExamine(reader, { batchId });
  const byEmail = await staffAmong(reader, [
    ...staff.map(({ email }) => email),
    ...named.filter((name) => name.includes('@')).map((email) => email.toLowerCase()),
  ]);
  const here = new Set(staff.map(({ email }) => email));
  return {
    emails: byKey(people, ({ email }) => email),
    phones: byKey(people, ({ phone }) => phone),
    names: byKey(people, ({ name }) => personKey(name)),
    planned: new Map(planned.map((one) => [one.id, one])),
    slots: new Map(slots.map((slot) => [slot.accountId, slot])),
    panels,
    staffEmails: byKey(byEmail, ({ email }) => email),
    staffNames: byKey(
      byEmail.filter(({ email }) => here.has(email)),
      ({ name }) => personKey(name),
    ),
  };
}
type Known = Awaited<ReturnType<typeof readKnown>>;

/** By email, else phone, else name. */
function studentOf(
  { email, phone, name }: VivaTexts,
  known: Known,
): { student: Person } | { faults: VivaFaults } {
  const none = 'has no student with this';
  if (email !== '') {
    const found = known.emails.get(email);
    return found == null ? { faults: { email: `This batch ${none} email` } } : { student: found };
  }
  const number = readPhone(phone);
  const byPhone = number === null ? undefined : known.phones.get(number);
  if (byPhone != null) return { student: byPhone };
  if (name === '')
    return byPhone === null
      ? { faults: { phone: 'Two students have this phone. Write the email' } }
      : { faults: { phone: `This batch ${none} phone` } };
  const found = known.names.get(personKey(name));
  if (found === null) return { faults: { name: 'Two students have this name. Write the email' } };
  return found === undefined ? { faults: { name: `This batch ${none} name` } } : { student: found };
}

/** @param stored what an empty cell keeps @param only of a plan with one examiner */
function panelOf(
  text: string,
  known: Known,
  { stored, only }: { stored: readonly Person[]; only: Person | null },
): { panel: readonly Person[] } | { fault: string } {
  if (text === '') {
    if (stored.length > 0) return { panel: stored };
    return only === null ? { fault: 'The examiner is missing' } : { panel: [only] };
  }
  const panel = new Map<number, Person>();
  for (const name of namesIn(text)) {
    const found = name.includes('@')
      ? known.staffEmails.get(name.toLowerCase())
      : known.staffNames.get(personKey(name));
    if (found === null) return { fault: `Two people have the name ${name}. Write the email` };
    if (found === undefined)
      return {
        fault: `No mentor, examiner or administrator is called ${name}. Invite them, or write the email`,
      };
    panel.set(found.id, found);
  }
  if (panel.size > planLimits.panel) return { fault: `There can be at most ${planLimits.panel} examiners` };
  return { panel: [...panel.values()].toSorted((a, b) => a.id - b.id) };
}

const sameIds = (one: readonly Person[], other: readonly Person[]): boolean =>
  one.map(({ id }) => id).join() ===
  other
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join();

type Of = { plan: StoredPlan; rooms: PlanRoom[]; zone: string; today: string };

function judgeRow({ line, texts, faults }: Typed, known: Known, { plan, rooms, zone, today }: Of): Judged {
  const judged = (state: Judged['state'], more: Partial<Judged> = {}): Judged => ({
    line,
    state,
    student: null,
    faults: {},
    before: null,
    after: null,
    ...more,
  });
  if (Object.keys(faults).length > 0) return judged('wrong', { faults });
  if (isNobody(texts)) return judged('unchanged');
  const found = studentOf(texts, known);
  if ('faults' in found) return judged('wrong', found);
  const { student } = found;
  const wrong = (more: VivaFaults): Judged => judged('wrong', { student, faults: more });
  if (isWithoutTime(texts)) return judged('unchanged', { student });
  const planned = known.planned.get(student.id);
  if (planned === undefined)
    return wrong({ [texts.email === '' ? 'name' : 'email']: 'This student has no project yet' });
  const slot = known.slots.get(student.id);
  if (slot === undefined && planned.slotId !== null)
    return wrong({ time: 'This student has a time in another batch. Take it away first' });
  const before = slot === undefined ? null : storedPlace(slot, known);
  const days = plan.days.map(({ day }) => day);
  const read = readWhen(texts, { days, today });
  const where = readRoom(texts.room, texts.room === '' && before !== null ? [before.room] : rooms);
  const examiners = panelOf(texts.examiners, known, {
    stored: before?.panel ?? [],
    only: plan.examiners.length === 1 ? (plan.examiners[0] ?? null) : null,
  });
  const all: VivaFaults = {
    ...('faults' in read && read.faults),
    ...('fault' in where && { room: where.fault }),
    ...('fault' in examiners && { examiners: examiners.fault }),
  };
  if ('faults' in read || 'fault' in where || 'fault' in examiners) return wrong(all);
  const { day, from, minutes } = read.when;
  const startsAt = readLocal(`${day}T${writeClock(from)}`, zone, 'start');
  const after: Placed = {
    startsAt,
    minutes: minutes ?? before?.minutes ?? plan.length + (planned.extra ?? 0),
    buffer: before?.buffer ?? plan.buffer,
    room: where.room,
    panel: examiners.panel,
  };
  if (!rooms.includes(where.room) && !rooms.some((room) => roomKey(room) === roomKey(where.room)))
    rooms.push(where.room);
  if (before === null) return judged('new', { student, after });
  const isSame =
    before.startsAt === startsAt &&
    before.minutes === after.minutes &&
    roomKey(before.room) === roomKey(after.room) &&
    sameIds(after.panel, before.panel);
  return judged(isSame ? 'unchanged' : 'changed', { student, before, after });
}

function storedPlace(slot: StoredSlot, known: Known): NonNullable<Judged['before']> {
  const { id, startsAt, minutes, buffer, room, link } = slot;
  return {
    slotId: id,
    startsAt,
    minutes,
    buffer,
    room: { name: room, link },
    panel: known.panels.get(id) ?? [],
  };
}

type Held = Span & { who: string; where: string | null };

/** With the field of the row that is wrong where it is taken. */
function namedHolds(student: Person, { startsAt, minutes, buffer, room, panel }: Placed) {
  const named = new Map<string, { name: string; field: 'room' | 'examiners' | 'time' }>([
    [holdKey('room', roomKey(room)), { name: room.name, field: 'room' }],
    ...panel.map(
      ({ id, name }) => [holdKey('person', id), { name: shownName(name), field: 'examiners' }] as const,
    ),
  ]);
  const own = { name: shownName(student.name), field: 'time' as const };
  const viva = { from: stepOf(startsAt), length: stepsOf(minutes), buffer: stepsOf(buffer) };
  const holds = holdsOf({
    ...viva,
    room: roomKey(room),
    student: student.id,
    panel: panel.map(({ id }) => id),
  });
  return holds.map(({ key, ...span }) => ({ ...(named.get(key) ?? own), key, span }));
}

/** Names whom or what a row needs at a time that another row or a stored viva has. */
async function refuseClashes(
  reader: Reader | Writer,
  all: readonly Judged[],
  zone: string,
): Promise<Judged[]> {
  const placed = all.flatMap(({ after }) => (after === null ? [] : [after]));
  if (placed.length === 0) return [...all];
  const starts = placed.map(({ startsAt }) => stepOf(startsAt));
  const ends = placed.map(({ startsAt, minutes, buffer }) => stepOf(startsAt) + stepsOf(minutes + buffer));
  const replaced = new Set(all.flatMap(({ before }) => (before === null ? [] : [before.slotId])));
  const ids = await roomIds(
    reader,
    placed.map(({ room }) => room),
  );
  const keys = new Map([...ids].map(([key, id]) => [id, key]));
  const stored = await takenBetween(reader, { from: Math.min(...starts), to: Math.max(...ends) });
  const taken = new Map<string, Held[]>();
  const take = (who: string, { from, to }: Span, where: string | null): void => {
    const held = taken.get(who) ?? [];
    held.push({ from, to, who, where });
    taken.set(who, held);
  };
  for (const { kind, who, slotId, ...span } of stored)
    if (!replaced.has(slotId))
      take(holdKey(kind, kind === 'room' ? (keys.get(who) ?? who) : who), span, null);
  const clock = (step: number) => localClock(step * stepMs, zone);
  return all.map((judged) => {
    const { line, student, after } = judged;
    if (student === null || after === null) return judged;
    const faults: VivaFaults = {};
    const holds = namedHolds(student, after);
    for (const { key, name, field, span } of holds) {
      const other = (taken.get(key) ?? []).find(({ from, to }) => from < span.to && span.from < to);
      if (other === undefined) continue;
      const isBuffer = other.to - stepsOf(after.buffer) <= span.from;
      faults[field] ??= [
        takenWords(name, clock(other.from), clock(other.to)),
        other.where !== null && ` (${other.where})`,
        isBuffer && `, with ${minutesOfSteps(stepsOf(after.buffer))} minutes between two vivas`,
      ]
        .filter(Boolean)
        .join('');
    }
    for (const { key, span } of holds) take(key, span, `row ${line}`);
    return Object.keys(faults).length === 0 ? judged : { ...judged, state: 'wrong' as const, faults };
  });
}

/** Each row against the plan, the other rows and what is stored. */
export async function judgeRows(
  reader: Reader | Writer,
  rows: readonly Typed[],
  { batchId, plan, zone, now }: { batchId: number; plan: StoredPlan; zone: string; now: number },
): Promise<Judged[]> {
  const known = await readKnown(reader, batchId, rows);
  const of: Of = {
    plan,
    rooms: plan.rooms.map(({ name, link }) => ({ name, link })),
    zone,
    today: localText(now, zone).slice(0, 'YYYY-MM-DD'.length),
  };
  const lines = new Map<number, number>();
  const judged = rows.map((row): Judged => {
    const one = judgeRow(row, known, of);
    if (one.student === null || one.state === 'wrong') return one;
    const first = lines.get(one.student.id);
    lines.set(one.student.id, first ?? row.line);
    if (first === undefined) return one;
    const field = row.texts.email === '' ? 'name' : 'email';
    return {
      ...one,
      state: 'wrong',
      after: null,
      faults: { [field]: `This student is also in row ${first}` },
    };
  });
  return refuseClashes(reader, judged, zone);
}
