import { describe, expect, it } from 'vitest';
import { isNobody, namesIn, personKey, readRoom, readWhen, type VivaTexts } from './read-viva-rows.ts';

const texts = (fields: Partial<VivaTexts>): VivaTexts => ({
  email: '',
  phone: '',
  name: '',
  day: '',
  time: '',
  until: '',
  room: '',
  examiners: '',
  ...fields,
});
const when = (fields: Partial<VivaTexts>, days: string[] = []) =>
  readWhen(texts(fields), { days, today: '2026-11-30' });

describe('when', () => {
  it.each([
    [
      { day: '3 Dec', time: '10:20' },
      { day: '2026-12-03', from: 620, minutes: null },
    ],
    [
      { day: '3 Jan', time: '10:20' },
      { day: '2027-01-03', from: 620, minutes: null },
    ],
    [{ day: '3 Dec 2026, 10:20' }, { day: '2026-12-03', from: 620, minutes: null }],
    [{ time: '2026-12-03 10:20-10:45' }, { day: '2026-12-03', from: 620, minutes: 25 }],
    [
      { day: '2026-12-03', time: '2:00 pm', until: '2:30 pm' },
      { day: '2026-12-03', from: 840, minutes: 30 },
    ],
    [
      { day: '2026-12-03', time: '6:30 am' },
      { day: '2026-12-03', from: 390, minutes: null },
    ],
  ])('%j', (fields, read) => expect(when(fields)).toEqual({ when: read }));

  it('is the only day of the plan where none is written, and the year of a day of the plan', () => {
    expect(when({ time: '10:20' }, ['2026-12-04'])).toMatchObject({ when: { day: '2026-12-04' } });
    expect(when({ day: '3 Nov', time: '10:20' }, ['2026-11-03', '2026-12-04'])).toMatchObject({
      when: { day: '2026-11-03' },
    });
    expect(when({ time: '10:20' }, ['2026-12-03', '2026-12-04'])).toEqual({
      faults: { day: 'The day is missing' },
    });
  });

  it.each([
    [
      { day: '3 Dec', time: 'noon-ish' },
      { time: 'This is not a time, such as 10:20, 2:30 pm or 10:20–10:40' },
    ],
    [{ day: 'Fri', time: '10:20' }, { day: 'This is not a day, such as 3 Dec 2026' }],
    [{ day: '3 Dec', time: '' }, { time: 'The time is missing' }],
    [{ day: '3 Dec', time: '2:30' }, { time: '02:30 is at night. Write 14:30, or add am or pm' }],
    [{ day: '3 Dec', time: '10:22' }, { time: 'The time must be a multiple of 5 minutes' }],
    [
      { day: '3 Dec', time: '10:20', until: '10:41' },
      { until: 'The length must be a multiple of 5 minutes, not 21' },
    ],
    [{ day: '3 Dec', time: '10:20', until: '10:10' }, { until: 'The end is before the start' }],
    [{ day: '3 Dec', time: '10:20', until: '18:10' }, { until: 'A viva can have at most 240 minutes' }],
    [{ day: '3 Dec', time: '10:20', until: '3 Dec' }, { until: 'This is not a time, such as 10:40' }],
  ])('%j is named: %j', (fields, faults) => expect(when(fields)).toEqual({ faults }));
});

describe('where', () => {
  const known = [
    { name: 'Room 1', link: null },
    { name: 'Online', link: 'https://meet.example.test/a' },
  ];
  it.each([
    ['room  1', { room: known[0] }],
    ['https://meet.example.test/a', { room: known[1] }],
    ['Online', { room: known[1] }],
    ['Lab 3', { room: { name: 'Lab 3', link: null } }],
    ['Meet: https://meet.example.test/b', { room: { name: 'Meet', link: 'https://meet.example.test/b' } }],
    ['Online https://meet.example.test/b', { fault: 'Online has another link in the plan' }],
    ['Zoom http://meet.example.test/b', { fault: 'The link of a room must begin with https://' }],
    ['', { fault: 'The room is missing' }],
    ['R'.repeat(81), { fault: 'The name of a room can have at most 80 characters' }],
  ])('%s', (text, read) => expect(readRoom(text, known)).toEqual(read));

  it('is the only room of the plan where none is written', () =>
    expect(readRoom('', known.slice(0, 1))).toEqual({ room: known[0] }));
});

it.each([
  ['Dr. A. Rao & B Das', ['Dr. A. Rao', 'B Das']],
  ['a@x.test; b@x.test', ['a@x.test', 'b@x.test']],
  ['Asha and Bina/Chitra', ['Asha', 'Bina', 'Chitra']],
])('examiners of %s', (text, names) => expect(namesIn(text)).toEqual(names));

it('a person is known without titles, signs and cases', () => {
  for (const name of ['Dr. A. Rao', 'Prof. Dr. a rao', 'A RAO (external)'])
    expect(personKey(name)).toBe('a rao');
});

it.each([
  [{ name: 'Lunch' }, true],
  [{ name: 'Tea break' }, true],
  [{ name: '—' }, true],
  [{}, true],
  [{ name: 'Teagan Lunch' }, false],
  [{ email: 'a@x.test' }, false],
])('%j is nobody: %s', (fields, isSo) => expect(isNobody(texts(fields))).toBe(isSo));
