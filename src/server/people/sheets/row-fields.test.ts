import { describe, expect, it } from 'vitest';
import { hasPerson, isNoPerson, readEmail, readPhone, readRow, readScore } from './row-fields.ts';

const columns = ['name', 'email', 'phone', 'batch', 'exit_score', 'grade', null, 'name'] as const;

describe('a row as a person', () => {
  it('is read as people type it', () => {
    const cells = [
      'Asha',
      ' ASHA@X.test',
      '+91 (98765) 43-210',
      'MERN 2026-11',
      '78,5 %',
      'B+',
      'ignored',
      'Rao',
    ];
    expect(readRow(cells, columns)).toEqual({
      email: 'asha@x.test',
      name: 'Asha Rao',
      phone: '9876543210',
      batch: 'MERN 2026-11',
      batch_key: 'mern2026-11',
      exit_score: 78.5,
      grade: 'B+',
      faults: {},
    });
  });

  it('without cells is somebody of whom nothing is known', () => {
    expect(readRow(['', 'a@x.test'], columns)).toMatchObject({
      name: null,
      phone: null,
      batch: null,
      exit_score: null,
      grade: null,
      faults: {},
    });
  });

  it('says what is wrong with each cell', () => {
    const { faults } = readRow(['=cmd()', 'asha', '12345', 'x'.repeat(81), 'good', 'x'.repeat(21)], columns);
    expect(faults).toEqual({
      email: 'This is not a valid email',
      name: 'A name needs visible letters and no web or email address',
      phone: 'A phone number has exactly ten digits',
      batch: "A batch's name can have at most 80 characters",
      exit_score: 'The score "good" is not a number from 0 to 100',
      grade: 'A grade can have at most 20 characters',
    });
    expect(readRow([], columns).faults).toEqual({ email: 'The email is missing' });
    expect(readRow(['www.x.test', 'a@x.test'], columns).faults).toHaveProperty('name');
  });
});

it('what a cell cannot be read for is said at it, and once for a whole row', () => {
  const hidden = (shown: string) => ({ shown, fault: 'This row is hidden.' });
  expect(
    readRow(['Asha', 'a@x.test', '', '', { shown: '#N/A', fault: 'An error.' }], columns).faults,
  ).toEqual({
    exit_score: 'An error.',
  });
  expect(readRow([hidden('Asha'), hidden('a@x.test')], columns).faults).toEqual({
    name: 'This row is hidden.',
  });
  expect(
    readRow(['Asha', 'a@x.test', '', '', '78', 'A', { shown: '', fault: 'A formula.' }], columns).faults,
  ).toEqual({});
});

it.each([
  'anu@x.test,',
  'anu@x.test;b@x.test',
  'Anu|anu@x.test|98',
  'a@x.test <anu@x.test>',
  'anu@x..test',
  'anu.@x.test',
  'anu@x.test.',
  'anu@x',
  'anu@1.2.3.4',
  'an\u200Bu@x.test',
  'anu\u200D@x.test',
  '(anu@x.test)',
  'anu@-x.test',
])('%j is no address of a list', (email) => {
  expect(readRow(['Anu', email], columns).faults).toEqual({ email: 'This is not a valid email' });
});

it.each([
  'anu@x.test',
  "o'neill+a_b@mail.x-y.test",
  'കാവ്യ@ഉദാഹരണം.ഭാരതം',
  '1anu@x.co.in',
  'mailto:anu@x.test',
  '<anu@x.test>',
])('%j is one', (email) => {
  expect(readRow(['Anu', email], columns).faults).toEqual({});
});

it('what is not seen within a text leaves it', () => {
  expect(readRow(['As\u200Bha\nRao', 'a@x.test', '98765\u202C43210'], columns)).toMatchObject({
    name: 'Asha Rao',
    phone: '9876543210',
  });
});

it.each([
  ['9876543210', '9876543210'],
  ['7823296038.0', '7823296038'],
  ['9,876,543,210', '9876543210'],
  ['7.823296038E9', '7823296038'],
  ['7.823296038E+09', '7823296038'],
  ['7.82E+09', null],
  ['9.19877E+11', null],
  ['9876543210.5', null],
  ['0091 9876543210', '9876543210'],
  ['09876543210', '9876543210'],
  ["'98765-43210", '9876543210'],
  ['987654321', null],
  ['+1 987654321012', null],
  ['98765 4321O', null],
])('the phone number %j is %j', (text, phone) => expect(readPhone(text)).toBe(phone));

it.each([
  ['0', 0],
  ['100', 100],
  ['72.5', 72.5],
  ['100,5', null],
  ['-1', null],
  ['1e1', null],
  ['B', null],
])('the score %j is %j', (text, score) => expect(readScore(text)).toBe(score));

it.each([
  ['<a@x.test>', 'a@x.test'],
  ['Asha R <A@x.test>;', 'a@x.test'],
  ['<mailto:a@x.test>', 'a@x.test'],
  ['a@x.test <b@x.test>', 'a@x.test <b@x.test>'],
])('the address of %j is %j', (cell, email) => expect(readEmail(cell)).toBe(email));

it.each([
  ['60/100', 60],
  ['60 / 100', 60],
  ['60 out of 100', 60],
  ['60.', 60],
  ['+60', 60],
  ['.5', 0.5],
  ['60,5', 60.5],
  ['60 %', 60],
  ['\uFF16\uFF10\uFF05', 60],
  ['൬൦', 60],
  ['६०.५', 60.5],
  ['٦٠٫٥', 60.5],
  ['70.30000000001', 70.300_000_000_01],
  ['6/10', null],
  ['60/1000', null],
  ['100.5', null],
  ['-60', null],
  ['1e1', null],
  ['6 0', null],
  ['.', null],
  ['1,060.5', null],
  ['1,000', null],
  ['72,500', null],
  ['1,00,000 %', null],
  ['٧２，500', null],
  ['0,500', 0.5],
  ['72,50', 72.5],
])('the score %j is %j', (cell, score) => expect(readScore(cell)).toBe(score));

it('a phone number may have digits of any script', () => {
  expect(readPhone('९८७६५४३२१०')).toBe('9876543210');
});

it.each([
  [['    Points Possible', '', '100'], true],
  [['', '', 'Manual Posting', 'Manual Posting'], true],
  [['Student, Test', '8', '', 'abc'], true],
  [['Overall average', '', '71.5'], true],
  [['TOTAL', '', '141'], true],
  [['Total:', '141'], true],
  [['Average', 'a@x.test', '71'], false],
  [['Max', '', '71'], false],
  [['Asha', '', '71'], false],
  [['', ''], false],
])('that %j is no person is %j', (cells, isNone) => {
  expect(isNoPerson(cells)).toBe(isNone);
  const isFilled = cells.some((cell) => cell !== '');
  expect(hasPerson(cells, ['name', 'email', 'grade']), 'it is imported').toBe(isFilled && !isNone);
});
