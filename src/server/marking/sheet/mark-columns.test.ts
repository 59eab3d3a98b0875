import { expect, test } from 'vitest';
import type { MarkField } from '#contract/marking/mark-sheet';
import type { SheetRow } from '../../platform/sheets/sheet.ts';
import { checkScales, guessMarkColumns, scaleOf } from './mark-columns.ts';

test.each([
  ['Week 1', null],
  ['Week 1 (4711)', null],
  ['Assignment: Week 1 (Real)', 'raw'],
  ['Week 1 (Percentage)', 'percent'],
  ['Marks %', 'percent'],
  ['Marks in percent', 'percent'],
  ['Week 1 (Letter)', 'letter'],
  ['Week 1 (Feedback)', 'feedback'],
  ['Week 1 (Points: 10)', 10],
  ['Week 1 [60]', 60],
  ['Week 1 [Total Pts: 60 Score] |4711', 60],
  ['Week 1 Points Grade <Numeric MaxPoints:10>', 10],
  ['Marks (out of 60)', 60],
  ['Marks /60', 60],
  ['Marks (out of ६०)', 60],
  ['Max. marks 50', 50],
  ['Marks (out of 1,000)', 1000],
  ['Marks of 12/11', null],
])('%j says %j of its numbers', (heading, scale) => expect(scaleOf(heading)).toBe(scale));

const columnOf = (headings: readonly string[], field: MarkField) =>
  headings[guessMarkColumns(headings, 'week-1').indexOf(field)];

test.each([
  [['Email', 'Week 1 (Real)', 'Week 1 (Percentage)', 'Week 1 (Letter)'], 'Week 1 (Percentage)'],
  [['Email', 'Week 1 (Letter)', 'Week 1 (Real)'], 'Week 1 (Real)'],
  [['Email', 'Week 1 (Points: 10)', 'Week 1'], 'Week 1'],
  [['Email', 'Week 1 [60]', 'Week 2'], 'Week 1 [60]'],
  [['Email', 'Grade (Letter)', 'Grade %'], 'Grade %'],
  [
    ['Email', 'Marks', 'Week 1 Points Grade <Numeric MaxPoints:100>'],
    'Week 1 Points Grade <Numeric MaxPoints:100>',
  ],
  [['Email', 'Week 1 (Feedback)', 'Assignment: Week 1 (Real)'], 'Assignment: Week 1 (Real)'],
  [['Email', 'Course total (Real)'], undefined],
])('of %j the marks are in %j', (headings, column) => expect(columnOf(headings, 'marks')).toBe(column));

test("a task's own feedback is its comments", () => {
  const headings = ['Email', 'Week 2 (Feedback)', 'Week 1 (Real)', 'Assignment: Week 1 (Feedback)'];
  expect(columnOf(headings, 'comments')).toBe('Assignment: Week 1 (Feedback)');
});

function problemOf(text: string, isGuess = true): string | null {
  const [headings = [], ...below] = text.split('\n').map((line) => line.split(';'));
  const rows: SheetRow[] = below.map((cells, index) => ({ line: index + 2, cells }));
  const columns = guessMarkColumns(headings, 'week-1');
  try {
    checkScales(rows, headings, { columns, task: 'week-1', isGuess });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;7.10;71 %\nb;3;30,00 %', null],
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;71.00;71 %\nb;-;-', null],
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;6.67;33 %\nb;13.33;67 %', null],
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;0;0 %\nb;35;70.0 %', null],
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;7.10;71 %\nb;80;80 %', 'row 3: 80 % and 80'],
  ['Email;Week 1 (Real);Week 1 (Percentage)\na;71.00;50.00 %', 'row 2: 50.00 % and 71.00'],
  ['Email;Week 1 (Points: 10);Week 1 (Percentage)\na;7.1;71 %', null],
  ['Email;Week 1 (Points: 10);Week 1 (Percentage)\na;7.1;35 %', 'row 2: 35 % and 7.1'],
  ['Email;Marks;Score\na;60;60', null],
  ['Email;Marks;Score\na;60;60\nb;60;61', 'The columns "Marks" and "Score" contradict each other in row 3'],
  ['Email;Week 1;Week 1 (4711)\na;60;70', 'contradict each other in row 2: 60 and 70'],
  ['Email;Week 1 (Points: 10)\na;7', 'These marks are out of 10'],
  ['Email;Week 1 [60]\na;7', 'These marks are out of 60'],
  ['Email;Marks (out of 100)\na;70', null],
  ['Email;Week 1 (Percentage)\na;0.6\nb;1', 'Write them as per cent: 60, not 0.6'],
  ['Email;Week 1 (Percentage)\na;0.6\nb;70', null],
  ['Email;Week 1 (Percentage)\na;0\nb;1', null],
  ['Email;Marks\na;0.6', null],
])('%j: %j', (text, problem) => {
  if (problem === null) expect(problemOf(text)).toBeNull();
  else expect(String(problemOf(text))).toContain(problem);
});

test('a column that somebody chose is not compared with others', () => {
  expect(problemOf('Email;Marks;Score\na;60;61', false)).toBeNull();
});
