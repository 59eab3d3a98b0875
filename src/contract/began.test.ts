import { expect, test } from 'vitest';
import { beganOf, isSame } from './began.ts';
import { settle } from './settle.ts';

test.each([
  ['a', ' a ', true],
  ['a\r\nb', 'a\nb', true],
  ['a\rb', 'a\nb', true],
  ['', undefined, true],
  ['', null, true],
  [[], null, true],
  [['a '], ['a'], true],
  [{ b: 1, a: '' }, { b: 1 }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [0, '', false],
  [false, null, false],
  [1, '1', false],
  ['a  b', 'a b', false],
  [['a', 'b'], ['b', 'a'], false],
])('%j and %j: the same is %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same);
});

test('a field that the form did not change stays as it is now', () => {
  const now = { name: 'Their name', phone: '1' };
  expect(settle({ name: 'Old name', phone: '2' }, { phone: '1' }, now)).toEqual({
    body: { name: 'Their name', phone: '2' },
    conflicts: [],
  });
});

test.each([
  ['both changed it to something else', 'A', 'B', 'C', ['text']],
  ['both changed it to the same', 'A', 'B', ' B', []],
  ['somebody else emptied it', 'A', 'B', '', ['text']],
  ['it was empty, and somebody else wrote it', null, 'B', 'C', ['text']],
  ['nobody else changed it', 'A', 'B', 'A\n', []],
])('%s', (_, began, mine, now, conflicts) => {
  expect(settle({ text: mine }, { text: began }, { text: now }).conflicts).toEqual(conflicts);
});

test('members that are not stored, such as a reason, are as typed', () => {
  expect(settle({ reason: 'Because', to: '1' }, {}, { to: '2' }).body).toEqual({
    reason: 'Because',
    to: '2',
  });
});

const line = (id: string, text = id) => ({ id, text });
const fresh = (text: string) => ({ text }) as ReturnType<typeof line>;

test.each([
  ['two add one', [line('a')], [line('a'), line('b')], [line('a'), line('c')], 'a c b'],
  [
    'one adds, the other removes',
    [line('a'), line('b')],
    [line('a')],
    [line('a'), line('b'), line('c')],
    'a c',
  ],
  [
    'two change different ones',
    [line('a'), line('b')],
    [line('a', 'A'), line('b')],
    [line('a'), line('b', 'B')],
    'A B',
  ],
  [
    'one moves, the other changes',
    [line('a'), line('b')],
    [line('b'), line('a')],
    [line('a', 'A'), line('b')],
    'b A',
  ],
  [
    'one moves, the other adds',
    [line('a'), line('b')],
    [line('b'), line('a')],
    [line('a'), line('b'), line('c')],
    'b a c',
  ],
  ['two remove the same', [line('a'), line('b')], [line('a')], [line('a')], 'a'],
  ['new ones have no id yet', [line('a')], [fresh('x'), line('a'), fresh('y')], [line('a')], 'x a y'],
  ['two add one without an id', [line('a')], [line('a'), fresh('x')], [line('a'), line('c')], 'a c x'],
  ['two add the first', [], [fresh('x'), fresh('y')], [line('c')], 'c x y'],
  ['two add the same', [line('a')], [line('a'), fresh('x')], [line('a'), line('c', 'x ')], 'a x '],
])('a list of things with ids: %s', (_, began, mine, now, texts) => {
  const { body, conflicts } = settle({ lines: mine }, { lines: began }, { lines: now });
  expect(conflicts).toEqual([]);
  expect(body.lines.map(({ text }) => text).join(' ')).toBe(texts);
});

test.each([
  ['two change the same', [line('a')], [line('a', 'A')], [line('a', 'B')]],
  ['one changes what the other removed', [line('a'), line('b')], [line('a', 'A'), line('b')], [line('b')]],
  ['one replaces what the other changed', [line('a')], [fresh('x')], [line('a', 'A')]],
  ['one removes what the other changed', [line('a'), line('b')], [line('b')], [line('a', 'A'), line('b')]],
])('a list of things with ids, in conflict: %s', (_, began, mine, now) => {
  expect(settle({ lines: mine }, { lines: began }, { lines: now }).conflicts).toEqual(['lines']);
});

test('a list of texts is one field, unless its entries are people', () => {
  const [began, mine, now] = [['Asha'], ['Asha', 'Biju'], ['Asha', 'Meera']];
  expect(settle({ mentors: mine }, { mentors: began }, { mentors: now }).conflicts).toEqual(['mentors']);
  const { body } = settle({ mentors: mine }, { mentors: began }, { mentors: now }, { sets: ['mentors'] });
  expect(body.mentors).toEqual(['Asha', 'Meera', 'Biju']);
});

test('a list of things that another member identifies', () => {
  const viva = (marks: number) => ({ of: 'viva', marks });
  const final = { of: 'final', marks: 40 };
  const keys = { minimums: 'of' };
  const merged = settle({ minimums: [viva(50)] }, { minimums: [] }, { minimums: [final] }, { keys });
  expect(merged).toEqual({ body: { minimums: [final, viva(50)] }, conflicts: [] });
  const twice = settle({ minimums: [viva(50)] }, { minimums: [] }, { minimums: [viva(60)] }, { keys });
  expect(twice.conflicts).toEqual(['minimums']);
});

const due = (week1: object | null, week2: object | null) => ({ 'week-1': week1, 'week-2': week2 });
const [three, five, date] = [{ days: 3 }, { days: 5 }, { date: '2026-12-20' }];

test.each([
  ['two change different ones', due(null, null), due(three, null), due(null, five), due(three, five)],
  ['the same change', due(null, null), due(five, null), due(five, null), due(five, null)],
  ['one is emptied, another changed', due(three, five), due(null, five), due(three, date), due(null, date)],
  [
    'a client names only what it changed',
    { 'week-2': five },
    due(three, date),
    due(null, five),
    due(null, date),
  ],
  ['one that the client does not know stays', {}, {}, due(three, five), due(three, five)],
])('an object of fields: %s', (_, began, mine, now, settled) => {
  const merged = settle({ due: mine }, { due: began }, { due: now }, { groups: ['due'] });
  expect(merged).toEqual({ body: { due: settled }, conflicts: [] });
});

test.each([
  ['days and a date', due(null, null), due(three, null), due(date, null), ['due.week-1']],
  ['one is removed, and changed', due(three, null), due(null, null), due(five, null), ['due.week-1']],
  ['two at once', due(null, null), due(three, three), due(five, five), ['due.week-1', 'due.week-2']],
])('an object of fields, in conflict: %s', (_, began, mine, now, conflicts) => {
  const options = { groups: ['due'] };
  expect(settle({ due: mine }, { due: began }, { due: now }, options).conflicts).toEqual(conflicts);
});

test('a form names what its changed fields showed', () => {
  const shown = { name: 'Asha', phone: '1', seats: null };
  expect(beganOf({ name: 'Asha ', phone: '2', seats: 3, reason: 'x' }, shown)).toEqual({
    phone: '1',
    seats: null,
  });
});
