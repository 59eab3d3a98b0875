import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timelineOnDay } from '#support/contract-fixtures';
import { handedIn } from '#support/portal-answers';
import { Grades } from './grades.tsx';

const marked = (marks: number, comments: string) => ({
  ...handedIn,
  state: 'marked' as const,
  marks,
  comments,
  marked_version: 1,
  marked_at: '2026-11-12T09:00:00.000Z',
});
const row = (name: string) => screen.getByRole('heading', { level: 4, name }).closest('li')!;

it('each row has its mark and the beginning of the words for it; the mean stands beside the chart', () => {
  const words = 'A good first week.\nCall next must be one update.';
  const { tasks } = timelineOnDay(22, {
    'week-1': marked(82, words),
    'week-2': marked(71, ''),
    'week-3': handedIn,
  });
  render(<Grades tasks={tasks} />);
  expect(screen.getByText(/^mean of your/).textContent).toBe(
    '76.5 mean of your 2 marks so far, each out of 100',
  );
  expect(screen.getByRole('img', { name: /Mean 76.5\. Not marked yet: Week 3/ })).toBeTruthy();
  const texts = (name: string) => [...row(name).querySelectorAll('span')].map((span) => span.textContent);
  expect(['Week 1', 'Week 2', 'Week 3', 'Week 4'].map(texts)).toEqual([
    ['82 of 100', '“A good first week.”'],
    ['71 of 100'],
    ['Handed in'],
    ['Locked until 30 Nov 2026'],
  ]);
  // Shown as a whole below, the words are not said twice.
  fireEvent.click(within(row('Week 1')).getByRole('button', { name: 'View Status Week 1' }));
  expect(within(row('Week 1')).queryByText('“A good first week.”')).toBeNull();
  expect(within(row('Week 1')).getByText(/Call next must be one update/)).toBeTruthy();
});

it('before the first mark it says where marks will stand; one mark has no mean', () => {
  const { unmount } = render(<Grades tasks={timelineOnDay(8).tasks} />);
  expect(screen.getByText(/^Marks and your mentor's words stand here/)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  render(<Grades tasks={timelineOnDay(8, { 'week-1': marked(82, 'Good.') }).tasks} />);
  expect(screen.getByRole('img')).toBeTruthy();
  expect(screen.queryByText(/mean of your/)).toBeNull();
});
