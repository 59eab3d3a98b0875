import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Examiner } from '#contract/examiners/examiner-calls';
import type { OwnViva, VivaPapers } from '#contract/examiners/viva-calls';
import { mentor, project, receipt } from '#support/contract-fixtures';
import { mockApi } from '#support/mock-api';
import { renderWithRouter } from '#support/render-screen';
import { SignedInBar } from '../frame/signed-in-bar.tsx';
import { ExaminerSection } from './examiner-section.tsx';
import { Papers } from './papers.tsx';
import { VivaList } from './viva-list.tsx';

const outside = { ...mentor, batches: [], examiner: true as const };

const viva: OwnViva = {
  student: { s_id: 'asha@example.test', s_name: 'Asha Menon' },
  project: 'Loan desk',
  batch: 'MERN-2026-11',
  starts_at: '2026-12-03T04:30:00.000Z',
  minutes: 20,
  room: 'Room 1',
  link: null,
  panel: ['Prof. Nair', 'Ravi Menon'],
};

it('lists vivas with time, room and panel, and leads to the papers', async () => {
  const remote = {
    ...viva,
    student: { s_id: 'b@example.test', s_name: 'Binu' },
    link: 'https://meet.example.test/b',
  };
  await renderWithRouter(<VivaList user={outside} vivas={[viva, remote]} />);
  const [, first, second] = screen.getAllByRole('row');
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'Asha Menon' })
      .getAttribute('href'),
  ).toBe('/staff/vivas/asha%40example.test');
  expect(first?.textContent).toMatch(/20Room 1.*Prof\. Nair, Ravi Menon/);
  const link = within(second as HTMLElement).getByRole('link', { name: 'Room 1' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([remote.link, '_blank']);
});

it('lists today and later first: on a phone the past ones hid the next', async () => {
  const at = (hours: number, s_name: string) => ({
    ...viva,
    student: { s_id: `${s_name}@example.test`, s_name },
    starts_at: new Date(Date.now() + hours * 3_600_000).toISOString(),
  });
  await renderWithRouter(
    <VivaList user={outside} vivas={[at(-30, 'Past'), at(-1, 'Late'), at(20, 'Next')]} />,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Late', 'Next', 'Past']);
  expect(screen.getByRole('heading', { name: 'Earlier vivas' })).toBeTruthy();
});

it('says that there are none', async () => {
  await renderWithRouter(<VivaList user={outside} vivas={[]} />);
  expect(screen.getByRole('heading', { name: 'No vivas' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('leads a mentor without vivas back to their batches', async () => {
  await renderWithRouter(<VivaList user={mentor} vivas={[]} />);
  expect(screen.getByRole('link', { name: 'Go to your batches' }).getAttribute('href')).toBe('/staff');
});

const papers: VivaPapers = {
  ...viva,
  project: { id: 'P001', name: project.name, details: project.details, overview: project.overview },
  briefs: [{ task: 'week-1', text: 'Draw the tables.', html: null, changed_at: null, rubric: [] }],
  versions: [
    receipt({ task: 'week-1', version: 2, number: 'W-2', file: null, comments: 'Second try' }),
    receipt({ task: 'week-1', version: 1, number: 'W-1', file: null, comments: 'First try' }),
  ],
};

it('shows the instructions and the versions of each task, and compares two when asked', async () => {
  mockApi();
  await renderWithRouter(<Papers papers={papers} />);
  const week = within(screen.getByRole('region', { name: 'Week 1' }));
  expect(week.getByText('Draw the tables.')).toBeTruthy();
  expect(week.queryByText('Second try')).toBeNull();
  const unfold = (label: RegExp) => fireEvent.click(screen.getByText(label));
  unfold(/^Version 2,/);
  expect(await week.findByText('Second try')).toBeTruthy();
  unfold(/^Changes since version 1$/);
  expect(await week.findByText('Second', { exact: false })).toBeTruthy();
});

const examiner: Examiner = {
  invited_at: '2026-11-20T04:30:00.000Z',
  removed_at: null,
  to_come: 2,
  without_result: 1,
  batches: ['MERN-2026-11'],
};

it('shows what is open before a removal, and sends what it has shown', async () => {
  await renderWithRouter(<ExaminerSection name="Prof. Nair" examiner={examiner} />);
  expect(screen.getByText('2 vivas to come. Choose another examiner in the plan.')).toBeTruthy();
  expect(screen.getByText('1 viva without a released result.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Vivas of MERN-2026-11' }).getAttribute('href')).toBe(
    '/staff/batches/MERN-2026-11/vivas',
  );
  const form = screen.getByRole('button', { name: 'Remove Prof. Nair', hidden: true }).closest('form');
  const began = form?.querySelector<HTMLInputElement>('[name=began]')?.value ?? '';
  expect(JSON.parse(began)).toEqual({ to_come: 2, without_result: 1 });
});

it('says since when a removed examiner is gone, and which vivas still name them', async () => {
  await renderWithRouter(
    <ExaminerSection name="Prof. Nair" examiner={{ ...examiner, removed_at: examiner.invited_at }} />,
  );
  expect(screen.getByText(/Removed on/)).toBeTruthy();
  expect(screen.getByText(/^2 vivas to come/)).toBeTruthy();
  expect(screen.queryByRole('button', { hidden: true })).toBeNull();
});

it('the bar has an examiner’s vivas and account alone', async () => {
  const user = { ...mentor, batches: [], examiner: true as const };
  await renderWithRouter(<SignedInBar user={user} ForumBadge={() => null} onError={() => {}} />);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/staff/vivas',
    '/account',
  ]);
});
