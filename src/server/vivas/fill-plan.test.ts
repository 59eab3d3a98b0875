import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRequests } from '#support/plan-requests';
import { drawOrder, fillPlan, type Plan, type PlanRequest } from './fill-plan.ts';
import type { Span } from './spans.ts';

const hour = 12;
const day = 24 * hour;
const at = (days: number, hours: number): number => days * day + hours * hour;
const span = (days: number, from: number, to: number): Span => ({ from: at(days, from), to: at(days, to) });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const people = (count: number) => numbers(count).map((id) => ({ id: 100 + id, hours: null, busy: [] }));
const students = (count: number) => numbers(count).map((id) => ({ id: 1_000 + id, extra: 0, busy: [] }));
const rooms = (count: number) => numbers(count).map((id) => ({ id, busy: [] }));

const twoDays: PlanRequest = {
  hours: [0, 1].flatMap((days) => [span(days, 9, 13), span(days, 14, 18)]),
  since: 0,
  length: 4,
  buffer: 1,
  rooms: rooms(2),
  examiners: people(5),
  panelSize: 2,
  keepsReserve: true,
  students: students(60),
};

const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

/** What a plan must never have, in words. */
function faultsOf(request: PlanRequest, { placed, reserve, unplaced }: Plan): string[] {
  const faults: string[] = [];
  const slots = [...placed, ...reserve].map((slot) => ({
    ...slot,
    taken: { from: slot.from, to: slot.to + request.buffer },
  }));
  for (const [index, a] of slots.entries()) {
    const within = (hours: readonly Span[]) => hours.some(({ from, to }) => from <= a.from && a.to <= to);
    if (!within(request.hours)) faults.push('beyond hours or in a break');
    if (a.from < request.since) faults.push('a time that has passed');
    if (new Set(a.panel).size !== request.panelSize) faults.push('a panel of another size');
    for (const id of a.panel) {
      const examiner = request.examiners.find((one) => one.id === id);
      if (examiner?.hours && !within(examiner.hours)) faults.push('an examiner beyond their hours');
      if (examiner?.busy.some((busy) => overlap(busy, a.taken))) faults.push('a busy examiner');
    }
    if (request.rooms.find(({ id }) => id === a.roomId)?.busy.some((busy) => overlap(busy, a.taken)))
      faults.push('a busy room');
    for (const b of slots.slice(index + 1)) {
      if (!overlap(a.taken, b.taken)) continue;
      if (a.roomId === b.roomId) faults.push('a room twice');
      if (a.panel.some((id) => b.panel.includes(id))) faults.push('an examiner twice');
    }
  }
  for (const { studentId, from, to } of placed) {
    const student = request.students.find(({ id }) => id === studentId);
    if (to - from !== request.length + (student?.extra ?? 0)) faults.push('another length');
    if (student?.busy.some((busy) => overlap(busy, { from, to }))) faults.push('a busy student');
  }
  const answered = [...placed, ...unplaced].map(({ studentId }) => studentId);
  if (answered.length !== request.students.length || new Set(answered).size !== answered.length)
    faults.push('a student twice or not at all');
  return faults;
}

describe('a plan of vivas', () => {
  it('has a place for sixty students with five examiners in two rooms on two days, and a reserve', () => {
    const plan = fillPlan(twoDays);
    expect(plan.unplaced).toEqual([]);
    expect(plan.placed).toHaveLength(60);
    expect(plan.reserve.length).toBeGreaterThanOrEqual(7);
    expect(faultsOf(twoDays, plan)).toEqual([]);
    const vivas = people(5).map(({ id }) => plan.placed.filter(({ panel }) => panel.includes(id)).length);
    expect(Math.max(...vivas) - Math.min(...vivas)).toBeLessThanOrEqual(4);
  });

  it('keeps the order of the students', () => {
    const { placed } = fillPlan(twoDays);
    expect(placed.map(({ studentId }) => studentId)).toEqual(twoDays.students.map(({ id }) => id));
    const begins = placed.map(({ from }) => from);
    expect(begins).toEqual(begins.toSorted((a, b) => a - b));
  });

  it.each([
    ['too-long', { students: [{ id: 1, extra: 60, busy: [] }] }],
    ['rooms', { rooms: [], keepsReserve: false }],
    ['rooms', { rooms: rooms(1), keepsReserve: false }],
    ['reserve', { students: students(70) }],
    ['examiners', { examiners: people(1) }],
    ['examiners', { examiners: people(5).map((one) => ({ ...one, hours: [] })) }],
    ['elsewhere', { students: [{ id: 1, extra: 0, busy: twoDays.hours }] }],
    ['over', { since: at(1, 18) }],
  ] satisfies [string, Partial<PlanRequest>][])('says %s of who does not fit', (why, change) => {
    const { unplaced } = fillPlan({ ...twoDays, ...change });
    expect(unplaced.length).toBeGreaterThan(0);
    expect(new Set(unplaced.map((one) => one.why))).toEqual(new Set([why]));
  });

  it('gives a repeat a later place and another panel, else as few of the first one as possible', () => {
    const repeatOf = (avoid: number[], request: Partial<PlanRequest> = {}) => {
      const repeat = { id: 1, extra: 0, busy: [], since: at(0, 10), avoid };
      return fillPlan({ ...twoDays, ...request, students: [repeat] });
    };
    const [other] = repeatOf([101, 102]).placed;
    expect(other).toMatchObject({ from: at(0, 10), panel: [103, 104] });
    // Two of three have waited: the third with one of them.
    expect(repeatOf([101, 103], { examiners: people(3) }).placed[0]?.panel.toSorted()).toEqual([102, 103]);
    // Another panel later, and not the first one earlier.
    const late = people(4).map((one) => (one.id > 102 ? { ...one, hours: [span(1, 9, 13)] } : one));
    expect(repeatOf([101, 102], { examiners: late }).placed[0]).toMatchObject({
      from: at(1, 9),
      panel: [103, 104],
    });
    expect(repeatOf([101, 102], { examiners: people(2) }).placed[0]?.panel).toEqual([101, 102]);
    expect(repeatOf([], { hours: [span(0, 9, 10)] }).unplaced).toEqual([{ studentId: 1, why: 'over' }]);
  });

  it('leaves out what is taken already, and needs an examiner for the length alone', () => {
    const request: PlanRequest = {
      ...twoDays,
      hours: [span(0, 9, 10)],
      rooms: [{ id: 1, busy: [{ from: at(0, 9), to: at(0, 9) + 5 }] }],
      examiners: [{ id: 7, hours: [{ from: at(0, 9), to: at(0, 9) + 9 }], busy: [] }],
      panelSize: 1,
      students: students(1),
    };
    const [viva] = fillPlan(request).placed;
    expect(viva).toEqual({ studentId: 1_001, roomId: 1, from: at(0, 9) + 5, to: at(0, 9) + 9, panel: [7] });
  });

  it('is never in two places, beyond hours or in a break, for any request', () => {
    fc.assert(
      fc.property(planRequests, (request) => {
        expect(faultsOf(request, fillPlan(request))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives each of 5,000 students an answer', () => {
    const big = { ...twoDays, hours: numbers(40).flatMap((days) => [span(days, 9, 13), span(days, 14, 18)]) };
    const plan = fillPlan({ ...big, rooms: rooms(8), examiners: people(20), students: students(5_000) });
    expect(plan.placed.length + plan.unplaced.length).toBe(5_000);
    expect(plan.placed.length).toBe(5_000);
  });
});

describe('a draw', () => {
  const drawn = drawOrder(students(30), 'monday').map(({ id }) => id);

  it('can be repeated by its seed, whatever order one begins with', () => {
    expect(drawOrder(students(30).toReversed(), 'monday').map(({ id }) => id)).toEqual(drawn);
  });

  it('differs by its seed, and leaves nobody out', () => {
    expect(drawOrder(students(30), 'tuesday').map(({ id }) => id)).not.toEqual(drawn);
    expect(drawn.toSorted((a, b) => a - b)).toEqual(students(30).map(({ id }) => id));
  });
});
