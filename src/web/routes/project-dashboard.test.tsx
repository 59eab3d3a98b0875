import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { studentMessages } from '#contract/student-messages';
import { gradesAddress } from '#contract/screens';
import { receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { comment, question } from '#support/discussion-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, submittedTask } from '#support/portal-answers';
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
      'Welcome, Asha Kumari. Your project Co-operative Bank Loan Desk started on 2 Nov 2026.',
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
      'Final Project Submission and Viva Voce open on Mon 30 Nov, 3:30 am UTC.',
    );
    fireEvent.click(locked()[0]!);
    expect(screen.getByRole('tab', { selected: true }).textContent).toContain('Project Overview Document');
    await advanceClock(31 * 60_000);
    expect(locked()).toHaveLength(0);
    fireEvent.click(screen.getByRole('tab', { name: 'Viva Voce' }));
    await settle(() => screen.getByRole('heading', { name: 'Viva Voce' }));
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByRole('link', { name: 'Prepare for the viva' }).getAttribute('href')).toBe('/viva');
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
      read_at: '2026-11-13T09:00:00.000Z',
    };
    api.reply(
      'readTimeline',
      timelineOnDay(16, {
        'week-1': { ...submittedTask, state: 'marked', marked_by: 'Ravi Menon', ...mark },
      }),
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
      '82 out of 100',
      'Open, not submitted',
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
      'Submitted: Version 1, Tue 10 Nov, 4:05 am UTC',
      'Marks: 82 out of 100',
      'Comments: Well built.',
      'Marked: by Ravi Menon, Thu 12 Nov, 9:00 am UTC',
      'Mark review: Request a review',
    ]);
    fireEvent.click(button);
    expect(button.textContent).toBe('View Status');
    expect(within(item('Week 1')).queryAllByRole('term')).toEqual([]);
    expect(within(item('Week 1')).getByText('Well built.')).toBeTruthy();
    fireEvent.click(within(item('Viva voce')).getByRole('button'));
    expect(within(item('Viva voce')).getByText('No marks yet: the viva voce is not open.')).toBeTruthy();
  });

  it('the address of a mark opens its week, again at each visit, with what is new', async () => {
    const before = timelineOnDay(16, { 'week-1': submittedTask, 'week-2': submittedTask });
    api.reply('readTimeline', before);
    const { router } = await open('/ProjectDashboard1?tab=grades');
    const shown = (name: string) => screen.queryByRole('button', { name: `Hide Status ${name}` }) !== null;
    expect([shown('Week 1'), shown('Week 2')]).toEqual([false, false]);
    const mark = { state: 'marked', marks: 77, marked_version: 1, comments: 'Good.' } as const;
    api.reply(
      'readTimeline',
      timelineOnDay(16, { 'week-1': submittedTask, 'week-2': { ...submittedTask, ...mark } }),
    );
    await act(() => router.navigate(gradesAddress('week-2')));
    await settle(() => expect(shown('Week 2')).toBe(true));
    await settle(() => screen.getByText('77 out of 100'));
    expect(shown('Week 1')).toBe(false);
    const button = screen.getByRole('button', { name: 'Hide Status Week 2' });
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    await act(() => router.navigate(gradesAddress('week-2')));
    await settle(() => expect(shown('Week 2')).toBe(true));
  });

  const panel = () => within(screen.getByRole('tabpanel'));
  const rows = () =>
    panel()
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);

  it('the weekly tab is the form of the open week, and submits right there', async () => {
    await open('/ProjectDashboard1?tab=weekly');
    const week = panel().getByLabelText<HTMLSelectElement>('Week');
    expect(week.value).toBe('2');
    // Without its script the form goes to the screen that takes it.
    expect(week.form?.getAttribute('action')).toBe('/WeeklySubmission');
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull();
    fireEvent.change(panel().getByLabelText('Comments'), { target: { value: 'My second week.' } });
    api.reply(
      'uploadWeek',
      { message: studentMessages.weekSubmitted, receipt: receipt({ task: 'week-2' }) },
      201,
    );
    api.reply('readTimeline', timelineOnDay(16, { 'week-1': submittedTask, 'week-2': submittedTask }));
    fireEvent.click(panel().getByRole('button', { name: 'Submit' }));
    await settle(() => panel().getByRole('heading', { name: 'Receipt' }));
    expect(panel().getByText(studentMessages.weekSubmitted)).toBeTruthy();
    // The next step knows of it, and the receipt stays.
    await settle(() =>
      expect(screen.getByRole('region', { name: 'Next step' }).textContent).toContain('Week 3 is next'),
    );
    expect(panel().getByRole('heading', { name: 'Receipt' })).toBeTruthy();
  });

  it('the weekly tab shows the receipt in its address after a reload, and reads none otherwise', async () => {
    api.reply('listSubmissions', [receipt({ task: 'week-2', number: 'CAP-2' })]);
    const { unmount } = await open('/ProjectDashboard1?tab=weekly&receipt=CAP-2');
    await settle(() => panel().getByRole('heading', { name: 'Receipt' }));
    expect(panel().getByText(studentMessages.weekSubmitted)).toBeTruthy();
    expect(api.of('listSubmissions')).toHaveLength(1);
    unmount();
    await open('/ProjectDashboard1?tab=weekly');
    expect(panel().getByRole('button', { name: 'Submit' })).toBeTruthy();
    expect(api.of('listSubmissions')).toHaveLength(1);
  });

  it('a slow answer after a submission leaves the receipt where it is', async () => {
    freezeClock(timelineOnDay(16).now);
    await open('/ProjectDashboard1?tab=weekly');
    fireEvent.change(panel().getByLabelText('Comments'), { target: { value: 'My second week.' } });
    api.reply(
      'uploadWeek',
      { message: studentMessages.weekSubmitted, receipt: receipt({ task: 'week-2' }) },
      201,
    );
    api.keepWaiting('readTimeline');
    fireEvent.click(panel().getByRole('button', { name: 'Submit' }));
    await settle(() => panel().getByRole('heading', { name: 'Receipt' }));
    await advanceClock(1_000);
    expect(panel().getByRole('heading', { name: 'Receipt' })).toBeTruthy();
  });

  it('before the first week the weekly tab says when it opens', async () => {
    api.reply('readTimeline', timelineOnDay(3));
    await open('/ProjectDashboard1?tab=weekly');
    expect(panel().getByLabelText<HTMLSelectElement>('Week').value).toBe('');
    expect(panel().getByText(/^Week 1 opens on/).parentElement?.textContent).toBe(
      'Week 1 opens on Mon 9 Nov, 3:30 am UTC.',
    );
    expect(panel().queryByRole('button', { name: 'Submit' })).toBeNull();
  });

  it('the forum tab shows the newest questions, the newest first, each with its way there', async () => {
    const long = `Why? ${'Because of this. '.repeat(40)}`;
    api.reply('readDiscussion', {
      batch: student.batch,
      questions: [question(1, { question: long, comments: [comment(1)] }), question(2)],
    });
    await open('/ProjectDashboard1?tab=forum');
    expect(api.of('readDiscussion')[0]?.query).toEqual({ limit: '3' });
    const items = panel().getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Question 2Asha Kumari · .* · No comments yet$/),
      expect.stringMatching(/^Why\? Because.*Asha Kumari · .* · 1 comment$/),
    ]);
    expect(items[1]!.textContent.length).toBeLessThan(260);
    expect(within(items[0]!).getByRole('link').getAttribute('href')).toBe('/discussion/MERN-2026-11/2');
    expect(panel().getByRole('link', { name: 'Go to the Discussion Forum' })).toBeTruthy();
  });

  it('a forum without questions, or one that fails, says so', async () => {
    const { unmount } = await open('/ProjectDashboard1?tab=forum');
    expect(panel().getByRole('heading', { name: 'No questions yet' })).toBeTruthy();
    unmount();
    api.refuse('readDiscussion', 500, { message: 'Out of order.' });
    await open('/ProjectDashboard1?tab=forum');
    expect(panel().getByRole('alert').textContent).toContain('Out of order.');
    expect(screen.getByRole('region', { name: 'Next step' })).toBeTruthy();
  });

  it('what the open week and the final project ask for stands where they are submitted', async () => {
    const brief = {
      html: '<p>Show <strong>two</strong> screens.</p>',
      changed_at: '2026-11-01T09:00:00.000Z',
      rubric: [],
    };
    const text = 'Show **two** screens.';
    api.reply('readOwnBriefs', [
      { task: 'week-1', text: 'Of another week', html: null, changed_at: brief.changed_at, rubric: [] },
      { task: 'week-4', text, ...brief },
      { task: 'final', text, ...brief },
    ]);
    const weeks = { 'week-1': submittedTask, 'week-2': submittedTask, 'week-3': submittedTask } as const;
    api.reply('readTimeline', timelineOnDay(29, weeks));
    const { unmount } = await open('/ProjectDashboard1?tab=weekly');
    const asked = () => panel().getByText('Instructions').closest('details') as HTMLDetailsElement;
    expect(asked().textContent).toBe('InstructionsShow two screens.');
    unmount();
    await open('/ProjectDashboard1?tab=final');
    expect(asked().open).toBe(true);
    expect(within(asked()).getByText('two').tagName).toBe('STRONG');
  });

  it('the references do not lead to themselves as the next step', async () => {
    api.reply('readTimeline', timelineOnDay(2));
    const { unmount } = await open('/ProjectDashboard1');
    expect(screen.getByRole('link', { name: 'Read the references' })).toBeTruthy();
    unmount();
    await open('/ProjectDashboard1?tab=references');
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull();
  });

  it('shows in the viva tab when and where it is, once that is told', async () => {
    const starts_at = '2026-12-05T04:30:00.000Z';
    api.reply('readTimeline', timelineOnDay(29));
    for (const time of [null, { starts_at, minutes: 20, room: 'Room 2', link: null, told_at: starts_at }]) {
      cleanup();
      api.reply('readVivaTime', { time });
      await open('/ProjectDashboard1?tab=viva');
      const panel = within(screen.getByRole('tabpanel'));
      expect(panel.queryByText('Your viva:')?.closest('p')?.textContent).toBe(
        time === null ? undefined : 'Your viva: Sat 5 Dec, 4:30 am UTC, Room 2, 20 minutes. ',
      );
    }
  });

  it('says of a request for another viva time what it is, and of one for the due date until when', async () => {
    const starts_at = '2026-12-05T04:30:00.000Z';
    const asked = { until: '2026-12-06T18:29:59.999Z', reason: 'My train is late', asked_at: starts_at };
    const unanswered = {
      answer: null,
      granted_until: null,
      words: null,
      answered_by: null,
      answered_at: null,
    };
    const extension_request = { id: '1', ...asked, ...unanswered };
    api.reply('readTimeline', timelineOnDay(29, { viva: { extension_request } }));
    const told = { starts_at, minutes: 20, room: 'Room 2', link: null, told_at: starts_at };
    const time = { ...told, change: 'asked' } as const;
    for (const shown of [null, time]) {
      cleanup();
      api.reply('readVivaTime', { time: shown });
      await open('/ProjectDashboard1?tab=viva');
      const panel = screen.getByRole('tabpanel').textContent;
      expect(panel.includes('extension requested until')).toBe(shown === null);
      expect(panel.includes('You asked for another time')).toBe(shown !== null);
    }
  });

  it('the last two tabs tell how far final project and viva are', async () => {
    const final = { ...submittedTask, state: 'marked', marks: 88, marked_by: 'Ravi Menon' } as const;
    api.reply(
      'readTimeline',
      timelineOnDay(29, { final: { ...final, comments: 'It stands.', receipt: 'CAP-1' } }),
    );
    const { unmount } = await open('/ProjectDashboard1?tab=final');
    expect(rows()).toEqual(['Marks: 88 out of 100, by Ravi Menon', 'Comments: It stands.']);
    const already = screen.getByText('Version 1 submitted').closest('p');
    expect(already?.textContent).toBe('Version 1 submitted Tue 10 Nov, 4:05 am UTC. See receipt');
    unmount();
    await open('/ProjectDashboard1?tab=viva');
    expect(rows()).toEqual([
      'Submitted: Nothing yet',
      'Open since: Mon 30 Nov, 3:30 am UTC',
      'Deadline: Mon 7 Dec, 3:30 am UTC',
    ]);
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
