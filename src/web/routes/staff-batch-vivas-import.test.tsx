import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { CheckedVivas, VivaRow } from '#contract/vivas/viva-sheet-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { settle } from '#support/fake-clock';
import * as vivasImport from './staff-batch-vivas-import.tsx';

const batch = 'MERN-2026-11';
const office = { ...mentor, role: 'administrator' as const };

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});

const open = (user = office as typeof mentor) =>
  renderScreen(vivasImport, {
    path: '/staff/batches/:batch/vivas/import',
    at: `/staff/batches/${batch}/vivas/import`,
    user,
  });

const cell = (field: VivaRow['cells'][number]['field'], value: string, more = {}) => ({
  field,
  cell: 'B2',
  value,
  before: null,
  fault: null,
  ...more,
});
const row = (line: number, state: VivaRow['state'], cells: VivaRow['cells']): VivaRow => ({
  line,
  state,
  name: state === 'wrong' ? null : `Student ${line}`,
  cells,
});
const checked = (rows: VivaRow[], more: Partial<CheckedVivas> = {}): CheckedVivas => {
  const countOf = (state: VivaRow['state']) => rows.filter((one) => one.state === state).length;
  return {
    headings: ['Name', 'Time'],
    columns: ['name', 'time'],
    counts: {
      new: countOf('new'),
      changed: countOf('changed'),
      unchanged: countOf('unchanged'),
      wrong: countOf('wrong'),
    },
    rows,
    concerns: [],
    adds: { rooms: [], examiners: [] },
    seen: 'seen',
    ...more,
  };
};
const text = 'Name,Time\nAsha,10:00';
const check = () => {
  fireEvent.change(screen.getByLabelText('Rows, with headings'), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Check rows' }));
};

it('names wrong rows by number with the reason, and offers nothing to save', async () => {
  await open();
  const wrong = [cell('name', 'Nobody', { cell: 'A2', fault: 'This batch has no student with this name' })];
  api.reply('checkVivas', checked([row(2, 'wrong', [...wrong, cell('time', '10:00')]), row(3, 'new', [])]));
  check();
  expect(await screen.findByText('A2: This batch has no student with this name')).toBeTruthy();
  expect(screen.getByText('Nobody')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  expect(api.of('checkVivas')[0]).toMatchObject({ params: { batch }, body: { text } });
});

it('shows the day as it was read, what changes, what speaks against it and what the plan gets, then saves that', async () => {
  await open();
  const moved = [cell('day', 'Thu 3 Dec 2026'), cell('time', '10:25–10:45', { before: '10:00–10:20' })];
  api.reply(
    'checkVivas',
    checked([row(2, 'changed', moved), row(3, 'new', [cell('room', 'Lab 3'), cell('email', 'a@x.test')])], {
      concerns: [{ line: 3, concerns: ['beyond-hours'] }],
      adds: { rooms: ['Lab 3'], examiners: ['Ravi Menon'] },
    }),
  );
  check();
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('Thu 3 Dec 202610:00–10:20 10:25–10:45');
  expect(rows[2]?.textContent).toContain('Outside of the hours, or in a break');
  expect(screen.queryByText('a@x.test'), 'the name is enough').toBeNull();
  expect(screen.getByText('Rooms: Lab 3')).toBeTruthy();
  expect(screen.getByText('Examiners: Ravi Menon')).toBeTruthy();
  api.reply('importVivas', { saved: 2 });
  fireEvent.click(screen.getByRole('button', { name: 'Save 2 times' }));
  expect(await screen.findByText('2 times saved')).toBeTruthy();
  expect(api.of('importVivas')[0]?.body).toEqual({ text, columns: ['name', 'time'], seen: 'seen' });
  expect(screen.getByRole('link', { name: 'Open the plan' }).getAttribute('href')).toBe(
    `/staff/batches/${batch}/vivas`,
  );
});

it.each([mentor, student])('is for the office alone', async (user) => {
  await open(user as typeof mentor);
  await settle(() => screen.getByRole('heading', { name: /^This page is for/ }));
  expect(screen.queryByRole('button', { name: 'Check rows' })).toBeNull();
});
