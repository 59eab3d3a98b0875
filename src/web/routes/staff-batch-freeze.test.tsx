import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { BatchFreezes, NextResult } from '#contract/results/freeze-calls';
import { mentor, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchFreeze from './staff-batch-freeze.tsx';

const batch = 'MERN-2026-11';
const officer = { ...mentor, role: 'administrator' as const };
const personOf = (name: string) => ({ s_id: `${name.toLowerCase()}@example.test`, s_name: name });
const result = (name: string, fields: Partial<NextResult> = {}): NextResult => ({
  student: personOf(name),
  state: 'complete',
  result: 81,
  so_far: null,
  passed: true,
  grade: null,
  open: [],
  under_review: [],
  newer_version: [],
  standing: 'new',
  opened: null,
  ...fields,
});
const page = (next: Partial<BatchFreezes['next']>, freezes: BatchFreezes['freezes'] = []): BatchFreezes => ({
  batch,
  freezes,
  next: {
    number: freezes.length + 1,
    rule: { version: 0, sentences: [] },
    students: [],
    releases: [],
    left_out: [],
    digest: 'of-this-list',
    ...next,
  },
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
});

async function open(shown: BatchFreezes, user: typeof mentor = officer) {
  cleanup();
  api.reply('readFreezes', shown);
  await renderScreen(staffBatchFreeze, {
    path: '/staff/batches/:batch/freeze',
    at: `/staff/batches/${batch}/freeze`,
    user,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
}
const cellsOf = (caption: string) =>
  within(screen.getByRole('table', { name: caption }))
    .getAllByRole('row')
    .map((one) => [...one.children].map(({ textContent }) => textContent));

const asha = result('Asha');
const binu = result('Binu', {
  state: 'incomplete',
  result: null,
  so_far: 65,
  passed: null,
  open: ['final', 'viva'],
});

it('names who is incomplete first, and what is released with who marked it', async () => {
  const release = { student: personOf('Asha'), task: 'viva', status: 'marked', marks: 86, seen: 80 } as const;
  await open(
    page({
      students: [asha, binu],
      releases: [
        { ...release, marked_by: 'Anjali' },
        { ...release, task: 'week-2', status: 'absent', marks: 0, seen: null, marked_by: null },
        { ...release, student: personOf('Binu'), task: 'week-3', marked_by: 'Anjali' },
      ],
      left_out: [{ ...personOf('Chitra'), why: 'no_project' }],
    }),
  );
  expect(screen.getAllByRole('table')[0]).toBe(screen.getByRole('table', { name: 'Incomplete results' }));
  expect(cellsOf('Incomplete results').at(-1)).toEqual(['Binu', 'Final project, Viva voce', '65']);
  expect(cellsOf('Marks that are released').slice(1)).toEqual([
    ['Asha', 'Viva voce', '86The student sees 80 now', 'Anjali'],
    ['Asha', 'Week 2', 'Absent', 'Unknown'],
    ['Binu', 'Week 3', '86The student sees 80 now', 'AnjaliOnly if frozen as incomplete'],
  ]);
  expect(cellsOf('Results').at(-1)?.slice(1, 3), 'no word about a pass mark').toEqual(['Incomplete', '–']);
  expect(screen.getByText('1 result can be frozen.')).toBeTruthy();
  expect(screen.getByText('2 marks are released with them.')).toBeTruthy();
  expect(screen.getByText('1 result is incomplete, with 1 unreleased mark.')).toBeTruthy();
  expect(screen.getByText('Chitra has no project.')).toBeTruthy();
});

it('sends the digest of the list that was seen; incomplete ones only where the office says so', async () => {
  await open(page({ students: [asha, binu] }));
  api.reply('freezeResults', page({}));
  await userEvent.click(screen.getByRole('button', { name: 'Freeze results' }));
  expect(await screen.findByText('The results are frozen. Students are notified.')).toBeTruthy();
  expect(api.of('freezeResults')[0]).toMatchObject({
    params: { batch },
    body: { digest: 'of-this-list', incomplete: 'leave_out', reason: '' },
  });
  await open(page({ students: [asha, binu] }));
  await userEvent.click(screen.getByRole('checkbox', { name: /as incomplete/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Freeze results' }));
  await settle(() => expect(api.of('freezeResults')).toHaveLength(2));
  expect(api.of('freezeResults')[1]?.body).toMatchObject({ incomplete: 'freeze' });
});

it('asks why there is another sheet, and opens a frozen result with a reason', async () => {
  const first = {
    number: 1,
    students: 1,
    rule_version: 0,
    reason: null,
    by: 'Latha',
    at: '2026-11-20T09:00:00.000Z',
  };
  const frozen = result('Binu', { standing: 'frozen', since: 1 });
  await open(page({ students: [asha, frozen] }, [first]));
  expect(screen.getByRole('textbox', { name: /another sheet/ })).toHaveProperty('required', true);
  const sheet = screen.getByRole('link', { name: 'Sheet 1' });
  expect(sheet.getAttribute('href')).toBe('/staff/batches/MERN-2026-11/sheets/1');
  expect(sheet.parentElement?.textContent).toContain('Sheet 1: 1 result, by Latha');
  api.reply('openResult', { student: personOf('Binu'), frozen: null });
  await userEvent.click(screen.getByText('Open a frozen result'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Student' }), 'Binu');
  await userEvent.type(screen.getByRole('textbox', { name: /Why is it opened/ }), 'A mark was mistyped.');
  await userEvent.click(screen.getByRole('button', { name: 'Open the result' }));
  await settle(() => expect(api.of('openResult')).toHaveLength(1));
  expect(api.of('openResult')[0]).toMatchObject({
    params: { s_id: 'binu@example.test' },
    body: { reason: 'A mark was mistyped.', began: { since: 1 } },
  });
});

it('mentors read it, students do not, and where nothing is left it says so', async () => {
  await open(page({ students: [asha] }), mentor);
  expect(screen.queryByRole('button', { name: 'Freeze results' })).toBeNull();
  expect(cellsOf('Results').at(-1)).toEqual(['Asha', '81', 'Passed', 'New']);
  await open(page({ students: [result('Asha', { grade: 'First class' })] }), mentor);
  expect(cellsOf('Results').at(-1)).toEqual(['Asha', '81', 'Passed, First class', 'New']);
  await open(page({ students: [result('Asha', { standing: 'frozen' })] }));
  expect(screen.getByText('Every result is frozen.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Issue the certificates' }).getAttribute('href')).toBe(
    '/staff/batches/MERN-2026-11/certificates',
  );
  await open(page({}), student as never);
  expect(api.of('readFreezes')).toHaveLength(3);
});
