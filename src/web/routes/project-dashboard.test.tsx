import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, handedIn } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as projectDashboard from './project-dashboard.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
});

describe('the project dashboard', () => {
  const open = async (at = '/ProjectDashboard1') => {
    const view = await renderScreen(projectDashboard, { path: '/ProjectDashboard1', at, user: student });
    await settle(() => screen.getByRole('tablist', { name: 'Your project' }));
    return view;
  };
  const locked = () => screen.queryAllByRole('tab', { name: /\(You are not eligible now!!!\)$/ });

  it('welcomes with name, project and start', async () => {
    await open();
    expect(screen.getByText(/^Welcome,/).textContent).toBe(
      'Welcome, Asha Kumari. Your project Co-operative Bank Loan Desk started on 2 Nov 2026, 03:30 UTC.',
    );
  });

  it('has the last two tabs locked until day 28, and opens them by itself', async () => {
    const before = timelineOnDay(27);
    before.now = new Date(Date.parse(before.tasks[4]!.opens_at!) - 1_800_000).toISOString();
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await open();
    expect(locked()).toHaveLength(2);
    const describedBy = document.getElementById(locked()[0]!.getAttribute('aria-describedby')!);
    expect(describedBy?.textContent).toBe(
      'Final Project Submission and Viva Voce open on 30 Nov 2026, 03:30 UTC.',
    );
    fireEvent.click(locked()[0]!);
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Project Overview Document');
    await advanceClock(31 * 60_000);
    expect(locked()).toHaveLength(0);
    fireEvent.click(screen.getByRole('tab', { name: 'Viva Voce' }));
    await settle(() => screen.getByRole('link', { name: 'Go to Viva Voce' }));
    expect(screen.getByRole('link', { name: 'Go to Viva Voce' }).getAttribute('href')).toBe('/viva');
  });

  it('a tab is in the address and needs no new data; a locked one in the address is ignored', async () => {
    const { router, unmount } = await open();
    const count = api.requests.length;
    fireEvent.click(screen.getByRole('tab', { name: 'My Grades' }));
    await settle(() => screen.getByRole('heading', { name: 'My Grades' }));
    expect(router.state.location.search).toBe('?tab=grades');
    expect(api.requests).toHaveLength(count);
    unmount();
    await open('/ProjectDashboard1?tab=viva');
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Project Overview Document');
  });

  it('the grades show each task, with its details behind View Status', async () => {
    const mark = {
      marks: 82,
      comments: 'Well built.',
      marked_version: 1,
      marked_at: '2026-11-12T09:00:00.000Z',
    };
    api.reply(
      'readTimeline',
      timelineOnDay(16, { 'week-1': { ...handedIn, state: 'marked', marked_by: 'Ravi Menon', ...mark } }),
    );
    await open('/ProjectDashboard1?tab=grades');
    expect(
      screen.getByRole('img', {
        name: 'Marks out of 100: Week 1 82. Not marked yet: Week 2, Week 3, Week 4, Final project, Viva voce.',
      }),
    ).toBeTruthy();
    const item = (name: string) => screen.getByRole('heading', { level: 4, name }).closest('li')!;
    const state = (name: string) => item(name).querySelector('[data-state]')?.textContent;
    expect(['Week 1', 'Week 2', 'Week 3'].map(state)).toEqual([
      '82 of 100',
      'Open, not handed in',
      'Locked until 23 Nov 2026',
    ]);
    const button = within(item('Week 1')).getByRole('button', {
      name: 'View Status Week 1',
      expanded: false,
    });
    fireEvent.click(button);
    expect(button.textContent).toBe('Hide Status');
    const rows = within(item('Week 1')).getAllByRole('term');
    expect(rows.map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`)).toEqual([
      'Handed in: Version 1, 10 Nov 2026, 04:05 UTC',
      'Marks: 82 out of 100',
      'Comments: Well built.',
      'Marked: by Ravi Menon, 12 Nov 2026, 09:00 UTC',
    ]);
    fireEvent.click(button);
    expect(button.textContent).toBe('View Status');
    expect(within(item('Week 1')).queryByText('Well built.')).toBeNull();
    fireEvent.click(within(item('Viva voce')).getByRole('button'));
    expect(within(item('Viva voce')).getByText('No marks yet: the viva voce is not open.')).toBeTruthy();
  });

  it('without a project it points to the choice', async () => {
    api.reply('readSelection', []);
    await renderScreen(projectDashboard, { path: '/ProjectDashboard1', user: student });
    await screen.findByRole('heading', { name: 'You have not chosen a project yet' });
    expect(screen.getByRole('link', { name: 'See the available projects' }).getAttribute('href')).toBe(
      '/StudentDashboard',
    );
  });
});
