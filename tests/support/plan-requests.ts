import fc from 'fast-check';
import type { PlanRequest } from '#server/vivas/fill-plan';

const spans = fc
  .array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 40 })), { maxLength: 4 })
  .map((pairs) => pairs.map(([from, length]) => ({ from, to: from + length })));

/** Small numbers in the place of ids: rooms up to 4, examiners up to 6, students up to 20. */
export const planRequests: fc.Arbitrary<PlanRequest> = fc.record({
  hours: spans,
  since: fc.nat(40),
  length: fc.integer({ min: 1, max: 8 }),
  buffer: fc.integer({ min: 0, max: 3 }),
  rooms: fc.array(spans, { maxLength: 4 }).map((all) => all.map((busy, index) => ({ id: index + 1, busy }))),
  examiners: fc
    .array(fc.tuple(fc.option(spans), spans), { maxLength: 6 })
    .map((all) => all.map(([hours, busy], index) => ({ id: index + 1, hours, busy }))),
  panelSize: fc.integer({ min: 1, max: 3 }),
  keepsReserve: fc.boolean(),
  students: fc
    .array(fc.tuple(fc.nat(4), spans), { maxLength: 20 })
    .map((all) => all.map(([extra, busy], index) => ({ id: index + 1, extra, busy }))),
});
