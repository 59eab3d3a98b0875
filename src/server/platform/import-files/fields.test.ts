import { expect, test } from 'vitest';
import { deadlineField, nameField } from './fields.ts';

test.each([
  ['2026-10-24', 'Asia/Beirut', '2026-10-24T21:59:59.000Z'],
  ['2026-10-24 23:30', 'Asia/Beirut', '2026-10-24T20:30:00.000Z'],
  ['2026-10-24', 'Asia/Kolkata', '2026-10-24T18:29:59.000Z'],
])('the deadline %s in %s', (typed, zone, instant) => {
  expect(new Date(deadlineField(zone).parse(typed)).toISOString()).toBe(instant);
});

test.each(['.', '..', ' .. ', 'a%2Fb', 'MERN\u200B-1', '\u3164', 'A\u200CB', 'a\nb'])(
  '%j is no name of a batch or a course',
  (name) => {
    expect(nameField(80).safeParse(name).success).toBe(false);
  },
);

test.each(['MERN-2026-11', '...', 'v1.0', '100 %', 'a/b', 'ബാച്ച് 1', 'നന്‌ദന'])('%j is one', (name) => {
  expect(nameField(80).parse(name)).toBe(name);
});
