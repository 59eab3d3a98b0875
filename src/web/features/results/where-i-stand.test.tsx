import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import type { Task } from '#contract/dates';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import { resultFrom, timelineOnDay } from '#support/contract-fixtures';
import { HowItIsMade } from './how-it-is-made.tsx';
import { ResultLines } from './result-lines.tsx';
import { StaffResult } from './staff-result.tsx';
import { WhereIStand } from './where-i-stand.tsx';

const weighted: ResultRule = {
  ...defaultRule,
  weights: { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 40, viva: 20 },
  pass_mark: 50,
  minimums: [{ of: 'final', marks: 45 }],
  grades: [{ from: 75, word: 'Distinction' }],
};

const given = (marks: Partial<Record<Task, number>>, rule: ResultRule = defaultRule) =>
  resultFrom(
    timelineOnDay(
      40,
      Object.fromEntries(
        Object.entries(marks).map(([task, value]) => [task, { state: 'marked', marks: value }]),
      ),
    ),
    rule,
  );

const textOf = (result: ReturnType<typeof given>, isWithheld = false) => {
  const { container, unmount } = render(<WhereIStand result={result} isWithheld={isWithheld} />);
  const text = [...container.querySelectorAll('p')].map((one) => one.textContent);
  unmount();
  return text;
};

it('before the first mark, with some, and with all', () => {
  expect(textOf(given({}))).toEqual([
    'You have no result yet. It begins with your first released mark.',
    'Your result can still be from 0 to 100.',
  ]);
  expect(textOf(given({ 'week-1': 82, 'week-2': 71 }))).toEqual([
    'So far76.5out of 100, from 2 of 6 tasks',
    'Your result can still be from 25.5 to 92.2.',
  ]);
  const weights = { 'week-1': 0, 'week-2': 20, 'week-3': 20, 'week-4': 20, final: 20, viva: 20 };
  expect(textOf(given({ 'week-1': 82, 'week-2': 71 }, { ...defaultRule, weights }))).toContain(
    'So far71out of 100, from 1 of 5 tasks',
  );
  const all = { 'week-1': 90, 'week-2': 80, 'week-3': 80, 'week-4': 70, final: 80, viva: 90 };
  expect(textOf(given(all))).toEqual(['Result81.7out of 100']);
  expect(textOf(given(all, weighted))).toEqual([
    'Result82out of 100, Passed, Distinction',
    'You passed with 82 of 100.',
  ]);
});

it('says what the viva must bring, and when a pass is out of reach', () => {
  const weeks = { 'week-1': 60, 'week-2': 60, 'week-3': 60, 'week-4': 60 };
  expect(textOf(given({ ...weeks, final: 45 }, weighted))).toContain(
    'To pass you need 40 of 100 in the viva.',
  );
  expect(textOf(given({ ...weeks, final: 30 }, weighted)).join(' ')).toMatch(
    /^So far.* You can no longer pass/,
  );
});

it('says since when a result is final, and on which sheet', () => {
  const result = given({ 'week-1': 82 });
  const frozen = { batch: 'MERN-1', number: 2, at: '2026-12-20T09:00:00.000Z' };
  const since = 'since 20 Dec 2026, on mark sheet 2 of MERN-1.';
  expect(textOf({ ...result, state: 'complete', frozen })).toContain(`Final ${since}`);
  expect(textOf({ ...result, frozen })).toContain(`Closed and incomplete ${since}`);
});

it('withholds the number while a mark waits for its comment to be read', () => {
  expect(textOf(given({ 'week-1': 82 }), true)).toEqual([
    'Show your new marks first. Your result is here then.',
  ]);
});

it('lists how each task counts', () => {
  render(<ResultLines result={given({ 'week-1': 60, final: 30 }, weighted)} />);
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows[1]).toEqual(['Week 1', '60', '60', '10 of 50', '']);
  expect(rows[2]).toEqual(['Week 2', '–', '–', '–', 'No mark yet']);
  expect(rows[7]).toEqual(['Minimum: Final project', '30', 'At least 45', 'Not reached']);
});

it('gives the rule in sentences, with its version and reason', () => {
  const { rule } = given({}, weighted);
  render(<HowItIsMade rule={{ ...rule, version: 2, reason: 'The viva is longer.' }} />);
  expect(screen.getByText('You pass with a result of 50 or more.')).toBeTruthy();
  expect(screen.getByText(/Version 2, since/).parentElement?.textContent).toContain(
    'Reason: The viva is longer.',
  );
});

it('shows staff what the student knows, and what is not released', () => {
  const own = given({ 'week-1': 60 }, weighted);
  const all = { state: 'incomplete', result: null, so_far: 55, passed: null, grade: null } as const;
  const { container } = render(
    <MemoryRouter>
      <StaffResult batch="MERN-1" result={{ ...own, with_unreleased: all }} />
    </MemoryRouter>,
  );
  expect(container.textContent).toMatch(
    /^So far 60\. With unreleased marks: So far 55\. The student reads: “You pass with/,
  );
  expect(screen.getByRole('link').getAttribute('href')).toBe('/staff/batches/MERN-1/rule');
});
