import { expect, test } from 'vitest';
import { toggledOf } from '../marks.ts';
import {
  choiceOfBody,
  choiceOfFields,
  fieldsOfChoice,
  hasFullLines,
  isOverruling,
  needsReason,
  noChoice,
  panelLines,
  parseChoice,
  rubricBody,
  rubricOfFields,
  toggleFull,
  toggleLine,
  toggleNth,
  writeChoice,
} from './rubric-choice.ts';

const line = (id: string, points: number, of = id) => ({ id, line: of, text: `Line ${id}`, points });
const standing = [
  { ...line('1', 40), optional: false },
  { ...line('2', 30), optional: false },
  { ...line('4', 10, '3'), optional: true },
];
/** A mark by the line 1 and by a version of line 3 that does not stand any more. */
const kept = { lines: [line('1', 40), line('3', 20)], reason: null };
const lines = panelLines(standing, kept);

test('the lines of the mark that do not stand any more come last', () => {
  expect(lines.map(({ id, isFormer }) => [id, isFormer])).toEqual([
    ['1', undefined],
    ['2', undefined],
    ['4', undefined],
    ['3', true],
  ]);
  expect(choiceOfBody(toggledOf(kept))).toEqual({ lines: ['1', '3'], reason: '' });
});

test('a toggled line changes the marks; of two versions of a line one is toggled', () => {
  const first = toggleLine(lines, choiceOfBody(toggledOf(kept)), '2');
  expect(first).toEqual({ choice: { lines: ['1', '2', '3'], reason: '' }, marks: '90' });
  expect(toggleLine(lines, first.choice, '4')).toEqual({
    choice: { lines: ['1', '2', '4'], reason: '' },
    marks: '80',
  });
  expect(toggleLine(lines, first.choice, '1').marks).toBe('50');
  expect(toggleLine(lines, noChoice, '1')).toEqual({ choice: { lines: ['1'], reason: '' }, marks: '40' });
});

test('full marks are the lines that stand, without extra points and deductions; again, none', () => {
  const full = toggleFull(lines, choiceOfBody(toggledOf(kept)));
  expect(full).toEqual({ choice: { lines: ['1', '2'], reason: '' }, marks: '70' });
  expect(hasFullLines(lines, full.choice)).toBe(true);
  expect(toggleFull(lines, full.choice)).toEqual({ choice: { lines: [], reason: '' }, marks: '0' });
  expect(toggleFull(lines, { lines: ['2'], reason: 'Late.' }).choice).toEqual({
    lines: ['1', '2'],
    reason: 'Late.',
  });
  const withDeduction = panelLines([...standing, { ...line('5', -10), optional: false }], undefined);
  expect(toggleFull(withDeduction, { lines: ['5'], reason: '' }).choice.lines).toEqual(['1', '2']);
});

test('a digit is the place of a line that stands', () => {
  expect(toggleNth(lines, noChoice, 2)?.choice.lines).toEqual(['2']);
  expect(toggleNth(lines, noChoice, 4)).toBeNull();
});

test('what is toggled and unknown, as in a draft from before, does not count', () => {
  expect(toggleLine(lines, { lines: ['99'], reason: '' }, '1').choice.lines).toEqual(['1']);
  expect(rubricBody(lines, { lines: ['99', '1'], reason: '' }, '40').lines).toEqual(['1']);
});

test('other marks than the lines come to need a reason, which is sent with them alone', () => {
  const choice = { lines: ['1', '2'], reason: ' ' };
  expect(isOverruling(lines, choice, '70')).toBe(false);
  expect(needsReason(lines, choice, '75')).toBe(true);
  expect(needsReason(lines, { ...choice, reason: 'Late' }, '75')).toBe(false);
  expect(needsReason(lines, noChoice, '75')).toBe(false);
  expect(needsReason(lines, choice, 'no number')).toBe(false);
  expect(rubricBody(lines, { ...choice, reason: ' Late ' }, '75').reason).toBe('Late');
  expect(rubricBody(lines, { ...choice, reason: 'Late' }, '70').reason).toBeNull();
});

test('a draft brings the same choice back, whatever the text holds', () => {
  const choice = { lines: ['1', '2'], reason: 'Late' };
  expect(parseChoice(writeChoice(choice))).toEqual(choice);
  expect(writeChoice(noChoice)).toBe('');
  for (const text of ['', 'null', '[]', '{"lines":5}', '{"lines":[1],"reason":2}'])
    expect(parseChoice(text)).toEqual(noChoice);
});

test('a posted form brings the same choice, and one without a rubric none', () => {
  const choice = { lines: ['1', '2'], reason: 'Late' };
  expect(choiceOfFields(fieldsOfChoice(choice))).toEqual(choice);
  expect(rubricOfFields(fieldsOfChoice({ ...noChoice }))).toEqual({ lines: [], reason: null });
  expect(rubricOfFields({ marks: '70' })).toBeUndefined();
});
