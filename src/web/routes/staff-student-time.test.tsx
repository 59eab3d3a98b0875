import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '#contract/dates';
import type { StudentTime } from '#contract/progress/schedule-calls';
import { mentor, resultFrom, timelineOnDay } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffStudent from './staff-student.tsx';

const at = '2026-11-10T04:05:06.789Z';
const due = '2026-11-20T18:29:59.999Z';
const extended = '2026-11-27T18:29:59.999Z';
const project = { id: 'P001', name: 'Boats' };
const time: StudentTime = {
  zone: 'Asia/Kolkata',
  project,
  start: '2026-11-02T09:00',
  start_date: '2026-11-02T03:30:00.000Z',
  tasks: tasks.map((task) => ({
    task,
    opens_at: at,
    common_due_at: task === 'week-1' || task === 'viva' ? due : null,
    due_at: task === 'week-1' ? extended : task === 'viva' ? due : null,
  })),
  acts: [
    {
      kind: 'extension',
      at,
      by: 'Anjali Menon',
      reason: 'Was ill.',
      task: 'week-1',
      due_at: extended,
      due_before: due,
      project: null,
      start_before: null,
    },
    {
      kind: 'selection-undone',
      at,
      by: 'Office',
      reason: 'Took the wrong one.',
      task: null,
      due_at: null,
      due_before: null,
      project: { id: 'P002', name: 'Loans' },
      start_before: at,
    },
  ],
};

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('readStaffStudent', {
    student: { s_id: 'asha@example.test', s_name: 'Asha Kumari' },
    batch: 'MERN-2026-11',
    course: 'MERN Stack',
    project,
    start_date: at,
    viva_deadline: null,
    signed_up_at: at,
    seen_at: null,
    reason: null,
    tasks: [],
  });
  api.reply('readStudentTime', time);
  api.reply('listMarkedVersions', []);
  api.reply('readResult', resultFrom(timelineOnDay(16)));
  api.reply('listStudentPosts', []);
  api.reply('listStaffNotes', []);
});

async function open(role: 'mentor' | 'administrator' = 'mentor') {
  await renderScreen(staffStudent, {
    path: '/staff/students/:s_id',
    at: '/staff/students/asha%40example.test?tab=time',
    user: { ...mentor, role },
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return within(screen.getByRole('region', { name: 'Dates' }));
}

describe("a student's time", () => {
  it('says what is due when, for the student and for everybody, and what was granted with its reason', async () => {
    const section = await open();
    const [week, viva] = section.getAllByText(/^Due$|^Due /).map((element) => element.closest('dd'));
    expect(week?.querySelectorAll('time')).toHaveLength(2);
    expect(viva?.querySelectorAll('time')).toHaveLength(1);
    const acts = within(section.getByRole('list', { name: 'Extensions and corrections' })).getAllByRole(
      'listitem',
    );
    expect(acts.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Week 1: extension, until .*Anjali Menon, .*Was ill\.$/),
      expect.stringMatching(/^Choice of Loans undone.*Took the wrong one\.$/),
    ]);
  });

  it('gives more time once, however often the press is repeated after a lost answer', async () => {
    const section = await open();
    await userEvent.click(section.getByText('Extension for a task'));
    const form = within(
      section.getByRole('button', { name: 'Grant extension' }).closest('form') as HTMLElement,
    );
    expect(form.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Week 1',
      'Viva voce',
    ]);
    fireEvent.change(form.getByLabelText('Due at the end of'), { target: { value: '2026-11-30' } });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Was ill.' } });
    api.cutOff('extendDueDate');
    await userEvent.click(form.getByRole('button', { name: 'Grant extension' }));
    await form.findByRole('alert');
    api.reply('extendDueDate', time, 201);
    await userEvent.click(form.getByRole('button', { name: 'Grant extension' }));
    expect(await screen.findByText('The student has an extension and is notified.')).toBeTruthy();
    const [first, second] = api.of('extendDueDate');
    const began = { until: extended };
    expect(second?.body).toEqual({ task: 'week-1', until: '2026-11-30', reason: 'Was ill.', began });
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect(form.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('');
  });

  it.each([
    ['mentor', 'A later due date does not move it. Ask the office for another viva time.', null],
    ['administrator', 'A later due date does not move it. Give another viva time', '/vivas?student=asha'],
  ] as const)('says that a due date does not move the viva, and who does (%s)', async (role, words, to) => {
    api.reply('readStudentTime', { ...time, viva_at: '2026-12-03T04:30:00.000Z' });
    const section = await open(role);
    await userEvent.click(section.getByText('Extension for a task'));
    expect(section.queryByText(/does not move it/)).toBeNull();
    await userEvent.selectOptions(section.getByLabelText('Task'), 'Viva voce');
    const note = section.getByRole('note');
    expect(note.textContent).toMatch(/^The viva is on Thu 3 Dec/);
    expect(note.textContent).toContain(words);
    const link = within(note).queryByRole('link');
    expect(link?.getAttribute('href') ?? null).toEqual(to === null ? null : expect.stringContaining(to));
  });

  it('corrects the start from the one that stands', async () => {
    const section = await open();
    await userEvent.click(section.getByText('Change the start date'));
    const form = within(
      section.getByRole('button', { name: 'Save the start date' }).closest('form') as HTMLElement,
    );
    const start = form.getByLabelText<HTMLInputElement>('The project started on');
    expect(start.value).toBe('2026-11-02T09:00');
    fireEvent.change(start, { target: { value: '2026-11-09T09:00' } });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Came late.' } });
    api.reply('correctStart', time, 201);
    await userEvent.click(form.getByRole('button', { name: 'Save the start date' }));
    await waitFor(() =>
      expect(api.of('correctStart')[0]?.body).toEqual({
        start: '2026-11-09T09:00',
        reason: 'Came late.',
        began: { start: '2026-11-02T09:00' },
      }),
    );
  });

  it('shows a colleague’s extension of the task before it replaces it', async () => {
    const section = await open();
    await userEvent.click(section.getByText('Extension for a task'));
    const form = within(
      section.getByRole('button', { name: 'Grant extension' }).closest('form') as HTMLElement,
    );
    fireEvent.change(form.getByLabelText('Task'), { target: { value: 'viva' } });
    const until = form.getByLabelText<HTMLInputElement>('Due at the end of');
    fireEvent.change(until, { target: { value: '2026-12-05' } });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Was ill.' } });
    const theirs = '2026-12-20T18:29:59.999Z';
    const current = {
      ...time,
      tasks: time.tasks.map((task) => (task.task === 'viva' ? { ...task, due_at: theirs } : task)),
    };
    api.replyConflict('extendDueDate', 'The due date of this task was changed in the meantime.', current);
    await userEvent.click(form.getByRole('button', { name: 'Grant extension' }));
    const notice = await form.findByRole('alert');
    expect(notice.textContent).toMatch(/Viva voce.*20 Dec 2026, 11:59 pm.*5 Dec 2026/);
    api.reply('extendDueDate', current, 201);
    await userEvent.click(form.getByRole('button', { name: 'Save mine anyway' }));
    await waitFor(() => expect(api.of('extendDueDate')).toHaveLength(2));
    const typed = { task: 'viva', until: '2026-12-05', reason: 'Was ill.' };
    expect(api.of('extendDueDate').map(({ body }) => body)).toEqual([
      { ...typed, began: { until: due } },
      { ...typed, began: { until: theirs } },
    ]);
  });

  it('shows a colleague’s start before it replaces it', async () => {
    const section = await open();
    await userEvent.click(section.getByText('Change the start date'));
    const form = within(
      section.getByRole('button', { name: 'Save the start date' }).closest('form') as HTMLElement,
    );
    const start = form.getByLabelText<HTMLInputElement>('The project started on');
    fireEvent.change(start, { target: { value: '2026-10-27T09:00' } });
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Came late.' } });
    api.replyConflict('correctStart', 'The start was changed.', { ...time, start: '2026-10-20T09:00' });
    await userEvent.click(form.getByRole('button', { name: 'Save the start date' }));
    const notice = await form.findByRole('alert');
    expect(notice.textContent).toMatch(/20 Oct 2026, 9:00 am.*27 Oct 2026, 9:00 am/);
    await userEvent.click(form.getByRole('button', { name: 'Keep the other version' }));
    expect(start.value).toBe('2026-10-20T09:00');
    expect(form.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Came late.');
  });

  it('offers to undo the choice to administrators alone, for the project that is seen', async () => {
    expect((await open()).queryByText('Another project')).toBeNull();
  });

  it('sends the project that is seen with the undoing', async () => {
    const section = await open('administrator');
    await userEvent.click(section.getByText('Another project'));
    const button = section.getByRole('button', { name: 'Undo the choice of Boats' });
    const form = within(button.closest('form') as HTMLElement);
    fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'Wrong one.' } });
    api.reply('undoSelection', { ...time, project: null, start: null, start_date: null }, 201);
    await userEvent.click(button);
    await waitFor(() =>
      expect(api.of('undoSelection')[0]?.body).toEqual({
        p_id: 'P001',
        reason: 'Wrong one.',
        began: { start_date: time.start_date },
      }),
    );
  });
});
