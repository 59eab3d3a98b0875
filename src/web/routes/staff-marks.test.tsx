import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CheckedMarks, MarkRow } from '#contract/marking/mark-sheet-calls';
import { mentor, staffSubmission, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staffMarks from './staff-marks.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

async function open(user = mentor) {
  const at = '/staff/marks?batch=MERN-2026-11&task=week-2';
  await renderScreen(staffMarks, { path: '/staff/marks', at, user });
  await settle(() => screen.getByRole('heading', { level: 1 }));
}

const row = (line: number, state: MarkRow['state'], fault: string | null): MarkRow => ({
  line,
  state,
  name: `Student ${line}`,
  cells: [{ field: 'marks', cell: `B${line}`, value: '70', before: null, fault }],
});
const checked = (rows: MarkRow[]): CheckedMarks => ({
  headings: ['Email', 'Marks'],
  columns: ['email', 'marks'],
  counts: {
    new: rows.filter(({ state }) => state === 'new').length,
    changed: 0,
    unchanged: 0,
    wrong: rows.filter(({ state }) => state === 'wrong').length,
  },
  rows,
  seen: 'seen',
});

it('names wrong cells, keeps them while they are corrected, and saves what was checked', async () => {
  api.reply('listBatchSubmissions', [staffSubmission()]);
  await open();
  const rows = await screen.findByLabelText('Rows, with headings');
  const check = (text: string) => {
    fireEvent.change(rows, { target: { value: text } });
    fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
  };
  api.reply(
    'checkMarks',
    checked([row(2, 'wrong', 'Marks must be a number from 0 to 100'), row(3, 'new', null)]),
  );
  check('Email,Marks\na@example.test,700');
  await screen.findByText('B2: Marks must be a number from 0 to 100');
  const said = () => screen.getByText('1 wrong row', { selector: '[role=status] *' });
  const first = said();
  fireEvent.click(await screen.findByRole('button', { name: 'Check rows' }));
  await waitFor(() => expect(said(), 'said again').not.toBe(first));
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  fireEvent.change(rows, { target: { value: 'Email,Marks\na@example.test,70' } });
  expect(screen.getByText('B2: Marks must be a number from 0 to 100')).toBeTruthy();

  api.reply('checkMarks', checked([row(2, 'new', null), row(3, 'new', null)]));
  fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
  const save = await screen.findByRole('button', { name: 'Save 2 marks' });
  api.reply('importMarks', { saved: 2 });
  fireEvent.click(save);
  await screen.findByText('2 marks saved');
  expect(api.of('importMarks')[0]).toMatchObject({
    params: { batch: 'MERN-2026-11' },
    body: { task: 'week-2', released: 'keep', columns: ['email', 'marks'], seen: 'seen' },
  });
});

it('saves nothing after a choice has changed, until the rows are checked again', async () => {
  api.reply('listBatchSubmissions', [staffSubmission()]);
  await open();
  const text = 'Email,Marks\na@example.test,70';
  fireEvent.change(await screen.findByLabelText('Rows, with headings'), { target: { value: text } });
  api.reply('checkMarks', checked([row(2, 'new', null)]));
  const check = () => fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const save = () => screen.queryByRole('button', { name: 'Save 1 mark' });
  check();
  await waitFor(() => expect(save()).not.toBeNull());
  for (const [label, value, before] of [
    ['Task', 'week-1', 'week-2'],
    ['Release', 'yes', 'keep'],
    ['Marks', '', 'marks'],
  ] as const) {
    choose(label, value);
    expect(save(), label).toBeNull();
    choose(label, before);
    expect(save(), label).not.toBeNull();
  }
  choose('Release', 'no');
  check();
  await waitFor(() => expect(save()).not.toBeNull());
  choose('Task', 'week-1');
  expect(screen.queryByLabelText('Marks'), 'guessed for another task').toBeNull();
  check();
  await waitFor(() => expect(save()).not.toBeNull());
  expect(api.of('checkMarks').at(-1)?.body).toEqual({ text, task: 'week-1', released: 'no' });
  api.reply('importMarks', { saved: 1 });
  fireEvent.click(save() as HTMLElement);
  await screen.findByText('1 mark saved');
  expect(api.of('importMarks')[0]?.body).toMatchObject({ task: 'week-1', released: 'no' });
});

it('says that a picked file can no longer be read, until another one is picked', async () => {
  api.reply('listBatchSubmissions', [staffSubmission()]);
  await open();
  const field = await screen.findByLabelText('Or pick a CSV file');
  const gone = new File(['Email,Marks'], 'gone.csv');
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('Gone', 'NotReadableError'));
  fireEvent.change(field, { target: { files: [gone] } });
  await screen.findByText('This file can no longer be read. Please pick it again.');
  fireEvent.change(field, { target: { files: [new File(['Email,Marks'], 'marks.csv')] } });
  await waitFor(() => expect(screen.getByDisplayValue('Email,Marks')).toBeTruthy());
  expect(screen.queryByText(/can no longer be read/)).toBeNull();
});

it.each([
  ['Windows-1252', new Uint8Array(Buffer.from('Email,Comments\na@example.test,Café', 'latin1'))],
  ['UTF-8 with its mark', '\ufeffEmail,Comments\na@example.test,Café'],
  ['UTF-16', new Uint8Array(Buffer.from('\ufeffEmail,Comments\na@example.test,Café', 'utf16le'))],
])('reads a picked file in %s', async (_, content) => {
  api.reply('listBatchSubmissions', [staffSubmission()]);
  await open();
  const file = new File([content], 'marks.csv');
  fireEvent.change(await screen.findByLabelText('Or pick a CSV file'), { target: { files: [file] } });
  const rows = screen.getByLabelText<HTMLTextAreaElement>('Rows, with headings');
  await waitFor(() => expect(rows.value).toBe('Email,Comments\na@example.test,Café'));
});

it('is no screen for students', async () => {
  await open(student);
  expect(api.of('listBatchSubmissions')).toEqual([]);
});

it('is empty before there are submissions', async () => {
  api.reply('listBatchSubmissions', []);
  await open();
  expect(await screen.findByRole('heading', { name: 'No submissions yet' })).toBeTruthy();
});
