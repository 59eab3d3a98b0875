import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImportDetails, ImportRow } from '#contract/people/import-calls';
import { renderWithRouter } from '#support/render-screen';
import { DryRun } from './dry-run.tsx';

const details = (counts: ImportDetails['counts'], more: Partial<ImportDetails> = {}): ImportDetails => ({
  id: '7',
  file: 'people.csv',
  by: 'Office',
  made_at: '2026-11-22T10:00:00.000Z',
  state: 'checked',
  imported_at: null,
  undone: null,
  brought: null,
  rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
  counts,
  headings: ['Email'],
  samples: [],
  columns: ['email'],
  remembered: false,
  people_there: 9,
  must_type: null,
  check: null,
  has_scores: true,
  kept: 0,
  ...more,
});
const none = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
const wrongRow = (line: number): ImportRow => ({
  line,
  state: 'wrong',
  cells: [{ field: 'email', value: 'x', before: null, fault: 'This is no email.' }],
});
const show = async (peopleImport: ImportDetails, rows: ImportRow[] = [], view: 'wrong' | null = null) => {
  await renderWithRouter(
    <DryRun peopleImport={peopleImport} page={{ show: view, after: 0, edit: null, rows, more: false }} />,
  );
  // In sight below the rows, whatever their number.
  const bar = document.querySelector<HTMLElement>('.bottom-bar') as HTMLElement;
  expect(bar.parentElement?.lastElementChild).toBe(bar);
  return within(bar);
};

it.each([
  [{ ...none, new: 40 }, '40 new, 0 changed, 0 wrong.', 'Import 40 rows'],
  [{ ...none, new: 2_999, unchanged: 1 }, '2,999 new, 0 changed, 0 wrong.', 'Import 3,000 rows'],
  [{ ...none, changed: 1 }, '0 new, 1 changed, 0 wrong.', 'Import 1 row'],
])('says in one bar what is imported, and how many rows (%#)', async (counts, words, name) => {
  const bar = await show(details(counts));
  expect(bar.getByText(words)).toBeTruthy();
  expect(bar.getByRole('button', { name })).toBeTruthy();
});

it('sends which preview was seen', async () => {
  const bar = await show(details({ ...none, new: 2 }, { check: 'seen' }));
  const form = bar.getByRole('button', { name: 'Import 2 rows' }).closest('form') as HTMLFormElement;
  expect(new FormData(form).get('check')).toBe('seen');
});

it('asks for the number in the bar where many people change', async () => {
  const bar = await show(details({ ...none, changed: 1_234 }, { must_type: 1_234, people_there: 2_000 }));
  expect(bar.getByLabelText(/^This changes 1,234 people of the 2,000 in the portal/)).toBeTruthy();
});

it('imports nothing beside wrong rows, and leads to those that are not on the page', async () => {
  const peopleImport = details({ ...none, new: 38, wrong: 2 });
  const bar = await show(peopleImport);
  expect(bar.queryByRole('button')).toBeNull();
  const link = bar.getByRole('link', { name: 'Show 2 wrong rows' });
  expect(link.getAttribute('href')).toBe('/staff/intake/7?show=wrong');
});

it('leaves the wrong rows of the page out from the bar', async () => {
  const bar = await show(details({ ...none, new: 38, wrong: 2 }), [wrongRow(3), wrongRow(4)], 'wrong');
  expect(screen.queryByRole('link', { name: /wrong rows$/ })).toBeNull();
  expect(bar.getByRole('button', { name: 'Leave out these 2 wrong rows' })).toBeTruthy();
  expect(bar.queryByRole('button', { name: /^Import/ })).toBeNull();
});
