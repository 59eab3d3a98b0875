import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ImportDetails, ImportRow } from '#contract/people/import-calls';
import { mockApi } from '#support/mock-api';
import { addressOf, renderWithRouter } from '#support/render-screen';
import { useSearchParams, type ActionFunctionArgs } from 'react-router';
import { clientAction } from '../../../routes/staff-import-sheet.tsx';
import { ScreenMessage } from '../../frame/screen-message.tsx';
import { DryRun } from './dry-run.tsx';

/** The action of the screen of this spreadsheet. */
const change = (args: ActionFunctionArgs) => clientAction({ ...args, params: { id: '7' } });

const peopleImport: ImportDetails = {
  id: '7',
  file: 'people.csv',
  by: 'Office',
  made_at: '2026-11-22T10:00:00.000Z',
  state: 'checked',
  imported_at: null,
  undone: null,
  brought: null,
  rows: 1_234,
  counts: { new: 1_232, changed: 1, unchanged: 0, wrong: 1 },
  headings: ['Email', 'Batch'],
  samples: [],
  columns: ['email', 'batch'],
  remembered: false,
  people_there: 9,
  must_type: null,
  check: null,
  has_scores: true,
  kept: 0,
};
const cells = (batch: Partial<ImportRow['cells'][number]>): ImportRow['cells'] => [
  { field: 'email', value: 'a@x.test', before: null, fault: null },
  { field: 'name', value: null, before: null, fault: null },
  { field: 'phone', value: null, before: null, fault: null },
  { field: 'batch', value: 'MERN-1', before: null, fault: null, ...batch },
  { field: 'exit_score', value: null, before: null, fault: null },
  { field: 'grade', value: null, before: null, fault: null },
];

it('shows of each row what happens, what was before, and what is wrong with which cell; only columns with something', async () => {
  const rows: ImportRow[] = [
    { line: 2, state: 'changed', cells: cells({ before: 'DSA-1' }) },
    { line: 3, state: 'wrong', cells: cells({ value: 'MERM', fault: 'There is no batch with this name.' }) },
  ];
  await renderWithRouter(
    <DryRun peopleImport={peopleImport} page={{ show: null, after: 0, edit: null, rows, more: true }} />,
  );
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Row',
    'Result',
    'Email',
    'Batch',
  ]);
  const [, changed, wrong] = screen.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(changed).getByText('DSA-1').tagName).toBe('DEL');
  expect(changed.textContent).toContain('Changed');
  expect(within(wrong).getByText('There is no batch with this name.').closest('td')?.dataset['wrong']).toBe(
    'true',
  );
  expect(screen.getByRole('link', { name: 'New 1,232' }).getAttribute('href')).toBe(
    '/staff/intake/7?show=new',
  );
  expect(screen.getByRole('link', { name: 'All 1,234' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'More rows' }).getAttribute('href')).toBe(
    '/staff/intake/7?after=3',
  );
});

it('says which name or phone stays, since the person has an account', async () => {
  const own = cells({}).map((cell) =>
    cell.field === 'name' ? { ...cell, value: 'Asha R', kept: 'Asha Rao' } : cell,
  );
  const rows: ImportRow[] = [{ line: 2, state: 'unchanged', cells: own }];
  await renderWithRouter(
    <DryRun
      peopleImport={{ ...peopleImport, kept: 1 }}
      page={{ show: null, after: 0, edit: null, rows, more: false }}
    />,
  );
  expect(screen.getByText('Stays Asha Rao')).toBeTruthy();
  expect(screen.getByText(/^1 person with an account keeps their own name or phone\./)).toBeTruthy();
});

it('names what is not read and what will be missing for it, and nothing where all is there', async () => {
  const page = { show: null, after: 0, edit: null, rows: [], more: false };
  const columns = ['email', 'name', 'phone', 'batch', 'exit_score', 'grade'] as const;
  const whole = { ...peopleImport, headings: [...columns], columns: [...columns] };
  const { unmount } = await renderWithRouter(<DryRun peopleImport={whole} page={page} />);
  expect(screen.queryByRole('note')).toBeNull();
  unmount();
  const half: ImportDetails = {
    ...whole,
    headings: ['Email', 'Name', 'Class', 'Mob', 'Empty'],
    samples: [['a@x.test', 'Asha', 'MERN 2027 01', '9876543210', '']],
    columns: ['email', 'name', null, null, null],
    has_scores: false,
  };
  await renderWithRouter(<DryRun peopleImport={half} page={page} />);
  const note = within(screen.getByRole('note'));
  expect(note.getByText('Class, Mob')).toBeTruthy();
  expect(note.getByText('No phone, no batch, no exit score and no grade will be imported.')).toBeTruthy();
});

const wrongBatch = cells({
  value: 'mern 1',
  typed: 'mern 1',
  near: 'MERN-1',
  fault: 'There is no batch with this name.',
});

it('any row can be left out, and a batch that is nearly named is taken for all its rows', async () => {
  const api = mockApi();
  api.reply('correctImport', peopleImport);
  const rows: ImportRow[] = [
    { line: 3, state: 'wrong', cells: wrongBatch },
    { line: 4, state: 'wrong', cells: wrongBatch },
    { line: 5, state: 'new', cells: cells({}) },
  ];
  await renderWithRouter(
    <>
      <DryRun peopleImport={peopleImport} page={{ show: null, after: 0, edit: null, rows, more: false }} />
      <ScreenMessage />
    </>,
    '/staff/intake/7',
    change,
  );
  const press = async (name: string, body: object, says: string) => {
    const count = api.of('correctImport').length + 1;
    fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
    await waitFor(() => expect(api.of('correctImport')).toHaveLength(count));
    expect(api.of('correctImport').at(-1)?.body).toEqual(body);
    await within(screen.getByRole('status')).findByText(says);
  };
  await press(
    'Use MERN-1 for all rows with “mern 1”',
    { batch: { typed: 'mern 1', name: 'MERN-1' } },
    'All rows with that name now have this batch.',
  );
  const leftOut = 'The rows are left out. To include them, pick the spreadsheet again.';
  await press('Leave out row 3', { leave_out: [3] }, leftOut);
  await press('Leave out row 5', { leave_out: [5] }, leftOut);
  await press('Leave out these 2 wrong rows', { leave_out: [3, 4] }, leftOut);
});

it('any row can be edited: its form begins with what the spreadsheet says, and sends what was changed', async () => {
  const api = mockApi();
  api.reply('correctImport', peopleImport);
  const rows: ImportRow[] = [
    { line: 3, state: 'wrong', cells: wrongBatch },
    { line: 5, state: 'new', cells: cells({}) },
  ];
  const page = { show: null, after: 0, rows, more: false };
  const of: ImportDetails = { ...peopleImport, columns: ['email', 'name', 'batch'] };
  const first = await renderWithRouter(<DryRun peopleImport={of} page={{ ...page, edit: null }} />);
  expect(screen.getByRole('link', { name: 'Edit row 5' }).getAttribute('href')).toBe(
    '/staff/intake/7?edit=5',
  );
  first.unmount();
  for (const [line, batch] of [
    [3, 'mern 1'],
    [5, 'MERN-1'],
  ] as const) {
    const { router, unmount } = await renderWithRouter(
      <DryRun peopleImport={of} page={{ ...page, edit: line }} />,
      `/staff/intake/7?edit=${line}`,
      change,
    );
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(`${name} in row ${line}`);
    expect(['Email', 'Name', 'Batch'].map((name) => field(name).value)).toEqual(['a@x.test', '', batch]);
    expect(document.activeElement).toBe(field('Email'));
    // Saving the row would undo what the offer for all rows has done.
    expect(screen.queryAllByRole('button', { name: /^Use / })).toHaveLength(line === 3 ? 0 : 1);
    fireEvent.change(field('Batch'), { target: { value: ' MERN-2 ' } });
    fireEvent.change(field('Name'), { target: { value: 'Asha' } });
    fireEvent.click(screen.getByRole('button', { name: `Save row ${line}` }));
    await waitFor(() => expect(addressOf(router)).toBe('/staff/intake/7'));
    expect(api.of('correctImport').at(-1)?.body).toEqual({
      cells: [
        { line, field: 'name', value: 'Asha', began: '' },
        { line, field: 'batch', value: 'MERN-2', began: batch },
      ],
    });
    unmount();
  }
  const unchanged = await renderWithRouter(
    <DryRun peopleImport={of} page={{ ...page, edit: 5 }} />,
    '/staff/intake/7?edit=5',
    change,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save row 5' }));
  await waitFor(() => expect(addressOf(unchanged.router)).toBe('/staff/intake/7'));
  expect(api.of('correctImport')).toHaveLength(2);
});

it('a row that is corrected or left out hands the focus to the row, the one after it, or the choice of rows', async () => {
  const rowOf = (line: number): ImportRow => ({ line, state: 'new', cells: cells({}) });
  const [first, second, third] = [rowOf(3), rowOf(4), rowOf(5)];
  const steps: { rows: ImportRow[]; edit: number | null; focused: string }[] = [
    { rows: [first, second, third], edit: 4, focused: 'Email in row 4' },
    { rows: [first, second, third], edit: null, focused: 'Edit row 4' },
    { rows: [first, third], edit: null, focused: 'Edit row 5' },
    { rows: [first], edit: null, focused: 'Edit row 3' },
    { rows: [], edit: null, focused: 'All 1,234' },
  ];
  function Steps() {
    const [search] = useSearchParams();
    const { rows, edit } = steps[Number(search.get('at'))] ?? { rows: [], edit: null };
    return <DryRun peopleImport={peopleImport} page={{ show: null, after: 0, more: false, rows, edit }} />;
  }
  const { router } = await renderWithRouter(<Steps />);
  for (const [at, { focused }] of steps.entries()) {
    await act(() => router.navigate(`/?at=${at}`));
    const named = screen.queryByLabelText(focused) ?? screen.getByRole('link', { name: focused });
    expect(document.activeElement, focused).toBe(named);
  }
});
