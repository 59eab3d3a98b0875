import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { MarkRubric, RubricLine } from '#contract/projects/rubric-calls';
import { noChoice, panelLines, type RubricChoice } from './rubric-choice.ts';
import { RubricPanel } from './rubric-panel.tsx';

const line = (id: string, points: number, optional = false): RubricLine => ({
  id,
  line: id,
  text: `Line ${id}`,
  points,
  optional,
});
const lines = [line('1', 40), line('2', 30), line('3', 5, true)];

/** The panel in a form of its own. */
function Desk({ kept, isFixed = false }: { kept?: MarkRubric; isFixed?: boolean }) {
  const [choice, setChoice] = useState<RubricChoice>(noChoice);
  const [marks, setMarks] = useState('');
  return (
    <form aria-label="Marking">
      <input aria-label="Marks" value={marks} onChange={({ target }) => setMarks(target.value)} />
      <RubricPanel
        lines={panelLines(lines, kept)}
        value={choice}
        marks={marks}
        isFixed={isFixed}
        reasonError={undefined}
        onChange={(next, follow) => {
          setChoice(next);
          if (follow !== null) setMarks(follow);
        }}
      />
    </form>
  );
}
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const marks = () => screen.getByLabelText<HTMLInputElement>('Marks');

it('full marks are one click, from which lines are unticked', async () => {
  render(<Desk />);
  await userEvent.click(screen.getByRole('button', { name: 'Give full marks' }));
  expect(marks().value).toBe('70');
  expect([box(/Line 1/), box(/Line 2/), box(/Line 3/)].map(({ checked }) => checked)).toEqual([
    true,
    true,
    false,
  ]);
  await userEvent.click(box(/Line 2/));
  expect(marks().value).toBe('40');
  await userEvent.click(screen.getByRole('button', { name: 'Give full marks' }));
  await userEvent.click(screen.getByRole('button', { name: 'Untick all lines' }));
  expect(screen.getByText('Nothing ticked yet')).toBeTruthy();
});

it('marks follow the toggled lines, and other ones ask why', async () => {
  render(<Desk />);
  await userEvent.click(box(/Line 1/));
  await userEvent.click(box(/Line 2/));
  expect(marks().value).toBe('70');
  expect(screen.getByText('70 of 100 by the rubric')).toBeTruthy();
  expect(screen.queryByLabelText(/^Why/)).toBeNull();
  await userEvent.clear(marks());
  await userEvent.type(marks(), '75');
  await userEvent.type(screen.getByLabelText('Why 75 and not 70?'), 'Late');
  expect(box(/Line 1/).checked).toBe(true);
  await userEvent.click(box(/Line 3.*optional/));
  expect(marks().value, 'marks follow again').toBe('75');
  expect(screen.queryByLabelText(/^Why/), '75 is what they come to now').toBeNull();
});

it('has the digit of each line, for keyboards and screen readers', () => {
  render(<Desk />);
  expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-keyshortcuts'))).toEqual([
    '1',
    '2',
    '3',
  ]);
});

it('a former line that the mark was given by is there until it is taken out', () => {
  const former = { id: '9', line: '1', text: 'As it was', points: 20 };
  render(<Desk kept={{ lines: [former], reason: null }} />);
  expect(box(/As it was.*the rubric has changed since/).getAttribute('aria-keyshortcuts')).toBeNull();
});

it('what is on its way is not toggled', async () => {
  render(<Desk isFixed />);
  await userEvent.click(box(/Line 1/));
  expect(box(/Line 1/).checked).toBe(false);
  expect(marks().value).toBe('');
});

it('works as a part of a posted form', async () => {
  render(<Desk />);
  await userEvent.click(box(/Line 2/));
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Marking' });
  expect(Object.fromEntries(new FormData(form))).toEqual({ rubric: 'shown', 'line-2': 'on' });
});
