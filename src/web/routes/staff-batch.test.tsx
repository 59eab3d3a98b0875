import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BatchProgress, StudentProgress } from '#contract/progress/calls';
import type { AskedExtension } from '#contract/progress/schedule-calls';
import type { TaskStates } from '#contract/progress/task-state-calls';
import { tasks } from '#contract/dates';
import { markingShares, mentor, staffBatch, student } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import * as staffBatchScreen from './staff-batch.tsx';

const row = (name: string, fields: Partial<StudentProgress> = {}): StudentProgress => ({
  student: { s_id: `${name.toLowerCase().replace(' ', '.')}@example.test`, s_name: name },
  project: { id: 'P001', name: 'Boats' },
  seen_at: '2026-11-15T04:05:06.789Z',
  reason: null,
  stones: tasks.map((task) => ({ task, state: 'locked', late: false, marks: null })),
  ...fields,
});
const asha = row('Asha Kumari', {
  reason: 'Week 2 open for 9 days; last seen 6 days ago',
  stones: [
    { task: 'week-1', state: 'held-back', late: true, marks: 64, number: 'CAP-1' },
    { task: 'week-2', state: 'open', late: false, marks: null },
    ...tasks.slice(2).map((task) => ({ task, state: 'locked' as const, late: false, marks: null })),
  ],
});
const progress = (fields: Partial<BatchProgress> = {}): BatchProgress => ({
  batch: staffBatch({ unmarked: 0, heldBack: 1 }),
  projects: [{ id: 'P001', name: 'Boats' }],
  students: [asha, row('Bina Das')],
  next: null,
  ...fields,
});

const states = (fields: Partial<TaskStates> = {}) => ({
  students: 40,
  tasks: tasks.map((task) => ({
    task,
    locked: 5,
    unsubmitted: 3,
    unmarked: 2,
    unreleased: 2,
    released: 28,
    ...fields,
  })),
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  api.reply('listBatchProgress', progress());
  api.reply('listBatchAnnouncements', []);
  api.reply('listReports', { posts: [] });
  api.reply('listExtensionRequests', []);
  api.reply('readMarkingShares', markingShares());
  api.reply('countTaskStates', states());
});

async function open(search = '', user = mentor) {
  const view = await renderScreen(staffBatchScreen, {
    path: '/staff/batches/:batch',
    at: `/staff/batches/MERN-2026-11${search}`,
    user,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return view;
}
const asked = () => api.of('listBatchProgress').map(({ query }) => query);

describe('a batch at a glance', () => {
  it('shows each student with an arch, which stands in words beside it, and a plain reason', async () => {
    await open('?as=arches');
    expect(screen.getByRole('heading', { level: 1, name: 'MERN-2026-11' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Release 1 mark' })).toBeTruthy();
    const cards = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'));
    expect(cards).toHaveLength(2);
    const first = within(cards[0] as HTMLElement);
    expect(first.getByRole('link', { name: 'Asha Kumari' }).getAttribute('href')).toBe(
      '/staff/students/asha.kumari%40example.test',
    );
    expect(first.getByText('1 not released, 1 open, 1 late')).toBeTruthy();
    expect(first.getByText(/^Week 1: Not released, 64, late; Week 2: Open; Week 3: Locked;/)).toBeTruthy();
    expect(first.getByText('Week 2 open for 9 days; last seen 6 days ago')).toBeTruthy();
    const states = [...(cards[0] as HTMLElement).querySelectorAll('[data-state]')];
    expect(states.map((stone) => stone.getAttribute('data-state'))).toEqual([
      'held-back',
      'open',
      'locked',
      'locked',
      'locked',
      'locked',
    ]);
  });

  it('is a table first: each cell leads to its submission, or to the student', async () => {
    await open();
    const rows = screen.getAllByRole('row');
    const cells = within(rows[1] as HTMLElement).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      '64 Not released, late',
      ' Open',
      '– Locked',
    ]);
    const [week1, week2] = cells.map((cell) => within(cell).queryByRole('link'));
    expect(week1?.getAttribute('href')).toBe('/staff?batch=MERN-2026-11&state=all&open=CAP-1');
    expect(week1?.getAttribute('title')).toBe('Asha Kumari, Week 1: Not released, 64, late');
    expect(week2?.getAttribute('href')).toBe('/staff/students/asha.kumari%40example.test');
    expect(within(rows[1] as HTMLElement).getByRole('rowheader').textContent).toBe('Asha Kumari');
  });

  it('a head sorts by its column, a column of marks without asking again, and has its mean', async () => {
    const students = [
      asha,
      row('Bina Das', { stones: [{ ...asha.stones[0], marks: 40 }, ...asha.stones.slice(1)] as never }),
      row('Chitra Pillai'),
    ];
    api.reply('listBatchProgress', progress({ students }));
    const { router } = await open();
    const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    const head = (name: string) => screen.getByRole('columnheader', { name });
    expect(names()).toEqual(['Asha Kumari', 'Bina Das', 'Chitra Pillai', 'Average']);
    expect(
      within(screen.getAllByRole('row').at(-1) as HTMLElement).getAllByRole('cell')[0]?.textContent,
    ).toBe('52');
    await userEvent.click(within(head('Week 1')).getByRole('link'));
    await waitFor(() => expect(names()).toEqual(['Chitra Pillai', 'Bina Das', 'Asha Kumari', 'Average']));
    expect(head('Week 1').getAttribute('aria-sort')).toBe('ascending');
    expect(router.state.location.search).toBe('?sort=week-1');
    expect(asked()).toHaveLength(1);
    await userEvent.click(within(head('Student')).getByRole('link'));
    await waitFor(() => expect(asked().at(-1)).toEqual({ sort: 'name' }));
  });

  it('t shows the same students as a table and back, without asking for them again; not while somebody types', async () => {
    const { router } = await open('?sort=name&as=arches');
    const user = userEvent.setup();
    await user.keyboard('t');
    const table = await screen.findByRole('table');
    expect(router.state.location.search).toBe('?sort=name');
    const cells = within(within(table).getByRole('row', { name: /^Asha Kumari/ })).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      '64 Not released, late',
      ' Open',
    ]);
    expect(asked()).toHaveLength(1);
    await user.keyboard('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Name or email'));
    await user.keyboard('t');
    expect(screen.getByLabelText<HTMLInputElement>('Name or email').value).toBe('t');
    expect(router.state.location.search, 'typed into the search').toBe('?sort=name');
  });

  it('keys can be turned off, and stay off on this device', async () => {
    onTestFinished(() => localStorage.clear());
    const user = userEvent.setup();
    const { unmount } = await open('?as=arches');
    const keys = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use single-key shortcuts' });
    await user.keyboard('?');
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }).textContent).toContain(
      'TSwitch between table and arches',
    );
    await user.click(keys());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('/');
    expect(document.activeElement).not.toBe(screen.getByLabelText('Name or email'));
    await user.keyboard('t');
    expect(screen.queryByRole('table')).toBeNull();
    unmount();
    await open('?as=arches');
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    expect(keys().checked).toBe(false);
    await user.click(keys());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('t');
    expect(await screen.findByRole('table')).toBeTruthy();
  });

  it('search, filter and order are in the address, and the CSV is of the same choice', async () => {
    const { router } = await open();
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'late' } });
    await waitFor(() => expect(asked().at(-1)).toEqual({ filter: 'late' }));
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'seen' } });
    await waitFor(() => expect(asked().at(-1)).toEqual({ filter: 'late', sort: 'seen' }));
    fireEvent.change(screen.getByLabelText('Name or email'), { target: { value: ' asha' } });
    await waitFor(() => expect(asked().at(-1)).toEqual({ q: 'asha', filter: 'late', sort: 'seen' }));
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: 'project:P001' } });
    await waitFor(() => expect(asked().at(-1)).toEqual({ q: 'asha', project: 'P001', sort: 'seen' }));
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(
        '/api/staff/batches/MERN-2026-11/progress.csv?q=asha&sort=seen&project=P001',
      ),
    );
    expect(router.state.location.search).toBe('?q=asha&sort=seen&filter=project%3AP001');
  });

  it('more students come by a press, and none of them twice', async () => {
    api.reply('listBatchProgress', progress({ next: 'place' }));
    await open();
    expect(screen.getByText('The first 2 students')).toBeTruthy();
    api.reply('listBatchProgress', progress({ students: [row('Bina Das'), row('Chitra Pillai')] }));
    await userEvent.click(screen.getByRole('button', { name: 'Show more students' }));
    expect(await screen.findByRole('link', { name: 'Chitra Pillai' })).toBeTruthy();
    expect(asked().at(-1)).toEqual({ after: 'place' });
    expect(screen.getAllByRole('link', { name: 'Bina Das' })).toHaveLength(1);
    expect(screen.getByText('3 students', { exact: false })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more students' })).toBeNull();
  });

  it('says why nobody is there, and leads back to everybody', async () => {
    api.reply('listBatchProgress', progress({ students: [] }));
    await open('?q=nobody&sort=name');
    expect(screen.getByRole('heading', { name: 'No students found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all students' }).getAttribute('href')).toBe(
      '/staff/batches/MERN-2026-11?sort=name',
    );
  });

  it('says how much each mentor has left to mark, and how many students have nobody', async () => {
    const of = { can_mark: true, is_you: false };
    api.reply(
      'readMarkingShares',
      markingShares({
        mentors: [
          { ...of, id: '1', name: 'Anjali Menon', is_you: true, students: 12, unmarked: 5 },
          { ...of, id: '2', name: 'Ravi Nair', students: 9, unmarked: 0 },
          { ...of, id: '3', name: 'Sunil', students: 0, unmarked: 0 },
        ],
        unassigned: { students: 3, unmarked: 2 },
      }),
    );
    await open();
    const line = screen.getByText(/^To mark by mentor/);
    expect(line.textContent).toBe('To mark by mentor: you 5, Ravi Nair 0, not assigned 2 (3 students). ');
    expect(line.parentElement?.querySelector('a')?.getAttribute('href')).toBe(
      '/staff/batches/MERN-2026-11/shares',
    );
  });

  it('is no screen for students, who ask for nothing', async () => {
    await open('', student);
    expect(screen.getByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
    expect(asked()).toEqual([]);
  });

  it('of another batch it says whose it is', async () => {
    api.refuse('listBatchProgress', 403, { code: 'forbidden' });
    await open();
    expect(screen.getByRole('heading', { name: 'This batch is not one of yours' })).toBeTruthy();
  });
});

describe('the parts of a batch', () => {
  const tabs = () =>
    within(screen.getByRole('navigation', { name: 'Parts of this batch' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);
  const at = '/staff/batches/MERN-2026-11';
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
    student: asha.student,
    task: 'week-2',
    due_at: null,
  };
  const post = { question: '4', comment: null, text: 'You fool', author: 'Ravi Nair', reports: [] };

  it('are tabs with an address each, and say how much waits behind them', async () => {
    api.reply('listExtensionRequests', [request, { ...request, id: '8' }]);
    api.reply('listReports', { posts: [post] });
    await open();
    expect(tabs()).toEqual([
      ['Students', at, 'page'],
      ['Requests 3', `${at}/requests`, null],
      ['Announcements', `${at}/announcements`, null],
      ['Settings', `${at}/settings`, null],
    ]);
  });

  it('what could not be counted has no number, and the students are there', async () => {
    api.refuse('listExtensionRequests', 500, {});
    api.refuse('listBatchAnnouncements', 500, {});
    await open();
    expect(tabs().map(([text]) => text)).toEqual(['Students', 'Requests', 'Announcements', 'Settings']);
    expect(screen.getByRole('link', { name: 'Asha Kumari' })).toBeTruthy();
  });

  it.each([
    ['#extension-requests', `${at}/requests`],
    ['#reports', `${at}/requests`],
    ['#announcements-head', `${at}/announcements`],
  ])('a link to %s of one page leads to its tab', async (hash, pathname) => {
    const { router } = await renderScreen(staffBatchScreen, {
      path: '/staff/batches/:batch',
      at: at + hash,
      user: mentor,
    });
    await waitFor(() => expect(router.state.location).toMatchObject({ pathname, hash }));
  });

  it.each([
    [{ unmarked: 1, heldBack: 0 }, ['Mark 1 submission']],
    [{ unmarked: 19, heldBack: 11 }, ['Mark 19 submissions', 'Release 11 marks']],
    [{ unmarked: 0, heldBack: 0 }, ['See submissions']],
  ])('with %o to do the head offers %s', async (counts, names) => {
    api.reply('listBatchProgress', progress({ batch: staffBatch(counts) }));
    await open();
    for (const name of names) expect(screen.getByRole('link', { name })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Release/ }) === null).toBe(names.length === 1);
  });
});

describe('the picture of the six tasks', () => {
  const picture = () => within(screen.getByRole('region', { name: '40 students by task' }));

  it('is a bar for each, with its numbers in words and links to what is to do', async () => {
    await open('?as=arches');
    const [first] = picture().getAllByRole('listitem');
    expect(first?.textContent).toContain(
      'Week 1: 28 released, 2 marked, not released, 2 to mark, 3 not submitted, 5 not open yet.',
    );
    const widths = [...(first?.querySelectorAll('rect') ?? [])].map((part) => [
      part.dataset['state'],
      part.getAttribute('x'),
      part.getAttribute('width'),
    ]);
    expect(widths).toEqual([
      ['released', '0', '28'],
      ['unreleased', '28', '2'],
      ['unmarked', '30', '2'],
      ['unsubmitted', '32', '3'],
      ['locked', '35', '5'],
    ]);
    const link = (name: string) => picture().getByRole('link', { name }).getAttribute('href');
    expect(link('Week 3: 3 not submitted')).toBe(
      '/staff/batches/MERN-2026-11?filter=unsubmitted-week-3&as=arches',
    );
    expect(link('Viva voce: 2 to mark')).toBe('/staff?batch=MERN-2026-11&task=viva&state=to-mark');
  });

  it('has no part and no link for what nobody is in', async () => {
    api.reply('countTaskStates', states({ unsubmitted: 0, unmarked: 0, locked: 10 }));
    await open();
    expect(picture().queryAllByRole('link')).toEqual([]);
    expect(picture().getAllByRole('listitem')[0]?.querySelectorAll('rect')).toHaveLength(3);
  });

  it.each([
    ['fails', () => api.refuse('countTaskStates', 500, {})],
    ['is of nobody', () => api.reply('countTaskStates', { students: 0, tasks: [] })],
  ])('where it %s, the students are there', async (_, prepare) => {
    prepare();
    await open();
    expect(screen.queryByRole('region', { name: /by task/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Asha Kumari' })).toBeTruthy();
  });
});

describe('who has not submitted a task', () => {
  it.each(tasks)('%s is a filter, and leads to a message to those', async (task) => {
    await open();
    expect(
      screen.queryByRole('link', { name: /^Message/ }),
      'to everybody there are announcements',
    ).toBeNull();
    fireEvent.change(screen.getByLabelText('Show'), { target: { value: `unsubmitted-${task}` } });
    await waitFor(() => expect(asked().at(-1)).toEqual({ filter: `unsubmitted-${task}` }));
    const link = await screen.findByRole('link', { name: 'Message 2 students' });
    expect(link.getAttribute('href')).toBe(`/staff/batches/MERN-2026-11/message?filter=unsubmitted-${task}`);
  });

  it('is not counted while there are more, and not offered for nobody', async () => {
    api.reply('listBatchProgress', progress({ next: 'place' }));
    const { unmount } = await open('?filter=late');
    expect(screen.getByRole('link', { name: 'Message these students' })).toBeTruthy();
    unmount();
    api.reply('listBatchProgress', progress({ students: [] }));
    await open('?filter=late');
    expect(screen.queryByRole('link', { name: /^Message/ })).toBeNull();
  });
});
