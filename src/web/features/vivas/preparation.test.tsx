import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { submittedTask } from '#support/portal-answers';
import { renderWithRouter } from '#support/render-screen';
import { Preparation } from './preparation.tsx';

const asked = (text: string, html: string | null = null) => ({ text, html });
const preparation = {
  samples: [asked('What was hard?'), asked('What *else*?', '<p>What <em>else</em>?</p>')],
  bring: asked('A laptop.'),
};
const rubric = [{ text: 'Says why', points: 60, optional: false }];
const { tasks } = timelineOnDay(29, { 'week-1': submittedTask });

const open = (of: Partial<Parameters<typeof Preparation>[0]> = {}) =>
  renderWithRouter(
    <Preparation preparation={preparation} rubric={rubric} tasks={tasks} minutes={20} {...of} />,
  );

it('shows what to bring, the rubric, samples that say so, and the own work', async () => {
  await open();
  const headings = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(headings).toEqual([
    'Prepare for your viva',
    'Bring with you',
    'How it is marked',
    'Sample questions',
    'Your work so far',
  ]);
  expect(screen.getByText('else').tagName).toBe('EM');
  expect(screen.getByText('These are samples. Your examiners choose the questions.')).toBeTruthy();
  const work = screen.getByRole('link', { name: 'Week 1' });
  expect(work.getAttribute('href')).toBe('/ProjectDashboard1?tab=grades&task=week-1#week-1');
});

it('has no work for an earlier project', async () => {
  const earlier = { ...submittedTask, earlier_project: true };
  await open({ tasks: timelineOnDay(29, { 'week-1': earlier }).tasks });
  expect(screen.queryByRole('heading', { name: 'Your work so far' })).toBeNull();
});

it('without questions and rubric there is the practice', async () => {
  await open({ preparation: { samples: [], bring: null }, rubric: [], tasks: [] });
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Practise the six steps' })).toBeTruthy();
});

it('practises the steps by buttons, with a clock that pauses and says rarely what it shows', async () => {
  freezeClock('2026-11-21T09:00:00.000Z');
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Practise the six steps' }));
  await settle(() => screen.getByRole('timer'));
  const timer = screen.getByRole('timer');
  const said = () => screen.getByRole('status').textContent;
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  expect([timer.textContent, said()]).toEqual(['2:00', '']);
  press('Start the clock');
  expect(said()).toBe('Step 1 of 6, Introduction. ');
  await advanceClock(61_000);
  expect([timer.textContent, said()]).toEqual([
    '0:59',
    'Step 1 of 6, Introduction. Less than a minute left.',
  ]);
  press('Pause');
  await advanceClock(30_000);
  expect(timer.textContent).toBe('0:59');
  press('Continue');
  await advanceClock(64_000);
  expect([timer.textContent, said()]).toEqual([
    '0:05 over',
    'Step 1 of 6, Introduction. The time for this step is over.',
  ]);
  press('Next step');
  expect([timer.textContent, said()]).toEqual(['4:00', 'Step 2 of 6, Methodology. ']);
  const marks = within(screen.getByRole('list', { name: 'Steps' }));
  fireEvent.click(marks.getByRole('button', { name: /Q&A/ }));
  expect(screen.getAllByText('What was hard?')).toHaveLength(2);
  press('Start again');
  expect([timer.textContent, said()]).toEqual(['2:00', '']);
  press('Close the practice');
  expect(screen.queryByRole('timer')).toBeNull();
});
