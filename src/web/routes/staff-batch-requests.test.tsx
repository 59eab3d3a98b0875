import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import { mentor, staffBatch, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { eventually } from '#support/eventually';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as requestsScreen from './staff-batch-requests.tsx';
import * as settingsScreen from './staff-batch-settings.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listBatchProgress', { batch: staffBatch({}), projects: [], students: [], next: null });
  api.reply('listBatchAnnouncements', []);
  api.reply('listReports', { posts: [] });
  api.reply('listHiddenPosts', { posts: [] });
  api.reply('listExtensionRequests', []);
});

async function open(user = mentor) {
  const view = await renderScreen(requestsScreen, {
    path: '/staff/batches/:batch/requests',
    at: '/staff/batches/MERN-2026-11/requests',
    user,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}
const asked = () => api.of('listBatchProgress');
const requestsTab = () =>
  within(screen.getByRole('navigation', { name: 'Parts of this batch' })).getByRole('link', {
    name: /^Requests/,
  });

describe('the requests of a batch', () => {
  it('without any it says what would be here, and its tab has no number', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'No open requests' })).toBeTruthy();
    expect([requestsTab().textContent, requestsTab().getAttribute('aria-current')]).toEqual([
      'Requests',
      'page',
    ]);
  });

  it.each(['listExtensionRequests', 'listReports', 'listHiddenPosts'] as const)(
    'where %s fails, it is not taken for empty',
    async (name) => {
      api.refuse(name, 500, { message: 'Out of order.' });
      await open();
      expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
      expect(screen.queryByRole('heading', { name: 'No open requests' })).toBeNull();
      expect(requestsTab()).toBeTruthy();
    },
  );

  it('are no screen for students, who ask for nothing', async () => {
    await open(student);
    expect(screen.getByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
    expect(asked()).toEqual([]);
  });
});

it('the settings lead to what is set, and change how a released mark is shown', async () => {
  api.reply('setCommentFirst', staffBatch({ commentFirst: true }));
  await renderScreen(settingsScreen, {
    path: '/staff/batches/:batch/settings',
    at: '/staff/batches/MERN-2026-11/settings',
    user: mentor,
  });
  for (const [name, address] of [
    ['Dates and extensions', 'dates'],
    ['Result rule', 'rule'],
    ['Vivas', 'vivas'],
    ['End of the course', 'finish'],
    ['Certificates', 'certificates'],
  ] as const)
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(
      `/staff/batches/MERN-2026-11/${address}`,
    );
  expect(screen.queryByRole('link', { name: 'Catalogue entry' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show the comment first' }));
  await waitFor(() => expect(api.of('setCommentFirst')[0]?.body).toEqual({ comment_first: true }));
});

describe('reported posts', () => {
  const post = {
    question: '4',
    comment: '9',
    text: 'You fool',
    author: 'Ravi Nair',
    reports: [
      { reporter: 'Bina Das', reason: 'Rude', reported_at: '2026-11-15T04:05:06.789Z' },
      { reporter: 'Asha Kumari', reason: null, reported_at: '2026-11-15T04:06:06.789Z' },
    ],
  };

  it('stand with who wrote them, who reported them and why, until there is nothing to do', async () => {
    api.reply('listReports', { posts: [post] });
    await open();
    const section = within(screen.getByRole('region', { name: 'Reported posts' }));
    expect(section.getByText('A comment by Ravi Nair')).toBeTruthy();
    expect(section.getByText('Bina Das,').parentElement?.textContent).toMatch(/^Bina Das, .*: Rude$/);
    expect(section.getByText('Asha Kumari,').parentElement?.textContent).toMatch(
      /^Asha Kumari, .*, without a reason$/,
    );
    expect(section.getByRole('link', { name: 'Open the question' }).getAttribute('href')).toContain('4');
    api.reply('dismissReports', undefined);
    api.reply('listReports', { posts: [] });
    await userEvent.click(section.getByRole('button', { name: 'Dismiss report: You fool' }));
    expect(await screen.findByText('The reports are dismissed.')).toBeTruthy();
    expect(api.of('dismissReports')).toMatchObject([
      { params: { s_id: 'MERN-2026-11', id: '4' }, body: { comment: '9' } },
    ]);
    await eventually(() => expect(section.queryByText('You fool')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Reported posts');
  });

  it('are no part of the screen where there are none', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Reported posts' })).toBeNull();
  });
});

describe('hidden posts', () => {
  const hidden = (id: string, fields = {}) => ({
    id,
    question: '4',
    comment: null,
    text: `You fool ${id}`,
    author: 'Ravi Nair',
    reason: 'Rude',
    hidden_at: '2026-11-15T04:05:06.789Z',
    hidden_by: 'Meera Iyer',
    ...fields,
  });

  it('stand with who hid them and why, older ones follow, and each is shown again with a reason', async () => {
    const posts = [hidden('9'), hidden('8', { comment: '3', reason: null })];
    api.replyWith('listHiddenPosts', ({ query }) =>
      query['before'] === undefined ? { posts, more: true as const } : { posts: [hidden('7')] },
    );
    await open();
    const section = within(screen.getByRole('region', { name: 'Hidden posts' }));
    expect(section.getByText('A question by Ravi Nair')).toBeTruthy();
    expect(section.getByText('A comment by Ravi Nair')).toBeTruthy();
    expect(section.getAllByText('Meera Iyer,').map((name) => name.parentElement?.textContent)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Meera Iyer, .*: Rude$/),
        expect.stringMatching(/^Meera Iyer, .*, deleted without a reason$/),
      ]),
    );
    expect(section.getAllByRole('link', { name: 'Open the question' })).toHaveLength(1);
    await userEvent.click(section.getByRole('button', { name: 'Show older ones' }));
    expect(await section.findByText('You fool 7')).toBeTruthy();
    expect(section.queryByRole('button', { name: 'Show older ones' })).toBeNull();
    expect(api.of('listHiddenPosts').map(({ query }) => query)).toEqual([{ limit: '5' }, { before: '8' }]);
    api.reply('moderatePost', { batch: 'MERN-2026-11', questions: [] });
    api.reply('listHiddenPosts', { posts: [] });
    await userEvent.click(section.getByRole('button', { name: 'Show again: You fool 8' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Show this comment again?' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'He is sorry.');
    await userEvent.click(dialog.getByRole('button', { name: 'Show it' }));
    expect(await screen.findByText('The post is shown again.')).toBeTruthy();
    expect(api.of('moderatePost')).toMatchObject([
      { params: { id: '4' }, body: { act: 'show', comment: '3', reason: 'He is sorry.' } },
    ]);
    await waitFor(() => expect(section.queryByText('You fool 8')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Hidden posts');
  });

  it('are no part of the screen where there are none', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Hidden posts' })).toBeNull();
  });
});

describe('extension requests of a batch', () => {
  const request: AskedExtension = {
    id: '7',
    until: '2026-11-30T18:29:59.999Z',
    until_day: '2026-11-30',
    reason: 'My laptop is in repair.',
    asked_at: '2026-11-18T09:00:00.000Z',
    answer: null,
    granted_until: null,
    words: null,
    answered_by: null,
    answered_at: null,
    student: { s_id: 'asha@example.test', s_name: 'Asha Kumari' },
    task: 'week-2',
    due_at: '2026-11-25T18:29:59.999Z',
  };
  const params = { s_id: 'asha@example.test', request: '7' };

  async function openRequest() {
    api.reply('listExtensionRequests', [request]);
    await open();
    const section = await screen.findByRole('region', { name: 'Extension requests' });
    expect(requestsTab().textContent).toBe('Requests 1');
    expect(within(section).getByText(request.reason)).toBeTruthy();
    api.reply('answerExtension', { ...request, answer: 'granted' });
    return within(section);
  }

  it('are granted until the day asked for or another one, by Enter in the day', async () => {
    const section = await openRequest();
    const day = section.getByLabelText<HTMLInputElement>('Due at the end of');
    expect(day.value).toBe('2026-11-30');
    fireEvent.change(day, { target: { value: '2026-12-01' } });
    api.reply('listExtensionRequests', []);
    await userEvent.click(section.getByLabelText('Answer to the student'));
    await userEvent.keyboard('One day more.{Enter}');
    await waitFor(() => expect(api.of('answerExtension')).toHaveLength(1));
    const [{ params: of, body } = { params: {}, body: {} }] = api.of('answerExtension');
    expect(of).toEqual(params);
    expect(body).toEqual({ answer: 'granted', until: '2026-12-01', words: 'One day more.' });
    expect(await screen.findByText('The extension is granted. The student is notified.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Extension requests'));
  });

  it('keep the typed answer where the portal cannot be reached, and load nothing again', async () => {
    const section = await openRequest();
    const words = section.getByLabelText<HTMLInputElement>('Answer to the student');
    await userEvent.type(words, 'One day more.');
    for (const name of ['answerExtension', 'listBatchProgress', 'listExtensionRequests'] as const)
      api.cutOff(name);
    const loads = asked().length;
    await userEvent.click(section.getByRole('button', { name: /^Grant extension/ }));
    expect((await section.findByRole('alert')).textContent).toContain('The portal cannot be reached.');
    expect(words.isConnected && words.value).toBe('One day more.');
    expect(asked()).toHaveLength(loads);
  });

  it('are declined with words', async () => {
    const section = await openRequest();
    await userEvent.type(section.getByLabelText('Answer to the student'), 'You had two weeks.');
    await userEvent.click(section.getByRole('button', { name: 'Decline: Asha Kumari, Week 2' }));
    await waitFor(() =>
      expect(api.of('answerExtension')[0]?.body).toEqual({ answer: 'declined', words: 'You had two weeks.' }),
    );
  });
});
