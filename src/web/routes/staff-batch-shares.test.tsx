import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { MarkingShares, SharedStudent } from '#contract/marking/share-calls';
import { mentor, student } from '#support/contract-fixtures';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchShares from './staff-batch-shares.tsx';

const of = (id: string, name: string, students: number, fields = {}): MarkingShares['mentors'][number] => ({
  id,
  name,
  is_you: false,
  can_mark: true,
  students,
  unmarked: students,
  ...fields,
});
const shares = (fields: Partial<MarkingShares> = {}): MarkingShares => ({
  batch: 'MERN-2026-11',
  state: 'first',
  mentors: [of('1', 'Anjali Menon', 12, { unmarked: 5 }), of('2', 'Ravi Nair', 0, { is_you: true })],
  unassigned: { students: 3, unmarked: 3 },
  ...fields,
});
const students: SharedStudent[] = ['Asha', 'Biju', 'Chitra'].map((s_name, at) => ({
  student: { s_id: `${s_name.toLowerCase()}@x.test`, s_name },
  mentor: at === 0 ? '1' : null,
}));

let api: MockApi;
beforeEach(() => (api = mockApi()));

async function open(now = shares(), user = mentor) {
  api.reply('readMarkingShares', now);
  api.reply('listSharedStudents', students);
  await renderScreen(staffBatchShares, {
    path: '/staff/batches/:batch/shares',
    at: '/staff/batches/MERN-2026-11/shares',
    user,
  });
  await screen.findByRole('heading', { level: 1 });
}
const button = (name: string) => screen.getByRole('button', { name });
const bodies = () => api.of('divideMarking').map(({ body }) => body);

it('shows who has whom, and takes over with one click', async () => {
  await open();
  const row = await screen.findByRole('row', { name: /^Anjali Menon/ });
  expect(row.textContent).toContain('12');
  expect(within(row).getByRole('link', { name: '5' }).getAttribute('href')).toBe(
    '/staff?batch=MERN-2026-11&state=to-mark&whose=1',
  );
  expect(within(screen.getByRole('row', { name: /Ravi Nair \(you\)/ })).queryByRole('button')).toBeNull();
  api.reply('divideMarking', shares());
  fireEvent.click(button('Take over 12 students of Anjali Menon'));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toEqual({ of: 'mentor', mentor: '1', to: ['2'], began: { state: 'first' } });
  fireEvent.click(button('Assign students without a mentor to me'));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual({ of: 'unassigned', to: ['2'], began: { state: 'first' } });
});

it('divides evenly: at first those who have nobody, between all; a suspended mentor gets none', async () => {
  const { mentors } = shares();
  await open(shares({ mentors: [...mentors, of('3', 'Sunil', 1, { can_mark: false })] }));
  const scope = await screen.findByLabelText<HTMLSelectElement>('Students');
  expect([...scope.options].map(({ text }) => text)).toEqual([
    'All students (16)',
    'Not assigned (3)',
    'Students of Anjali Menon (12)',
    'Students of Sunil (1)',
  ]);
  expect(scope.value).toBe('unassigned');
  const between = within(screen.getByRole('group', { name: 'Between these mentors' }));
  expect(between.getAllByRole('checkbox')).toHaveLength(2);
  for (const box of between.getAllByRole('checkbox')) fireEvent.click(box);
  fireEvent.click(button('Divide evenly'));
  expect(await screen.findByText('Select at least one mentor.')).toBeTruthy();
  expect(bodies()).toEqual([]);
  for (const box of between.getAllByRole('checkbox')) fireEvent.click(box);
  api.reply('divideMarking', shares());
  fireEvent.click(button('Divide evenly'));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toEqual({ of: 'unassigned', to: ['1', '2'], began: { state: 'first' } });
});

it('assigns selected students to one mentor, or to nobody', async () => {
  await open();
  await screen.findByRole('button', { name: 'Assign 0 students' });
  expect(screen.getByRole('row', { name: /Asha/ }).textContent).toContain('Anjali Menon');
  expect(screen.getByRole('row', { name: /Biju/ }).textContent).toContain('Nobody');
  fireEvent.click(button('Assign 0 students'));
  expect(await screen.findByText('Select the students to assign.')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Asha' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Chitra' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Assign to').value).toBe('2');
  fireEvent.change(screen.getByLabelText('Assign to'), { target: { value: '1' } });
  api.reply('divideMarking', shares());
  fireEvent.click(button('Assign 2 students'));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toEqual({
    of: 'students',
    students: ['asha@x.test', 'chitra@x.test'],
    to: ['1'],
    began: { state: 'first' },
  });
});

it('somebody who divided meanwhile is shown, and the next click divides what is there then', async () => {
  await open();
  await screen.findByRole('row', { name: /^Anjali Menon/ });
  const current = shares({ state: 'second', unassigned: { students: 0, unmarked: 0 } });
  const message = 'Somebody has divided this marking in the meantime. Nothing is changed yet.';
  api.replyConflict('divideMarking', message, current);
  fireEvent.click(button('Divide evenly'));
  expect((await screen.findByText(message)).closest('[role="alert"]')?.textContent).toContain(
    'Not assigned: 0 students',
  );
  api.reply('divideMarking', current);
  fireEvent.click(button('Divide evenly'));
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toMatchObject({ began: { state: 'second' } });
});

it('the office divides for others, and students do not come here', async () => {
  const { mentors, ...rest } = shares();
  await open({ ...rest, mentors: mentors.map((one) => ({ ...one, is_you: false })) });
  await screen.findByRole('button', { name: 'Divide evenly' });
  expect(screen.queryByRole('button', { name: /^Take over|to me$/ })).toBeNull();
});

it.each([
  ['a student', shares(), student, /is for mentors/],
  ['a batch without mentors', shares({ mentors: [] }), mentor, /has an account yet/],
])('%s has nothing to divide', async (_, now, user, words) => {
  await open(now, user);
  expect(await screen.findByText(words)).toBeTruthy();
});
