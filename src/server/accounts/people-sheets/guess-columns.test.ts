import { describe, expect, it } from 'vitest';
import { findHeadings, guessColumns, headingsHash } from './guess-columns.ts';

const batches = new Set(['mern-2026-11', 'dsa-2026-10']);
const rows = (...cells: string[][]) => cells.map((row, index) => ({ line: index + 1, cells: row }));

describe('what columns are', () => {
  it.each([
    [
      'the portal’s own',
      ['email', 'batch', 'exit_score', 'grade'],
      ['a@x.test', 'MERN-2026-11', '78', 'A'],
      ['email', 'batch', 'exit_score', 'grade'],
    ],
    [
      'a registrar’s, with what is nobody’s own',
      [
        'Sl. No.',
        'Student Name',
        'Father Name',
        'Mobile No',
        'E-mail ID',
        "Parent's Email",
        'Exam Score (%)',
        'Group',
      ],
      ['1', 'Asha R', 'Ravi K', '98765 43210', 'a@x.test', 'p@x.test', '78', 'A1'],
      [null, 'name', null, 'phone', 'email', null, 'exit_score', 'batch'],
    ],
    [
      'Malayalam',
      ['പേര്', 'ഇമെയിൽ', 'ഫോൺ നമ്പർ', 'ബാച്ച്'],
      ['ആശ', 'a@x.test', '9876543210', 'x'],
      ['name', 'email', 'phone', 'batch'],
    ],
    [
      'German, with two columns of names',
      ['Vorname', 'Nachname', 'Mailadresse', 'Gruppe'],
      ['Asha', 'Rao', 'a@x.test', 'x'],
      ['name', 'name', 'email', 'batch'],
    ],
    [
      'none at all: by what stands in them',
      [],
      ['Asha R', 'a@x.test', '+91 98765 43210', 'mern 2026-11'],
      ['name', 'email', 'phone', null],
    ],
    ['a batch by its names', ['Code', 'Kontakt'], ['DSA-2026-10', 'a@x.test'], ['batch', 'email']],
  ])('%s', (_, headings, row, columns) => {
    expect(guessColumns(headings, [row], batches)).toEqual(columns);
  });
});

describe('where the headings are', () => {
  it('below a title, or nowhere', () => {
    const person = ['Asha', 'a@x.test'];
    expect(findHeadings(rows(['Intake 2026'], ['Name', 'Email'], person))).toEqual({
      before: 2,
      headings: ['Name', 'Email'],
    });
    expect(findHeadings(rows(['Intake'], ['Namn', 'Adress'], person))).toEqual({
      before: 2,
      headings: ['Namn', 'Adress'],
    });
    expect(findHeadings(rows(person))).toEqual({ before: 0, headings: [] });
    expect(findHeadings([])).toEqual({ before: 0, headings: [] });
  });
});

it('headings are the same whatever their case, spaces and accents', () => {
  expect(headingsHash(['E-Mail', ' Prénom'])).toBe(headingsHash(['email', 'prenom']));
  expect(headingsHash(['email', 'name'])).not.toBe(headingsHash(['name', 'email']));
});
