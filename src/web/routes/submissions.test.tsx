import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { messages } from '#contract/messages';
import { emptyTimeline, receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, handedIn } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/drafts.ts';
import * as finalProject from './final-project-submission.tsx';
import * as viva from './viva.tsx';
import * as weekly from './weekly-submission.tsx';

const minute = 60_000;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const weekOptions = () =>
  within(screen.getByLabelText('Week'))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent, disabled }) => [textContent, disabled]);

let api: MockApi;
beforeEach(async () => {
  await openDrafts(student.s_id);
  await removeDrafts();
  api = mockApi();
  answerStudent(api);
});

async function openWeekly(at = '/WeeklySubmission') {
  const view = await renderScreen(weekly, { path: '/WeeklySubmission', at, user: student });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}

describe('the weekly submission', () => {
  it('offers the open weeks, says of the others that they are not, and starts with the first without a submission', async () => {
    await openWeekly();
    await screen.findByLabelText('Week');
    expect(weekOptions()).toEqual([
      ['Week 1', false],
      ['Week 2', false],
      ['Week 3 (You are not eligible now!!)', true],
      ['Week 4 (You are not eligible now!!)', true],
    ]);
    expect(value('Week')).toBe('2');
    expect(screen.getByText(/^Week 3 opens on/)).toBeTruthy();
  });

  it('starts with the week of its address where that is open', async () => {
    await openWeekly('/WeeklySubmission?week=1');
    await screen.findByLabelText('Week');
    expect(value('Week')).toBe('1');
  });

  it('opens week 2 by itself on its day, and keeps what was typed', async () => {
    const before = timelineOnDay(14, { 'week-2': { state: 'locked' } });
    before.now = new Date(Date.parse(before.tasks[1]!.opens_at!) - 30 * minute).toISOString();
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await openWeekly();
    await settle(() => screen.getByLabelText('Week'));
    type('Comments', 'Written before it opened.');
    await advanceClock(29 * minute);
    expect(weekOptions()[1]).toEqual(['Week 2 (You are not eligible now!!)', true]);
    await advanceClock(2 * minute);
    expect(weekOptions()[1]).toEqual(['Week 2', false]);
    expect(weekOptions()[2]?.[1]).toBe(true);
    expect(value('Comments')).toBe('Written before it opened.');
    expect(value('Week')).toBe('1');
  });

  it('has no week to choose before the first opens', async () => {
    api.reply('readTimeline', timelineOnDay(3));
    await openWeekly();
    await screen.findByRole('option', { name: 'No week is open yet' });
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('needs a project first', async () => {
    api.reply('readTimeline', emptyTimeline);
    api.reply('listSubmissions', []);
    await openWeekly();
    await screen.findByRole('heading', { name: 'Your project comes first' });
    expect(screen.getByText(messages.noProjectYet)).toBeTruthy();
  });

  it('lists every task with what counts', async () => {
    await openWeekly();
    const list = (await screen.findByRole('heading', { name: 'Handed in so far' })).parentElement!;
    const items = [...list.querySelectorAll('h3')].map(
      (title) => title.parentElement!.children[1]?.textContent,
    );
    expect(items.slice(0, 2)).toEqual(['Version 1 counts', 'Open, nothing handed in']);
    expect(items[2]).toMatch(/^Opens 23 Nov 2026/);
    expect(within(list).getByText('Version 1', { exact: false, selector: 'summary' })).toBeTruthy();
  });
});

describe('sending', () => {
  const answer = {
    message: messages.weekSubmitted,
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
    expect(screen.getByRole('progressbar', { name: 'Handed in' }).getAttribute('aria-valuenow')).toBe('100');
    expect(screen.getAllByText('CAP-AAAA-BBBB-CCCC-DDDD').length).toBeGreaterThan(0);
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: 'Receipt' }))).toBe(true);
    press('Hand in again');
    expect(value('Links') + value('Comments')).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Links'));
  });

  it('refuses nothing at all with the words of the server, and keeps the form', async () => {
    api.refuse('uploadWeek', 400, { message: messages.emptySubmission });
    await open();
    press('Submit');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Please give a link, a file or a comment. All three are empty.');
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
    expect(screen.getByText('The upload was cancelled. Nothing was handed in.')).toBeTruthy();
    expect(value('Comments')).toBe('Done.');
    await waitFor(() => expect(api.of('listSubmissions')).toHaveLength(reads + 1));
  });

  it('a busy server is asked again no earlier than it says, under the same key', async () => {
    freezeClock('2026-11-18T09:00:00.000Z');
    api.refuse('uploadWeek', 503, { message: 'Many are handing in just now.', retryAfter: '5' });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await settle(() => screen.getByText('Many are handing in just now.'));
    expect(
      screen.getByText('The portal sends it again by itself. You can leave this page open.'),
    ).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Waiting to send again' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    api.reply('uploadWeek', answer, 201);
    await advanceClock(4999);
    expect(api.of('uploadWeek')).toHaveLength(1);
    await advanceClock(1300);
    await settle(() => screen.getByText(messages.weekSubmitted));
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
    await settle(() => screen.getByText('The portal cannot be reached just now.'));
    api.reply('uploadWeek', answer, 201);
    window.dispatchEvent(new Event('online'));
    await settle(() => screen.getByText(messages.weekSubmitted));
    expect(api.of('uploadWeek')).toHaveLength(2);
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
    await settle(() => screen.getByText(messages.weekSubmitted));
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
    expect(document.activeElement).toBe(password);
    expect(dialog.getByLabelText('Email')).toHaveProperty('value', student.s_id);
    expect(dialog.getByLabelText('Email')).toHaveProperty('readOnly', true);
    fireEvent.change(password, { target: { value: 'secret-1' } });
    fireEvent.submit(password.closest('form')!);
    await screen.findByText(messages.weekSubmitted);
    expect(isSignedIn).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('without the password it is not handed in, and says how to go on', async () => {
    api.refuse('uploadWeek', 401, { code: 'signed_out', message: messages.signedOut });
    await open();
    type('Comments', 'Done.');
    press('Submit');
    await screen.findByRole('dialog');
    press('Not now');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      `${messages.signedOut}Press Submit to log in and send it. What you typed and picked stays here.`,
    );
    expect(value('Comments')).toBe('Done.');
  });

  it('a file over the limit is pointed out before it is sent', async () => {
    await open();
    const file = new File(['x'], 'film.mp4');
    Object.defineProperty(file, 'size', { value: 65 * 1024 * 1024 });
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    expect(screen.getByText('This file is larger than 64 MB. The portal will not take it.')).toBeTruthy();
  });

  it('a device without storage says so, and the draft lives as long as the page', async () => {
    await open();
    type('Comments', 'Half a thought.');
    await screen.findByText('This device cannot keep it: please send it before you leave this page.');
  });

  it('what was typed is there again when the student comes back to the screen', async () => {
    const { unmount } = await openWeekly();
    await screen.findByLabelText('Comments');
    type('Comments', 'Half a thought.');
    unmount();
    await open();
    expect(value('Comments')).toBe('Half a thought.');
  });
});

describe.each([
  ['the final project', finalProject, '/FinalProjectSubmission', 'final project'],
  ['the viva', viva, '/viva', 'viva voce'],
] as const)('%s', (_, module, path, name) => {
  const open = () => renderScreen(module, { path, user: student });

  it('says until day 28 when it opens, and then opens by itself', async () => {
    const before = timelineOnDay(28, { final: { state: 'locked' }, viva: { state: 'locked' } });
    before.now = new Date(Date.parse(before.tasks[4]!.opens_at!) - 30 * minute).toISOString();
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await open();
    await settle(() => screen.getByRole('heading', { name: '(You are not eligible now!!!)' }));
    expect(
      screen.getByText(new RegExp(`^The ${name} opens 28 days after your project began, on`)).textContent,
    ).toContain('30 Nov 2026, 03:30');
    expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
    await advanceClock(31 * minute);
    expect(screen.getByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: '(You are not eligible now!!!)' })).toBeNull();
  });
});

describe('the viva', () => {
  const open = async () => {
    api.reply('readTimeline', timelineOnDay(29, { 'week-1': handedIn }));
    await renderScreen(viva, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Viva Voce Format' }));
  };

  it('has six steps in the specification’s order', async () => {
    await open();
    const format = screen.getByRole('heading', { name: 'Viva Voce Format' }).parentElement!;
    expect(
      within(format)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Introduction', 'Methodology', 'Findings', 'Challenges', 'Q&A', 'Conclusion']);
  });

  it('shows its form after Submit, with the focus in it', async () => {
    await open();
    expect(screen.queryByLabelText('Comments')).toBeNull();
    press('Submit');
    expect(document.activeElement).toBe(screen.getByLabelText('Comments'));
    expect(screen.queryByLabelText('Links')).toBeNull();
  });

  it.each([
    ['nothing', '', null, 'Comments'],
    ['no file', 'My outline.', null, 'File'],
    ['blank comments', '  ', new File(['x'], 'a.pdf'), 'Comments'],
  ])('with %s it is not sent', async (_, comments, file, focus) => {
    await open();
    press('Submit');
    type('Comments', comments);
    if (file !== null) fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    press('Submit');
    expect(screen.getByRole('alert').textContent).toBe('Please provide comments and upload a file.');
    expect(document.activeElement).toBe(screen.getByLabelText(focus));
    expect(api.of('uploadViva')).toEqual([]);
  });

  it('counts down to its deadline, and says afterwards that it is late', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const timeline = timelineOnDay(29);
    timeline.now = new Date(Date.parse(timeline.viva_deadline!) - 90_000).toISOString();
    api.reply('readTimeline', timeline);
    await renderScreen(viva, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Time left' }));
    const parts = () => screen.getByRole('timer').firstElementChild?.textContent?.match(/\d+/g)?.join(' ');
    expect(parts()).toBe('0 0 1 30');
    await advanceClock(1000);
    expect(parts()).toBe('0 0 1 29');
    await advanceClock(90_000);
    expect(parts()).toBe('0 0 0 0');
    expect(screen.getByRole('heading', { name: 'The deadline has passed' })).toBeTruthy();
    expect(screen.getByText('You can still submit; it will be noted as late.')).toBeTruthy();
  });
});
