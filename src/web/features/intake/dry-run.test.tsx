import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { IntakeDetails, IntakeRow } from '#contract/intake';
import { mockApi } from '#support/mock-api';
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

it('a wrong row can be left out, its cell edited, and its batch taken for all rows that name it', async () => {
  const api = mockApi();
  api.reply('mendIntake', intake);
  const wrong = cells({
    value: 'mern 1',
    typed: 'mern 1',
    near: 'MERN-1',
    fault: 'There is no batch of this name.',
  });
  const rows: IntakeRow[] = [
    { line: 3, state: 'wrong', cells: wrong },
    { line: 4, state: 'wrong', cells: wrong },
  ];
  await renderWithRouter(<DryRun intake={intake} page={{ show: 'wrong', after: 0, rows, more: false }} />);
  const [, row] = screen.getAllByRole('row') as [HTMLElement, HTMLElement];
  const sent = () => api.of('mendIntake').at(-1)?.body;
  const press = async (name: string, count: number) => {
    fireEvent.click(within(row).getByRole('button', { name }));
    await waitFor(() => expect(api.of('mendIntake')).toHaveLength(count));
  };
  await press('Use MERN-1 for all rows with “mern 1”', 1);
  expect(sent()).toEqual({ batch: { typed: 'mern 1', name: 'MERN-1' } });
  await press('Leave this row out', 2);
  expect(sent()).toEqual({ leave_out: [3] });
  fireEvent.click(within(row).getByRole('button', { name: 'Edit batch' }));
  const field = within(row).getByLabelText<HTMLInputElement>('Batch in row 3');
  expect(field.value).toBe('mern 1');
  fireEvent.change(field, { target: { value: ' MERN-2 ' } });
  await press('Save batch', 3);
  expect(sent()).toEqual({ cell: { line: 3, field: 'batch', value: 'MERN-2' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave out these 2 wrong rows' }));
  await waitFor(() => expect(sent()).toEqual({ leave_out: [3, 4] }));
});
