import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RecordedTask } from '#contract/marking/recorded-calls';
import { mentor, recordedTask, staffRecord, student } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staffRecordScreen from './staff-record.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
  api.reply('listPhrases', []);
});

const path = '/staff/students/:s_id/tasks/:task';
async function open(of: RecordedTask = recordedTask(), user = mentor) {
  api.reply('readRecordedMark', of);
  const at = `/staff/students/${student.s_id}/tasks/week-2`;
  const view = await renderScreen(staffRecordScreen, { path, at, user });
  await screen.findByRole('article', { name: 'Asha Kumari, Week 2' });
  return view;
}
const status = () => screen.getByLabelText<HTMLSelectElement>('Status');
const choose = (value: string) => userEvent.selectOptions(status(), value);
const save = (name = 'Save') => userEvent.click(screen.getByRole('button', { name }));
const bodies = () => api.of('recordMark').map(({ body }) => body);
const absent = staffRecord({ status: 'absent', marks: 0, comments: 'Ill.' });
const newest = {
  number: 'CAP-2',
  version: 1,
  submitted_at: '2026-11-19T09:00:00.000Z',
  marks: null,
  released: false,
};

describe('recording', () => {
  it.each([
    ['not_submitted', 0, 'Counts as 0.', { status: null, marks: null }],
    ['absent', 0, 'Counts as 0.', { status: null, marks: null }],
    ['excused', null, 'Does not count.', { status: null }],
  ])('%s has its own number and no field for it', async (value, marks, hint, began) => {
    await open();
    expect(screen.getByText('Nothing submitted')).toBeTruthy();
    await choose(value);
    expect(screen.queryByLabelText('Marks (0–100)')).toBeNull();
    expect(screen.getByText(hint)).toBeTruthy();
    const record = staffRecord({ status: value as 'absent', marks });
    api.reply('recordMark', recordedTask({ record }));
    await save();
    await screen.findByRole('button', { name: 'Change the marks' });
    expect(bodies()).toEqual([
      {
        status: value,
        marks,
        comments: '',
        released: false,
        format: 'markdown',
        newest: null,
        began,
      },
    ]);
  });

  it('marks need a number; the rubric adds them up', async () => {
    const line = { id: '7', line: '7', text: 'Explains the design', points: 40, optional: false };
    await open(recordedTask({ rubric_lines: [line] }));
    await save();
    expect(screen.getByText('Enter a number from 0 to 100.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /Explains the design/ }));
    api.reply('recordMark', recordedTask({ record: staffRecord({ status: 'marked', marks: 40 }) }));
    await save();
    await waitFor(() =>
      expect(bodies()).toMatchObject([
        { status: 'marked', marks: 40, rubric: { lines: ['7'], reason: null } },
      ]),
    );
    expect(await screen.findByText('40 out of 100')).toBeTruthy();
  });

  it('nothing without a project', async () => {
    await open(recordedTask({ project: null }));
    expect(screen.getByText('Nothing can be recorded yet')).toBeTruthy();
    expect(screen.queryByLabelText('Status')).toBeNull();
  });
});

describe('a record', () => {
  it('is shown with its words, is released with all that was seen, and can be removed before', async () => {
    await open(recordedTask({ record: absent }));
    expect(screen.getByText('Absent, not released')).toBeTruthy();
    expect(screen.getByText('Absent, 0 out of 100')).toBeTruthy();
    expect(screen.getByText('Asha Kumari does not see this until you release it.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove the record' })).toBeTruthy();
    const released = { ...absent, released: true, take_back_until: '2026-11-18T09:10:00.000Z' };
    api.reply('recordMark', recordedTask({ record: released }));
    await save('Release');
    expect(await screen.findByText('Asha Kumari sees “Absent, 0 out of 100” and the comment.')).toBeTruthy();
    expect(bodies()).toMatchObject([
      {
        status: 'absent',
        marks: 0,
        released: true,
        began: { status: 'absent', marks: 0, comments: 'Ill.', released: false },
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Remove the record' })).toBeNull();
  });

  it('removed, leaves the empty form', async () => {
    await open(recordedTask({ record: absent }));
    api.reply('removeRecordedMark', undefined);
    api.reply('readRecordedMark', recordedTask());
    await save('Remove the record');
    await waitFor(() => expect(status().value).toBe('marked'));
    expect(screen.queryByText('Absent, 0 out of 100')).toBeNull();
  });

  it('that a colleague changed is shown beside one’s own, and overwritten by choice alone', async () => {
    await open(recordedTask({ record: absent }));
    await save('Change the marks');
    await choose('excused');
    const current = staffRecord({ status: 'marked', marks: 30, by: 'Kavitha' });
    api.replyConflict('recordMark', 'Kavitha has changed it.', current);
    await save();
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByText('30 out of 100, not released')).toBeTruthy();
    expect(notice.getByText('Excused, does not count, not released')).toBeTruthy();
    api.reply('recordMark', recordedTask({ record: staffRecord({ status: 'excused', marks: null }) }));
    await userEvent.click(notice.getByRole('button', { name: /my version|mine/i }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({
      status: 'excused',
      marks: null,
      comments: '',
      began: { status: 'marked', marks: 30 },
    });
  });

  it('asks where a version came in meanwhile, and where the student sees a higher mark', async () => {
    await open();
    await choose('absent');
    const { marks: _, released: __, ...version } = newest;
    api.replyConflict('recordMark', 'Asha Kumari has submitted version 1.', version, 'newer_version');
    await save();
    const notice = within(await screen.findByRole('alert'));
    expect(notice.getByRole('button', { name: 'Open version 1' })).toBeTruthy();
    api.refuse('recordMark', 409, { message: 'Lower than 70.', code: 'lower_than_released' });
    await userEvent.click(notice.getByRole('button', { name: 'Save “Absent, 0 out of 100” anyway' }));
    await screen.findByText('Lower than 70.');
    api.reply('recordMark', recordedTask({ newest, record: absent }));
    await userEvent.click(screen.getByRole('button', { name: 'Release “Absent, 0 out of 100” anyway' }));
    await screen.findByRole('button', { name: 'Change the marks' });
    expect(bodies()).toMatchObject([
      { newest: null },
      { newest: 'CAP-2' },
      { newest: 'CAP-2', confirm_lower: true },
    ]);
  });

  it('says which version came later, with a link to the desk', async () => {
    await open(recordedTask({ record: { ...absent, released: true, submitted_after: true }, newest }));
    expect(screen.getByText('Version 1 came later. Once its mark is released, that counts.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Version 1' }).getAttribute('href')).toBe(
      '/staff?batch=MERN-2026-11&state=all&open=CAP-2',
    );
  });

  it('has its history, and its review is answered with a new number', async () => {
    const second_look = {
      reason: 'I explained more.',
      asked_at: '2026-11-19T09:00:00.000Z',
      answer: null,
      answered_by: null,
      answered_at: null,
    };
    const record = staffRecord({ status: 'marked', marks: 60, released: true, second_look });
    const state = { status: 'marked' as const, marks: 60, comments: '', released: true };
    const history = [{ at: record.at, by: 'Ravi Menon', before: null, after: state }];
    await open(recordedTask({ record, history }));
    expect(screen.getByText(/Asha Kumari requests a review of the record/)).toBeTruthy();
    fireEvent.click(screen.getByText('History of this record'));
    expect(screen.getByText(', Ravi Menon: 60 out of 100, released')).toBeTruthy();
    const field = screen.getByLabelText('New marks (0–100)');
    await userEvent.clear(field);
    await userEvent.type(field, '75');
    await userEvent.type(screen.getByLabelText('Your answer to Asha Kumari'), 'You are right.');
    const answered = {
      ...second_look,
      answer: 'You are right.',
      answered_by: 'Ravi Menon',
      answered_at: record.at,
    };
    api.reply(
      'answerRecordReview',
      recordedTask({ record: { ...record, marks: 75, second_look: answered } }),
    );
    await save('Answer and change 60 to 75');
    await screen.findByText('75 out of 100');
    expect(api.of('answerRecordReview')[0]).toMatchObject({
      params: { s_id: student.s_id, task: 'week-2' },
      body: {
        answer: 'You are right.',
        record: { status: 'marked', marks: 75, released: true, newest: null },
      },
    });
  });
});

const office = { ...mentor, role: 'administrator' } as const;

it('the office opens a review of a released record, with a reason; mentors do not', async () => {
  const released = { ...absent, released: true, second_look: null };
  await open(recordedTask({ record: released }));
  expect(screen.queryByText('Open a review')).toBeNull();
  cleanup();
  await open(recordedTask({ record: { ...released, released: false } }), office);
  expect(screen.queryByText('Open a review')).toBeNull();
  cleanup();
  await open(recordedTask({ record: released }), office);
  await userEvent.click(screen.getByText('Open a review'));
  await userEvent.type(screen.getByLabelText('Why is this mark reviewed?'), 'She was there.');
  const look = { reason: 'She was there.', opened_by: 'Office', answer: null, answered_by: null };
  const second_look = { ...look, asked_at: '2026-11-21T09:00:00.000Z', answered_at: null };
  const opened = recordedTask({ record: { ...released, second_look } });
  api.reply('openRecordReview', opened, 201);
  api.reply('readRecordedMark', opened);
  await userEvent.click(screen.getByRole('button', { name: 'Open the review' }));
  expect(await screen.findByText(/^Office opened a review of the record/)).toBeTruthy();
  expect(api.of('openRecordReview')).toMatchObject([{ body: { reason: 'She was there.' } }]);
});
