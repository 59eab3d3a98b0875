import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchDates, OutageReach } from '#contract/progress/schedule-calls';
import { mentor, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchDates from './staff-batch-dates.tsx';

const none = { 'week-1': null, 'week-2': null, 'week-3': null, 'week-4': null, final: null };
const dates: BatchDates = {
  batch: 'MERN-2026-11',
  zone: 'Asia/Kolkata',
  start: '2026-11-02',
  viva_deadline: null,
  due: { ...none, 'week-1': { days: 3 } },
  extension_days: null,
  choose_from: null,
  choose_until: null,
  review_days: null,
};
const settable = {
  start: dates.start,
  viva_deadline: dates.viva_deadline,
  due: dates.due,
  extension_days: dates.extension_days,
  choose_from: dates.choose_from,
  choose_until: dates.choose_until,
  review_days: dates.review_days,
};
const reach: OutageReach = {
  count: 2,
  students: [
    {
      student: { s_id: 'asha@example.test', s_name: 'Asha Kumari' },
      tasks: [{ task: 'week-1', due_at: '2026-11-22T18:29:59.999Z', due_then: '2026-11-22T21:29:59.999Z' }],
    },
    {
      student: { s_id: 'bina@example.test', s_name: 'Bina Das' },
      tasks: [{ task: 'final', due_at: '2026-11-22T18:29:59.999Z', due_then: '2026-11-22T21:29:59.999Z' }],
    },
  ],
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('readBatchDates', dates);
  api.reply('readOutageReach', reach);
});

async function open(search = '', user = mentor) {
  await renderScreen(staffBatchDates, {
    path: '/staff/batches/:batch/dates',
    at: `/staff/batches/MERN-2026-11/dates${search}`,
    user,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
}
const group = (name: string) => within(screen.getByRole('group', { name }));

describe('the dates of a batch', () => {
  it('shows what is set, and saves what is typed against what was seen', async () => {
    await open();
    expect(group('Week 1').getByLabelText<HTMLInputElement>('Days after it opens').value).toBe('3');
    fireEvent.change(group('Final project').getByLabelText('Or on a date'), {
      target: { value: '2026-12-20' },
    });
    fireEvent.change(screen.getByLabelText('Viva deadline'), { target: { value: '2026-12-24T23:59:59' } });
    fireEvent.change(screen.getByLabelText('Days after the due date'), { target: { value: '3' } });
    fireEvent.change(group('Mark reviews').getByLabelText('Days after the release'), {
      target: { value: '7' },
    });
    const choosing = group('Choosing a project');
    expect(choosing.getByLabelText<HTMLInputElement>('From').step, 'minutes').toBe('60');
    fireEvent.change(choosing.getByLabelText('From'), { target: { value: '2026-11-05T09:00' } });
    const typed = {
      choose_from: '2026-11-05T09:00',
      choose_until: null,
      extension_days: 3,
      review_days: 7,
      start: '2026-11-02',
      viva_deadline: '2026-12-24T23:59:59',
      due: { ...dates.due, final: { date: '2026-12-20' } },
    };
    api.reply('setBatchDates', { ...dates, ...typed });
    api.reply('readBatchDates', { ...dates, ...typed });
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    await settle(() => expect(api.of('setBatchDates')).toHaveLength(1));
    const { start: _, choose_until: __, ...began } = settable;
    expect(api.of('setBatchDates')[0]?.body).toEqual({ ...typed, original: settable, began });
    expect(await screen.findByText('The dates are saved.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Viva deadline').step, 'it has seconds').toBe('1');
  });

  it('says at its field what cannot be, and sends nothing', async () => {
    await open();
    fireEvent.change(group('Week 1').getByLabelText('Or on a date'), {
      target: { value: '2026-12-20' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    expect(await screen.findByText('Enter days after the opening or a date, not both')).toBeTruthy();
    fireEvent.change(group('Week 1').getByLabelText('Or on a date'), { target: { value: '' } });
    const choosing = group('Choosing a project');
    fireEvent.change(choosing.getByLabelText('From'), { target: { value: '2026-11-05T09:00' } });
    fireEvent.change(choosing.getByLabelText('Until'), { target: { value: '2026-11-05T08:00' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    expect(await screen.findByText('Choosing must end after it begins')).toBeTruthy();
    expect(api.of('setBatchDates')).toEqual([]);
  });

  it('shows a half typed time, and sends nothing, as it would be sent as empty', async () => {
    await open();
    const from = group('Choosing a project').getByLabelText<HTMLInputElement>('From');
    vi.spyOn(from.validity, 'badInput', 'get').mockReturnValue(true);
    const shown = vi.spyOn(from, 'reportValidity').mockReturnValue(false);
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    expect(shown).toHaveBeenCalledOnce();
    expect(api.of('setBatchDates')).toEqual([]);
  });

  it('shows both where one types days and somebody else a date of the same task', async () => {
    await open();
    const week = () => group('Week 2');
    fireEvent.change(week().getByLabelText('Days after it opens'), { target: { value: '5' } });
    fireEvent.change(group('Week 3').getByLabelText('Or on a date'), { target: { value: '2026-12-20' } });
    const theirs = {
      ...dates,
      due: {
        ...dates.due,
        'week-2': { date: '2026-12-12' },
        'week-3': { days: 9 },
        'week-4': { days: 2 },
      },
    };
    const message = 'The dates of this batch were changed in the meantime. Your dates are not saved yet.';
    api.replyConflict('setBatchDates', message, theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    const notice = await screen.findByRole('alert');
    for (const words of [
      'Week 2: days after it opens',
      '5 days',
      'Week 2: on a date',
      '12 Dec 2026',
      'Week 3: days after it opens',
      '9 days',
      '20 Dec 2026',
    ])
      expect(notice.textContent).toContain(words);
    expect(notice.textContent).not.toContain('Week 4');
    api.reply('setBatchDates', dates);
    await userEvent.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await settle(() => expect(api.of('setBatchDates')).toHaveLength(2));
    expect(api.of('setBatchDates')[1]?.body).toMatchObject({
      due: { 'week-2': { days: 5 }, 'week-3': { date: '2026-12-20' }, 'week-4': { days: 2 } },
    });
  });

  it('keeps the other’s date whole, with nothing left of the typed days', async () => {
    await open();
    fireEvent.change(group('Week 2').getByLabelText('Days after it opens'), { target: { value: '5' } });
    const theirs = { ...dates, due: { ...dates.due, 'week-2': { date: '2026-12-12' } } };
    api.replyConflict('setBatchDates', 'Changed.', theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the other version' }));
    const value = (label: string) => group('Week 2').getByLabelText<HTMLInputElement>(label).value;
    expect([value('Days after it opens'), value('Or on a date')]).toEqual(['', '2026-12-12']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows only the dates that somebody else has set otherwise, in words, and overwrites them by its own button', async () => {
    await open();
    const week = group('Week 1').getByLabelText('Days after it opens');
    fireEvent.change(week, { target: { value: '5' } });
    fireEvent.change(screen.getByLabelText('Viva deadline'), { target: { value: '2026-12-24T10:00' } });
    const theirs = {
      ...dates,
      viva_deadline: '2026-12-31T23:59:59',
      due: { ...none, 'week-1': { days: 1 }, final: { days: 9 } },
    };
    const message = 'The dates of this batch were changed in the meantime. Your dates are not saved yet.';
    api.replyConflict('setBatchDates', message, theirs);
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain(message);
    for (const words of ['Week 1: days after it opens', '1 day', '5 days', '31 Dec 2026, 11:59 pm'])
      expect(notice.textContent).toContain(words);
    expect(notice.textContent).not.toContain('Final project');
    // What was not typed follows.
    expect(group('Final project').getByLabelText<HTMLInputElement>('Days after it opens').value).toBe('9');
    api.reply('setBatchDates', dates);
    await userEvent.click(screen.getByRole('button', { name: 'Save mine anyway' }));
    await settle(() => expect(api.of('setBatchDates')).toHaveLength(2));
    expect(api.of('setBatchDates')[1]?.body).toMatchObject({
      viva_deadline: '2026-12-24T10:00',
      due: { 'week-1': { days: 5 }, final: { days: 9 } },
      began: { viva_deadline: theirs.viva_deadline, due: theirs.due },
      original: { due: theirs.due },
    });
  });

  it('keeps the other version where its reader wants that, and what is typed while it saves', async () => {
    await open();
    const week = group('Week 1').getByLabelText<HTMLInputElement>('Days after it opens');
    fireEvent.change(week, { target: { value: '5' } });
    api.replyConflict('setBatchDates', 'Changed.', { ...dates, due: { ...none, 'week-1': { days: 9 } } });
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Keep the other version' }));
    expect(week.value).toBe('9');
    const start = screen.getByLabelText<HTMLInputElement>('The batch starts on');
    fireEvent.change(start, { target: { value: '2026-11-03' } });
    const saved = { ...dates, start: '2026-11-03', due: { ...none, 'week-1': { days: 9 } } };
    const { promise, resolve } = Promise.withResolvers<BatchDates>();
    api.replyWith('setBatchDates', () => promise);
    api.reply('readBatchDates', saved);
    await userEvent.click(screen.getByRole('button', { name: 'Save the dates' }));
    await settle(() => expect(api.of('setBatchDates')).toHaveLength(2));
    fireEvent.change(start, { target: { value: '2026-11-04' } });
    resolve(saved);
    expect(await screen.findByText('The dates are saved.')).toBeTruthy();
    expect(start.value).toBe('2026-11-04');
    expect(api.of('setBatchDates')[1]?.body).toMatchObject({
      start: '2026-11-03',
      began: { start: '2026-11-02' },
    });
  });

  it('shows whom an outage touches before its time is granted to them', async () => {
    await open('?from=2026-11-21T10:00&to=2026-11-21T13:00');
    expect(api.of('readOutageReach')[0]?.query).toEqual({ from: '2026-11-21T10:00', to: '2026-11-21T13:00' });
    expect(screen.getByRole('link', { name: 'Asha Kumari' }).getAttribute('href')).toBe(
      '/staff/students/asha%40example.test',
    );
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'No line.' } });
    api.reply('grantOutage', { granted: 2 }, 201);
    api.reply('readOutageReach', { count: 0, students: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Extend due dates of 2 students' }));
    expect(await screen.findByText('The due dates are extended. Each student is notified.')).toBeTruthy();
    expect(api.of('grantOutage')[0]?.body).toEqual({
      from: '2026-11-21T10:00',
      to: '2026-11-21T13:00',
      reason: 'No line.',
    });
  });

  it('is no screen for students, who ask for nothing', async () => {
    await open('', student);
    expect(screen.getByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
    expect(api.of('readBatchDates')).toEqual([]);
  });
});
