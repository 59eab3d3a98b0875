import { expect, test } from 'vitest';
import { dayField, deadlineField, nameField } from './fields.ts';

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

const zone = 'Asia/Kolkata';
const [day, deadline] = [dayField(zone), deadlineField(zone)];
const takes = (field: typeof day, value: string) => field.safeParse(value).success;

test.each(['2000-01-01', '2028-02-29', '2099-12-31'])('%s is a day, with or without a time', (value) => {
  expect([takes(day, value), takes(deadline, value)]).toEqual([true, true]);
  for (const time of [' 10:30', 'T10:30', ' 23:59:59', 'T00:00+05:30', ' 10:30:00.000Z'])
    expect(takes(deadline, value + time), time).toBe(true);
});

test.each([
  '0026-11-29',
  '1999-12-31',
  '2100-01-01',
  '9999-12-31',
  '12026-11-29',
  '2026-02-30',
  '26-11-29',
  '2026-1-5',
  '29/11/2026',
  '२०२६-११-२९',
  '2026-11',
  '',
  '20261129',
])('%j is no day, neither with a time', (value) => {
  for (const time of ['', ' 10:30', 'T10:30Z', 'T00:00+05:30']) {
    expect(takes(day, value + time), time).toBe(false);
    expect(takes(deadline, value + time), time).toBe(false);
  }
});

test.each(['24:00', '24:00Z', '23:60', '10:30:60', '1:30', '10:30 am', '10:30+5', '१०:३०'])(
  '%s is no time',
  (time) => {
    for (const between of [' ', 'T']) expect(takes(deadline, `2026-11-29${between}${time}`)).toBe(false);
  },
);
