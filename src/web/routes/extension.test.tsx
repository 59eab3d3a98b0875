import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ExtensionRequest } from '#contract/submissions/extension-calls';
import type { TimelineTask } from '#contract/submissions/calls';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { readDraft } from '../lib/forms/drafts.ts';
import { wakeOutbox } from '../lib/outbox/outbox.ts';
import { setReauthPrompt } from '../lib/session/reauth-prompt.ts';
import * as extension from './extension.tsx';
import * as weekly from './weekly-submission.tsx';

const due_at = '2026-11-25T18:29:59.999Z';
const open: ExtensionRequest = {
  id: '1',
  until: '2026-11-30T18:29:59.999Z',
  reason: 'My laptop is in repair.',
  asked_at: '2026-11-18T09:00:00.000Z',
  answer: null,
  granted_until: null,
  words: null,
  answered_by: null,
  answered_at: null,
};
const answered = { answered_by: 'Anjali Menon', answered_at: '2026-11-19T09:00:00.000Z' };

let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

async function visit(task: Partial<TimelineTask>, at = '/extension?task=week-2') {
  api.reply('readTimeline', timelineOnDay(16, { 'week-2': { state: 'open', due_at, ...task } }));
  const path = at.split('?', 1)[0] ?? '';
  await renderScreen(path === '/extension' ? extension : weekly, { path, at, user: student });
  await settle(() => screen.getByRole('heading', { level: 1 }));
}

const dueText = () => screen.getByText('Due', { selector: 'strong' }).closest('p')?.textContent;

describe('asking for an extension', () => {
  it('sends the day and the reason once, and marks what is wrong with them', async () => {
    await visit({});
    const until = await screen.findByLabelText('New due date');
    fireEvent.change(until, { target: { value: '2026-11-20' } });
    fireEvent.change(screen.getByLabelText(/^Why do you need it/), { target: { value: open.reason } });
    const message = 'Choose a day after Wed 25 Nov 2026, 11:59 pm IST.';
    api.refuse('askExtension', 400, { message, fields: [{ name: 'until', message }] });
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(until.getAttribute('aria-invalid')).toBe('true');
    api.keepWaiting('askExtension');
    fireEvent.change(until, { target: { value: '2026-11-30' } });
    expect(screen.queryByText(message)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(api.of('askExtension')).toHaveLength(2));
    const reason = screen.getByLabelText<HTMLTextAreaElement>(/^Why do you need it/);
    expect([reason.readOnly, reason.value], 'while it is sent').toEqual([true, open.reason]);
    expect(api.of('askExtension')[1]?.body).toEqual({
      task: 'week-2',
      until: '2026-11-30',
      reason: open.reason,
    });
  });

  it('keeps day, reason and file on the device, and sends them once when the portal is back', async () => {
    const file = { id: 'FILE', name: 'letter.png', bytes: 3, type: 'image/png' as const };
    await visit({});
    fireEvent.change(await screen.findByLabelText('New due date'), { target: { value: '2026-11-30' } });
    fireEvent.change(screen.getByLabelText(/^Why do you need it/), { target: { value: open.reason } });
    const field = screen.getByLabelText<HTMLInputElement>(/^File \(optional\)/);
    const letter = new File(['png'], file.name, { type: file.type });
    await userEvent.upload(field, letter);
    const key = `${student.s_id} extension week-2`;
    const drafts = () => [key, `${key} until`, `${key} file`].map(readDraft);
    expect(drafts(), 'survive a reload').toEqual([open.reason, '2026-11-30', letter]);
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    api.cutOff('attachFile');
    await press();
    expect(await screen.findByText(/^Your request will be sent automatically/)).toBeTruthy();
    expect(screen.getByText('30 Nov 2026')).toBeTruthy();
    expect(screen.getByText(/^letter\.png \(/)).toBeTruthy();
    expect(api.of('askExtension')).toEqual([]);
    api.reply('attachFile', { ...file, mark: '![letter.png](attachment:FILE)' }, 201);
    api.refuse('askExtension', 400, {
      message: 'Another day.',
      fields: [{ name: 'until', message: 'Another day.' }],
    });
    wakeOutbox();
    await screen.findByText('Another day.');
    expect(screen.getByLabelText('New due date').getAttribute('aria-invalid')).toBe('true');
    expect(drafts(), 'refused, it is a draft again').toEqual([open.reason, '2026-11-30', letter]);
    api.reply('askExtension', { extension_request: { ...open, file } }, 201);
    await press();
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/WeeklySubmission?week=2');
    expect(api.of('askExtension')).toHaveLength(2);
    expect(drafts()).toEqual([undefined, undefined, undefined]);
    const keys = api.of('attachFile').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size, 'the same file').toBe(1);
    expect(api.of('askExtension')[1]?.body).toEqual({
      task: 'week-2',
      until: '2026-11-30',
      reason: open.reason,
      file: 'FILE',
    });
  });

  it('can be withdrawn while it waits, and a file that is refused is marked', async () => {
    await visit({});
    fireEvent.change(await screen.findByLabelText('New due date'), { target: { value: '2026-11-30' } });
    fireEvent.change(screen.getByLabelText(/^Why do you need it/), { target: { value: open.reason } });
    await userEvent.upload(
      screen.getByLabelText<HTMLInputElement>(/^File \(optional\)/),
      new File(['x'], 'letter.txt', { type: 'text/plain' }),
    );
    api.cutOff('attachFile');
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Do not send it' }));
    expect((await screen.findByLabelText<HTMLInputElement>('New due date')).value).toBe('2026-11-30');
    expect(screen.getByText('letter.txt')).toBeTruthy();
    api.refuse('attachFile', 415, { message: 'This is no text.' });
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('This is no text.')).toBeTruthy();
    expect(screen.getByLabelText(/^File \(optional\)/).getAttribute('aria-invalid')).toBe('true');
    expect(api.of('askExtension')).toEqual([]);
  });

  it('goes on with the file after a login, when the session has ended', async () => {
    const file = { id: 'FILE', name: 'letter.png', bytes: 3, type: 'image/png' as const };
    await visit({});
    fireEvent.change(await screen.findByLabelText('New due date'), { target: { value: '2026-11-30' } });
    fireEvent.change(screen.getByLabelText(/^Why do you need it/), { target: { value: open.reason } });
    const field = screen.getByLabelText<HTMLInputElement>(/^File \(optional\)/);
    await userEvent.upload(field, new File(['png'], file.name, { type: file.type }));
    api.refuse('attachFile', 401, { code: 'signed_out' });
    const logIn = async () => {
      api.reply('attachFile', { ...file, mark: '![letter.png](attachment:FILE)' }, 201);
      return true;
    };
    onTestFinished(setReauthPrompt(logIn));
    api.reply('askExtension', { extension_request: { ...open, file } }, 201);
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    await waitFor(() => expect(api.of('askExtension')).toHaveLength(1));
    expect(api.of('askExtension')[0]?.body).toMatchObject({ file: 'FILE' });
  });

  it('shows the file of an open request', async () => {
    const file = { id: 'FILE', name: 'letter.png', bytes: 3, type: 'image/png' as const };
    await visit({ extension_request: { ...open, file }, no_extension: 'You have already requested one.' });
    const link = await screen.findByRole('link', { name: 'letter.png' });
    expect(link.getAttribute('href')).toBe('/api/discussion/attachments/FILE');
  });

  it('says what is granted at once', async () => {
    api.reply('readTimeline', {
      ...timelineOnDay(16, { 'week-2': { state: 'open', due_at } }),
      extension_days: 3,
    });
    await renderScreen(extension, { path: '/extension', at: '/extension?task=week-2', user: student });
    expect(await screen.findByText(/granted at once, up to 3 days after the due date/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText('New due date'), { target: { value: '2026-11-28' } });
    fireEvent.change(screen.getByLabelText(/^Why do you need it/), { target: { value: open.reason } });
    const granted = { ...open, answer: 'granted' as const, granted_until: open.until };
    api.reply('askExtension', { extension_request: granted }, 201);
    await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
    expect((await screen.findByTestId('elsewhere')).textContent).toBe('/WeeklySubmission?week=2');
  });

  it('shows an open request in place of the form', async () => {
    await visit({ extension_request: open, no_extension: 'You have already requested one.' });
    expect(await screen.findByText(/^; extension requested until/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to Week 2' })).toBeTruthy();
  });

  it('says that another time was asked for, where the viva’s time was cancelled meanwhile', async () => {
    const viva = { due_at: '2026-12-20T18:29:59.999Z', extension_request: open, no_extension: 'You asked.' };
    api.reply('readTimeline', timelineOnDay(30, { viva }));
    api.reply('readVivaRequest', {
      starts_at: null,
      ask_until: null,
      is_late: false,
      request: null,
      offers: [],
    });
    const at = '/extension?task=viva';
    await renderScreen(extension, { path: '/extension', at, user: student });
    expect(await screen.findByText('You asked for another time. The office will answer you.')).toBeTruthy();
    expect(screen.queryByText(/extension requested until/)).toBeNull();
  });

  it('says why the server takes no request, and leaves it to a server that does not say', async () => {
    const why = 'You submitted in time, so you do not need an extension.';
    await visit({ state: 'submitted', version: 1, no_extension: why });
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull();
    cleanup();
    await visit({ state: 'submitted', version: 1 });
    expect(await screen.findByRole('button', { name: 'Send request' })).toBeTruthy();
  });

  it.each([
    [
      'an open one',
      { extension_request: open, no_extension: 'You have already requested one.' },
      /; extension requested until Mon 30 Nov[^;]*$/,
    ],
    [
      'a declined one, with the way to the next',
      { extension_request: { ...open, ...answered, answer: 'declined', words: 'Too late.' } },
      /; Anjali Menon declined your request: “Too late\.” Request an extension$/,
    ],
    [
      'a declined one after a granted one',
      {
        extended_at: answered.answered_at,
        extension_request: { ...open, ...answered, answer: 'declined', words: 'Too late.' },
      },
      /; you have an extension; Anjali Menon declined your request: “Too late\.” Request an extension$/,
    ],
    [
      'a granted one',
      {
        extended_at: answered.answered_at,
        extension_request: {
          ...open,
          ...answered,
          answer: 'granted',
          granted_until: open.until,
          words: 'A day more.',
        },
      },
      /; you have an extension; Anjali Menon wrote: “A day more\.”/,
    ],
    [
      'none, for work that came in time',
      { state: 'submitted', version: 1, no_extension: 'In time.' },
      /^Due [^;.]*$/,
    ],
  ] satisfies [string, Partial<TimelineTask>, RegExp][])(
    'stands beside the due date of the form: %s',
    async (_, task, text) => {
      await visit(task, '/WeeklySubmission?week=2');
      await screen.findByLabelText('Week');
      expect(dueText()).toMatch(text);
    },
  );
});
