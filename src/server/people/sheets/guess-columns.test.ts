import { describe, expect, it } from 'vitest';
import { fieldOfHeading, findHeadings, guessColumns, headingsHash } from './guess-columns.ts';

const batches = new Set(['mern-2026-11', 'dsa-2026-10']);
const filled = (...some: string[][]) =>
  new Set(some.flatMap((row) => row.flatMap((cell, index) => (cell === '' ? [] : [index]))));
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
    [
      'the participants of a course in Moodle',
      ['First name', 'Last name', 'Email address', 'Roles', 'Groups', 'Last access to course'],
      ['Asha', 'Rao', 'a@x.test', 'Student', 'MERN-2026-11', '2 days'],
      ['name', 'name', 'email', null, 'batch', null],
    ],
    [
      'a gradebook of Canvas, whose logins are addresses',
      ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', 'Essay (1204)', 'Final Score'],
      ['Rao, Asha', '118', 'S-118', 'a@x.test', 'Morning', '8', '78'],
      ['name', null, null, 'email', 'batch', null, 'exit_score'],
    ],
    [
      'marks of Google Classroom',
      ['Last Name', 'First Name', 'Email Address', 'Essay', 'Quiz'],
      ['Rao', 'Asha', 'a@x.test', '8', '12'],
      ['name', 'name', 'email', null, null],
    ],
    ['a batch by its names', ['Code', 'Kontakt'], ['DSA-2026-10', 'a@x.test'], ['batch', 'email']],
  ])('%s', (_, headings, row, columns) => {
    expect(guessColumns(headings, [row], batches, filled(row))).toEqual(columns);
  });
});

it.each([
  ['School Name', null],
  ['Username', null],
  ['project_name', null],
  ['project_start (Asia/Kolkata)', null],
  ['batch typed at signup', null],
  ['address_confirmed', null],
  ['Remarks', null],
  ['Remark', null],
  ['Note', null],
  ['Blood Group', null],
  ['House Name', null],
  ['Name of Father', null],
  ['Roll No', null],
  ['Student No.', null],
  ['Max. Marks', null],
  ['12th Marks', null],
  ['Attendance %', null],
  ['Score (out of 50)', null],
  ['Emergency Contact', null],
  ['Email 2', null],
  ['Nationality', null],
  ['Landmark', null],
  ['Qualifying exam %', 'exit_score'],
  ['Score (out of 100)', 'exit_score'],
  ['Marks obtained', 'exit_score'],
  ['Name of the Candidate', 'name'],
  ["Student's Name", 'name'],
  ['studentName', 'name'],
  ['First Name', 'name'],
  ['FULL NAME', 'name'],
  ['Email Address *', 'email'],
  ['E-Mail', 'email'],
  ['Registered Mobile Number', 'phone'],
  ['WhatsApp No.', 'phone'],
  ['Contact Email', 'email'],
  ['Batch Code', 'batch'],
  ['batch_name', 'batch'],
  ['Exit Score', 'exit_score'],
  ['ഫോൺ നമ്പർ', 'phone'],
])('the heading %j is %j', (heading, field) => expect(fieldOfHeading(heading)).toBe(field));

it('a column with nothing in any row is no field', () => {
  const headings = ['Email', 'Score', 'Marks'];
  const cells = [
    ['a@x.test', '', '78'],
    ['b@x.test', '', '81'],
  ];
  expect(guessColumns(headings, cells, batches, filled(...cells))).toEqual(['email', null, 'exit_score']);
  expect(
    guessColumns(['Email', 'Name', 'Full Name'], [['a@x.test', '', 'Asha']], batches, new Set([0, 2])),
  ).toEqual(['email', null, 'name']);
  // What the first rows do not have, a later one may.
  expect(guessColumns(headings, cells, batches, new Set([0, 1, 2]))).toEqual(['email', 'exit_score', null]);
  expect(guessColumns(['Email', 'Remarks'], [['a@x.test', '78']], batches, new Set([0, 1]))).toEqual([
    'email',
    null,
  ]);
});

it('what has a heading that nobody knows is not guessed by what stands in it, but for addresses', () => {
  const headings = ['District', 'Register number', "Parent's email", 'Kontakt'];
  const cells = [
    ['Kollam', '2026123456', 'p@x.test', 'a@x.test'],
    ['Thrissur', '2026123457', 'q@x.test', 'b@x.test'],
  ];
  expect(guessColumns(headings, cells, batches, filled(...cells))).toEqual([null, null, null, 'email']);
});

it('our own roster comes back as it went', () => {
  const headings = [
    'name',
    'email',
    'phone',
    'batch',
    'batch typed at signup',
    'course',
    'project',
    'project_name',
    'project_start (UTC)',
    'exit_score',
    'grade',
    'address_confirmed',
    'signed_up (UTC)',
    'last_seen (UTC)',
  ];
  const row = [
    'Asha',
    'a@x.test',
    '9876543210',
    'X',
    'Y',
    'Web',
    'P1',
    'Boats',
    '2026-11-01 10:00:00',
    '78',
    'A',
    'yes',
    '2026',
    '2026',
  ];
  expect(guessColumns(headings, [row], batches, filled(row))).toEqual([
    'name',
    'email',
    'phone',
    'batch',
    null,
    null,
    null,
    null,
    null,
    'exit_score',
    'grade',
    null,
    null,
    null,
  ]);
});

describe('where the headings are', () => {
  it('below a title, or nowhere', () => {
    const person = ['Asha', 'a@x.test'];
    expect(findHeadings(rows(['Intake 2026'], ['Name', 'Email'], person))).toEqual({
      before: 2,
      headings: ['Name', 'Email'],
    });
    // What Canvas writes between them.
    const points = rows(
      ['Student', 'SIS Login ID'],
      ['', '', 'Manual Posting'],
      ['Points Possible', '', '10'],
      person,
    );
    expect(findHeadings(points)).toMatchObject({ before: 1, headings: ['Student', 'SIS Login ID'] });
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
