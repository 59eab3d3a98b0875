import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import { byTask } from '#contract/submissions/declaration';
import { receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { field, press, type, valueOf } from '#support/form-steps';
import type { MockApi } from '#support/mock-api';
import { aSubmission } from '#support/outbox-fixtures';
import { mockStudentPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { CallError, toFailure } from '../lib/calls/call-error.ts';
import { openOutbox } from '../lib/outbox/outbox.ts';
import { openRequestStore } from '../lib/outbox/request-store.ts';
import * as weekly from './weekly-submission.tsx';
import { serverMessages } from '#server/platform/http/server-messages';

const minute = 60_000;
let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

async function openWeekly(at = '/WeeklySubmission') {
  const view = await renderScreen(weekly, { path: '/WeeklySubmission', at, user: student });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}

describe('sending', () => {
  const answer = {
    message: studentMessages.weekSubmitted,
    receipt: receipt({ number: 'CAP-AAAA-BBBB-CCCC-DDDD', task: 'week-2', links: '', file: null }),
  };
  const open = async () => {
    await openWeekly();
    await settle(() => screen.getByLabelText('Comments'));
  };

  it('shows the message and the receipt, and empties the form for another', async () => {
    api.reply('uploadWeek', answer, 201);
    await open();
    type('Links', 'https://git.example.test/asha');
    type('Comments', 'Done.');
    press('Submit');
    await screen.findByText('Congrats!!! You have submitted your work for the week');
    const [{ body, headers, params }] = api.of('uploadWeek') as [(typeof api.requests)[number]];
    expect(body).toEqual({ links: 'https://git.example.test/asha', comments: 'Done.', selectedWeek: '2' });
    expect(params).toEqual({ s_id: student.s_id });
    expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.getByRole('progressbar', { name: 'Submitted' }).getAttribute('aria-valuenow')).toBe('100');
    expect(screen.getAllByText('CAP-AAAA-BBBB-CCCC-DDDD').length).toBeGreaterThan(0);
    // The message alone, without the tall receipt below it.
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Congrats!!! You have/));
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Receipt' }))).toBe(false);
    const shown = () => new URL(location.href).searchParams.get('receipt');
    expect(shown()).toBe('CAP-AAAA-BBBB-CCCC-DDDD');
    press('Submit again');
    expect(shown()).toBeNull();
    expect(valueOf('Links') + valueOf('Comments')).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Links'));
  });

  it('shows the form again for another visit, such as to the next week', async () => {
    api.reply('uploadWeek', answer, 201);
    const { router } = await openWeekly();
    await settle(() => screen.getByLabelText('Comments'));
    type('Comments', 'Done.');
    press('Submit');
    await screen.findByRole('heading', { name: 'Receipt' });
    await act(() => router.navigate('/WeeklySubmission?week=1'));
    await settle(() => expect(field('Week').value).toBe('1'));
    expect(screen.queryByRole('heading', { name: 'Receipt' })).toBeNull();
  });

  it.each([
    ['week-2', studentMessages.weekSubmitted],
    ['final', studentMessages.finalSubmitted],
    ['viva', studentMessages.vivaSubmitted],
  ] as const)('shows the receipt of %s in the address after a reload', async (task, message) => {
    api.reply('listSubmissions', [receipt({ task, number: 'CAP-2' }), receipt({ number: 'CAP-1' })]);
    await openWeekly('/WeeklySubmission?receipt=CAP-2');
    await settle(() => screen.getByRole('heading', { name: 'Receipt' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain(message));
  });

  const asked = {
    id: 'd1',
    statement: 'This is my own work.',
    ai_use: byTask({ 'week-2': 'understanding', 'week-1': 'parts' }),
  };

  it('asks for the declaration at its fields, and sends what was ticked', async () => {
    api.reply('readTimeline', { ...timelineOnDay(15), declaration: asked });
    api.reply('uploadWeek', answer, 201);
    await openWeekly('/WeeklySubmission?week=2');
    await settle(() => screen.getByLabelText('Comments'));
    type('Comments', 'Done.');
    press('Submit');
    const box = screen.getByRole('checkbox', { name: 'This is my own work.' });
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(screen.getByText('Tick the declaration before you submit.')).toBeTruthy();
    expect(screen.getByText('Say how you used AI tools.')).toBeTruthy();
    expect(api.of('uploadWeek')).toHaveLength(0);
    const select = screen.getByLabelText<HTMLSelectElement>('AI tools');
    expect([...select.options].map(({ text }) => text)).toEqual([
      'Choose an answer',
      'Not used',
      'For understanding',
    ]);
    fireEvent.click(box);
    expect(screen.queryByText('Tick the declaration before you submit.')).toBeNull();
    fireEvent.change(select, { target: { value: 'understanding' } });
    type('How you used them', 'To read about queues');
    press('Submit');
    await screen.findByRole('heading', { name: 'Receipt' });
    expect(api.of('uploadWeek')[0]?.body).toEqual({
      links: '',
      comments: 'Done.',
      selectedWeek: '2',
      declaration: 'd1',
      declared: 'd1',
      ai_use: 'understanding',
      ai_text: 'To read about queues',
    });
    press('Submit again');
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    expect(screen.getByLabelText<HTMLSelectElement>('AI tools').value).toBe('');
  });

  it('keeps what was ticked as a draft, for the same words only', async () => {
    api.reply('readTimeline', { ...timelineOnDay(15), declaration: asked });
    const first = await openWeekly('/WeeklySubmission?week=1');
    await settle(() => screen.getByLabelText('AI tools'));
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.change(screen.getByLabelText('AI tools'), { target: { value: 'parts' } });
    press('Submit');
    expect(await screen.findByText('Say in a few words how you used AI tools.')).toBeTruthy();
    first.unmount();
    const second = await openWeekly('/WeeklySubmission?week=1');
    await settle(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true));
    expect(screen.getByLabelText<HTMLSelectElement>('AI tools').value).toBe('parts');
    second.unmount();
    api.reply('readTimeline', { ...timelineOnDay(15), declaration: { ...asked, id: 'd2' } });
    await openWeekly('/WeeklySubmission?week=1');
    await settle(() => expect(screen.getByLabelText<HTMLSelectElement>('AI tools').value).toBe('parts'));
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
  });

  it('refuses nothing at all with the words of the server, and keeps the form', async () => {
    api.refuse('uploadWeek', 400, { message: serverMessages.emptySubmission });
    await open();
    press('Submit');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Add a link, a file or a comment. All three are empty.');
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
  });

  it('a double press sends once', async () => {
    api.replyWith('uploadWeek', () => new Promise(() => {}), 201);
    await open();
    type('Comments', 'Done.');
    await userEvent.dblClick(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(api.of('uploadWeek')).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByLabelText('Comments')).toHaveProperty('readOnly', true);
  });

  it('shows how much has left, and warns before the page is left', async () => {
    api.replyWith(
      'uploadWeek',
      ({ progress }) => {
        progress(0.4);
        return new Promise(() => {});
      },
      201,
    );
    await open();
    type('Comments', 'Done.');
    press('Submit');
    const bar = await screen.findByRole('progressbar', { name: 'Uploading' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'));
    const leave = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(true);
  });

  it('can be cancelled; the form keeps its content and says what is certain', async () => {
    api.replyWith('uploadWeek', () => new Promise(() => {}), 201);
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await screen.findByRole('progressbar');
    const reads = api.of('listSubmissions').length;
    press('Cancel');
    expect(await screen.findByText('The upload was cancelled. Nothing was submitted.')).toBeTruthy();
    await waitFor(() => expect(valueOf('Comments')).toBe('Done.'));
    await waitFor(() => expect(api.of('listSubmissions')).toHaveLength(reads + 1));
    press('Submit');
    await waitFor(() => expect(api.of('uploadWeek')).toHaveLength(2));
    const keys = api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1], 'it may have arrived').toBe(keys[0]);
  });

  it('a busy server is asked again no earlier than it says, under the same key', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.refuse('uploadWeek', 503, { message: 'Many are submitting right now.', retryAfter: '5' });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByText('Many are submitting right now.'));
    expect(
      screen.getByText(/^Your work will be sent automatically, but this device cannot save it/),
    ).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Waiting to send again' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    api.reply('uploadWeek', answer, 201);
    await advanceClock(4999);
    expect(api.of('uploadWeek')).toHaveLength(1);
    await advanceClock(1300);
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    const keys = api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('a lost network is told apart, and its return sends at once', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.cutOff('uploadWeek');
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByText('The portal cannot be reached right now.'));
    api.reply('uploadWeek', answer, 201);
    window.dispatchEvent(new Event('online'));
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    expect(api.of('uploadWeek')).toHaveLength(2);
  });

  it('another week that is submitted meanwhile waits for the first one, and a third can be chosen', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.cutOff('uploadWeek');
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByRole('progressbar', { name: 'Waiting to send again' }));
    fireEvent.change(screen.getByLabelText('Week'), { target: { value: '1' } });
    type('Comments', 'Once more.');
    press('Submit');
    await advanceClock(1);
    await settle(() => screen.getByRole('progressbar', { name: 'Waiting for your earlier submission' }));
    expect(screen.getByLabelText('Week').matches(':disabled')).toBe(false);
    expect(api.of('uploadWeek').map(({ body }) => body)).not.toContainEqual(
      expect.objectContaining({ selectedWeek: '1' }),
    );
  });

  it.each([500, 502, 504])('a balancer that says %i is waited for, under the same key', async (status) => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.breakDown(status, 'uploadWeek');
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByText('The portal cannot be reached right now.'));
    expect(screen.getByRole('progressbar', { name: 'Waiting to send again' })).toBeTruthy();
    api.reply('uploadWeek', answer, 201);
    await advanceClock(2_600);
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    const keys = api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('a fault that comes again and again is an alert, and is tried ever more rarely, without an end', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.refuse('uploadWeek', 500, { message: 'Out of order.' });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByRole('progressbar', { name: 'Waiting to send again' }));
    expect(screen.getByRole('alert').textContent).toContain('Out of order.');
    for (let minute = 0; minute < 60; minute++) await advanceClock(60_000);
    await settle(() => screen.getByRole('progressbar', { name: 'Waiting to send again' }));
    expect(api.of('uploadWeek').length).toBeLessThanOrEqual(40);
    expect(valueOf('Comments')).toBe('Done.');
    api.reply('uploadWeek', answer, 201);
    await advanceClock(6 * minute);
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    expect(new Set(api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  it('an edit while it waits stops it: another content has another key', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.cutOff('uploadWeek');
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByRole('progressbar', { name: 'Waiting to send again' }));
    type('Comments', 'Nearly done.');
    expect(screen.queryByRole('progressbar')).toBeNull();
    await advanceClock(10 * minute);
    expect(api.of('uploadWeek')).toHaveLength(1);
    api.reply('uploadWeek', answer, 201);
    press('Submit');
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    const keys = api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[1]).not.toBe(keys[0]);
  });

  it('what is refused for good is an alert and not sent again; the same content keeps its key', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.refuse('uploadWeek', 403, { message: 'Week 2 is not open.' });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => expect(screen.getByRole('alert').textContent).toBe('Week 2 is not open.'));
    await advanceClock(10 * minute);
    expect(api.of('uploadWeek')).toHaveLength(1);
    press('Submit');
    await settle(() => expect(api.of('uploadWeek')).toHaveLength(2));
    const [first, second] = api.of('uploadWeek').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  it('an ended session asks for the password in place, and the submission goes on', async () => {
    let isSignedIn = false;
    api.refuse('uploadWeek', 401, { code: 'signed_out', message: messages.signedOut });
    api.replyWith('logIn', () => {
      isSignedIn = true;
      api.reply('uploadWeek', answer, 201);
      return { message: messages.loginSuccessful, student };
    });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Please log in again' }));
    const password = dialog.getByLabelText('Password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(dialog.getByLabelText('Email')).toHaveProperty('value', student.s_id);
    expect(dialog.getByLabelText('Email')).toHaveProperty('readOnly', true);
    fireEvent.change(password, { target: { value: 'secret-1' } });
    fireEvent.submit(password.closest('form')!);
    await screen.findByText(studentMessages.weekSubmitted);
    expect(isSignedIn).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('without the password it waits, and says how to go on', async () => {
    api.refuse('uploadWeek', 401, { code: 'signed_out', message: messages.signedOut });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await screen.findByRole('dialog');
    press('Not now');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      `${messages.signedOut}Your work is not sent yet and will be sent after you log in.Log in again`,
    );
    expect(valueOf('Comments')).toBe('Done.');
    expect(api.of('uploadWeek')).toHaveLength(1);
    fireEvent.click(within(alert).getByRole('button', { name: 'Log in again' }));
    await screen.findByRole('dialog', { name: 'Please log in again' });
  });

  it('a file over the limit is pointed out before it is sent', async () => {
    await open();
    const file = new File(['x'], 'film.mp4');
    Object.defineProperty(file, 'size', { value: 65 * 1024 * 1024 });
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    expect(screen.getByText('This file is larger than 64 MB. Choose a smaller one.')).toBeTruthy();
    await screen.findByText(/This device cannot save your text/);
  });

  it('a device without storage says so, and the draft lives as long as the page', async () => {
    await open();
    type('Comments', 'Half a thought.');
    await screen.findByText(
      'This device cannot save your text. Please send your text before you leave this page.',
    );
  });

  it('what was typed is there again when the student comes back to the screen', async () => {
    const { unmount } = await openWeekly();
    await screen.findByLabelText('Comments');
    type('Comments', 'Half a thought.');
    unmount();
    await open();
    expect(valueOf('Comments')).toBe('Half a thought.');
  });
});

describe('two refused weeks', () => {
  const { account } = student;
  const store = openRequestStore(account);
  const draft = (field: string) => `${account} uploadWeek ${field}`;

  async function addRefused(week: '1' | '2'): Promise<void> {
    const comments = `Work of week ${week}`;
    const request = aSubmission({
      account,
      state: 'refused',
      failure: toFailure(new CallError(403, 'closed', `Week ${week} is closed.`)),
      body: { selectedWeek: week, links: '', comments },
      subject: `hand-in week-${week}`,
      label: { task: `week-${week}`, to: `/WeeklySubmission?week=${week}` },
      drafts: { [draft('comments')]: comments },
      fileDraft: draft('file'),
      file: new File([comments], `week-${week}.txt`),
    });
    await store.add(request);
    onTestFinished(async () => void (await store.remove(request.id)));
  }

  beforeEach(async () => {
    await openOutbox('');
    await addRefused('1');
    await addRefused('2');
  });
  const refusedWeeks = async () => (await store.list()).map(({ body }) => body?.['selectedWeek']);
  const isWeek1Shown = async () => {
    await settle(() => expect(valueOf('Comments')).toBe('Work of week 1'));
    expect(screen.getByText(/week-1\.txt/)).toBeTruthy();
    expect(screen.queryByText(/week-2\.txt/)).toBeNull();
  };

  it('return one at a time, each with its own file', async () => {
    const first = await openWeekly();
    await isWeek1Shown();
    await settle(async () => expect(await refusedWeeks()).toEqual(['2']));
    expect(field('Week').value).toBe('1');
    expect(screen.getByText('Week 1 is closed.')).toBeTruthy();
    await settle(() => screen.getByText(/^Your week 2 submission was refused: Week 2 is closed\./));
    // Whichever week is chosen, and after a reload.
    fireEvent.click(screen.getByRole('link', { name: 'View it' }));
    await settle(() => expect(field('Week').value).toBe('2'));
    await isWeek1Shown();
    expect(await refusedWeeks()).toEqual(['2']);
    first.unmount();
    await openWeekly();
    await isWeek1Shown();
    expect(field('Week').value).toBe('1');
    type('Comments', '');
    press('Remove the file');
    fireEvent.change(field('Week'), { target: { value: '2' } });
    await settle(() => expect(valueOf('Comments')).toBe('Work of week 2'));
    expect(screen.getByText(/week-2\.txt/)).toBeTruthy();
    await settle(async () => expect(await refusedWeeks()).toEqual([]));
  });

  it('one sent as the other leaves what the other was', async () => {
    await openWeekly();
    await isWeek1Shown();
    fireEvent.change(field('Week'), { target: { value: '2' } });
    const number = 'CAP-AAAA-BBBB-CCCC-DDDD';
    const posted = receipt({ number, task: 'week-2', links: '', file: null });
    api.reply('uploadWeek', { message: studentMessages.weekSubmitted, receipt: posted }, 201);
    press('Submit');
    await settle(() => screen.getByText(studentMessages.weekSubmitted));
    expect(api.of('uploadWeek')[0]?.body).toMatchObject({ selectedWeek: '2', comments: 'Work of week 1' });
    expect((await store.list()).map(({ body }) => body?.['comments'])).toEqual(['Work of week 2']);
  });
});
