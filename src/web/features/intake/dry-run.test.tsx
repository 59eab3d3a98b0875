import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { IntakeDetails, IntakeRow } from '#contract/intake';
import { renderWithRouter } from '#support/render-screen';
import { DryRun } from './dry-run.tsx';

const intake: IntakeDetails = {
  id: '7',
  file: 'people.csv',
  by: 'Office',
  made_at: '2026-11-22T10:00:00.000Z',
  state: 'checked',
  imported_at: null,
  rows: 1_234,
  counts: { new: 1_232, changed: 1, unchanged: 0, wrong: 1 },
  headings: ['Email', 'Batch'],
  samples: [],
  columns: ['email', 'batch'],
  remembered: false,
  people_there: 9,
  must_type: null,
  has_scores: true,
};
const cells = (batch: Partial<IntakeRow['cells'][number]>): IntakeRow['cells'] => [
  { field: 'email', value: 'a@x.test', before: null, fault: null },
  { field: 'name', value: null, before: null, fault: null },
  { field: 'phone', value: null, before: null, fault: null },
  { field: 'batch', value: 'MERN-1', before: null, fault: null, ...batch },
  { field: 'exit_score', value: null, before: null, fault: null },
  { field: 'grade', value: null, before: null, fault: null },
];

it('shows of each row what happens, what was before, and what is wrong with which cell; only columns with something', async () => {
  const rows: IntakeRow[] = [
    { line: 2, state: 'changed', cells: cells({ before: 'DSA-1' }) },
    { line: 3, state: 'wrong', cells: cells({ value: 'MERM', fault: 'There is no batch of this name.' }) },
  ];
  await renderWithRouter(<DryRun intake={intake} page={{ show: null, after: 0, rows, more: true }} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Row',
    'What happens',
    'Email',
    'Batch',
  ]);
  const [, changed, wrong] = screen.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(changed).getByText('DSA-1').tagName).toBe('DEL');
  expect(changed.textContent).toContain('Changed');
  expect(within(wrong).getByText('There is no batch of this name.').closest('td')?.dataset['wrong']).toBe(
    'true',
  );
  expect(screen.getByRole('link', { name: 'New 1,232' }).getAttribute('href')).toBe(
    '/staff/intake/7?show=new',
  );
  expect(screen.getByRole('link', { name: 'All 1,234' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Further rows' }).getAttribute('href')).toBe(
    '/staff/intake/7?after=3',
  );
});

it('says where no exit score will be imported, and only there', async () => {
  const page = { show: null, after: 0, rows: [], more: false };
  const words = /No exit score will be imported/;
  const { unmount } = await renderWithRouter(<DryRun intake={intake} page={page} />);
  expect(screen.queryByText(words)).toBeNull();
  unmount();
  await renderWithRouter(<DryRun intake={{ ...intake, has_scores: false }} page={page} />);
  expect(screen.getByText(words)).toBeTruthy();
});
