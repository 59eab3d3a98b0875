import { describe, expect, it } from 'vitest';
import { readPhone, readRow, readScore } from './row-fields.ts';

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
      batchKey: 'mern2026-11',
      exitScore: 78.5,
      grade: 'B+',
      faults: {},
    });
  });

  it('without cells is somebody of whom nothing is known', () => {
    expect(readRow(['', 'a@x.test'], columns)).toMatchObject({
      name: null,
      phone: null,
      batch: null,
      exitScore: null,
      grade: null,
      faults: {},
    });
  });

  it('says what is wrong with each cell', () => {
    const { faults } = readRow(['=cmd()', 'asha', '12345', 'x'.repeat(81), 'good', 'x'.repeat(21)], columns);
    expect(faults).toEqual({
      email: 'This is no e-mail address',
      name: 'A name has letters that can be seen, and no web or e-mail address',
      phone: 'A phone number has exactly ten digits',
      batch: "A batch's name can have at most 80 characters",
      exit_score: 'A score is a number from 0 to 100: "good"',
      grade: 'A grade can have at most 20 characters',
    });
    expect(readRow([], columns).faults).toEqual({ email: 'The address is missing' });
    expect(readRow(['www.x.test', 'a@x.test'], columns).faults).toHaveProperty('name');
  });
});

it.each([
  ['9876543210', '9876543210'],
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
