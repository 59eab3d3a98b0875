import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { UnsubmittedStudent } from '#contract/marking/recorded-calls';
import { mentor, ownRecord } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staffUnsubmitted from './staff-unsubmitted.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

const of = (s_name: string, fields: Partial<UnsubmittedStudent> = {}): UnsubmittedStudent => ({
  student: { s_id: `${s_name.toLowerCase()}@example.test`, s_name },
  due_at: '2026-11-16T18:29:59.999Z',
  extended: false,
  request_open: false,
  record: null,
  skip: null,
  ...fields,
});
const { read_at: _, second_look: __, ...seen } = ownRecord();
const record = { ...seen, released: true, take_back_until: null };
const list = (students: UnsubmittedStudent[], next: string | null = null) => ({
  batch: 'MERN-2026-11',
  task: 'week-2' as const,
  students,
  next,
});
const everybody = [
  of('Asha'),
  of('Biju', { extended: true, skip: 'extension' }),
  of('Chitra', { skip: 'request', request_open: true }),
  of('Devi', { record, skip: 'recorded' }),
  of('Esha'),
];

async function open() {
  const at = '/staff/batches/MERN-2026-11/unsubmitted?task=week-2';
  await renderScreen(staffUnsubmitted, { path: '/staff/batches/:batch/unsubmitted', at, user: mentor });
  await screen.findByRole('heading', { level: 1, name: 'Not submitted' });
}

it('shows who gets it and who is left out and why, then whom it skipped', async () => {
  api.reply('listUnsubmitted', list(everybody));
  await open();
  const button = await screen.findByRole('button', { name: 'Record “Not submitted” for 2 students' });
  const left = within(screen.getByRole('table', { name: 'Left out for Week 2' }));
  expect(
    left
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent),
  ).toEqual([
    'Has an extension that still runs',
    'Has requested an extension',
    'Absent, 0 out of 100, released',
  ]);
  const one = { s_id: 'asha@example.test', s_name: 'Asha' };
  const skipped = {
    s_id: 'esha@example.test',
    s_name: 'Esha',
    why: 'submitted',
    message: 'Esha has submitted meanwhile.',
  } as const;
  api.reply('recordNotSubmitted', { released: false, recorded: [one], skipped: [skipped] });
  await userEvent.type(screen.getByLabelText('Comment for all of them'), 'Nothing came.');
  await userEvent.click(button);
  expect(await screen.findByText('“Not submitted” recorded for 1 student')).toBeTruthy();
  expect(screen.getByText('Esha has submitted meanwhile.')).toBeTruthy();
  expect(api.of('recordNotSubmitted')[0]).toMatchObject({
    params: { batch: 'MERN-2026-11' },
    body: {
      task: 'week-2',
      students: ['asha@example.test', 'esha@example.test'],
      comments: 'Nothing came.',
      released: false,
    },
  });
});

it('records for those who are ticked, and refuses nobody', async () => {
  api.reply('listUnsubmitted', list(everybody));
  await open();
  const boxes = await screen.findAllByRole('checkbox', { name: /Asha|Esha/ });
  await userEvent.click(boxes[0]!);
  api.reply('recordNotSubmitted', { released: true, recorded: [everybody[4]!.student], skipped: [] });
  await userEvent.click(screen.getByLabelText('Release at once: students see it and are notified'));
  await userEvent.click(screen.getByRole('button', { name: 'Record “Not submitted” for 1 student' }));
  await screen.findByText('Students see it now.');
  expect(api.of('recordNotSubmitted')[0]?.body).toMatchObject({
    students: ['esha@example.test'],
    released: true,
  });
  await userEvent.click(boxes[1]!);
  await userEvent.click(screen.getByRole('button', { name: 'Record “Not submitted” for 0 students' }));
  expect(await screen.findByText('Select the students first.', { selector: '[role=alert] *' })).toBeTruthy();
});

it('reads further pages', async () => {
  api.replyWith('listUnsubmitted', ({ query }) =>
    query['after'] === undefined ? list([of('Asha')], '7') : list([of('Biju')]),
  );
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more students' }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Record “Not submitted” for 2 students' })).toBeTruthy(),
  );
});

it.each([
  ['nobody', [], 'Students who have submitted nothing by the due date appear here.'],
  ['only left out', [everybody[1]!], 'Everybody who has submitted nothing is left out below.'],
])('says why there is nothing to record: %s', async (_name, students, words) => {
  api.reply('listUnsubmitted', list(students));
  await open();
  expect(await screen.findByText('Nobody to record for Week 2')).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

it('says why it could not be read', async () => {
  api.refuse('listUnsubmitted', 404, { message: 'There is no batch with this name.', code: 'not_found' });
  await open();
  expect(await screen.findByText('There is no batch with this name')).toBeTruthy();
});
