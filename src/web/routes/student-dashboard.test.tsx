import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#contract/messages';
import {
  course,
  emptyTimeline,
  project,
  projectCard,
  student,
  timelineOnDay,
} from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as studentDashboard from './student-dashboard.tsx';

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
});

describe('the student dashboard', () => {
  const open = async () => {
    const view = await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
    await settle(() => screen.getByRole('region', { name: 'Next step' }));
    return view;
  };
  const nextStep = () => screen.getByRole('region', { name: 'Next step' });

  it('shows who one is, the own project and the cards of the others', async () => {
    await open();
    const details = within(screen.getByRole('region', { name: 'Your details' }));
    expect(
      details.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`),
    ).toEqual([
      'Name: Asha Kumari',
      'Course: MERN Stack',
      'Mentor: Ravi Menon',
      'Start date: 1 Nov 2026',
      'Score: 72',
    ]);
    expect(within(screen.getByRole('region', { name: 'Your project' })).getByText(project.name)).toBeTruthy();
    const card = screen.getByRole('img', { name: `Illustration for ${project.name}` }).closest('li')!;
    expect(within(card).getByText('Your project')).toBeTruthy();
    expect(links()).toContainEqual(['Read more', '/projectDetails/P001']);
    expect(screen.getByRole('link', { name: `Read more about ${project.name}` })).toBeTruthy();
  });

  it.each([{ a: 1 }, null])(
    'projects that are no list, as %o, are an error of their own part',
    async (answer) => {
      api.replyBroken('listAvailableProjects', answer);
      await open();
      await settle(() => screen.getByRole('alert'));
      expect(screen.getByRole('alert').textContent).toContain('Something went wrong on our side.');
      expect(vi.mocked(console.error).mock.calls).toEqual([[messages.notAnArray]]);
      vi.mocked(console.error).mockClear();
    },
  );

  it('says what is not known yet, and that one waits for placement', async () => {
    api.reply('readStudentCourse', {
      ...course,
      s_course: null,
      s_mentor: null,
      s_startdate: null,
      s_exitscore: null,
    });
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await open();
    expect(screen.getAllByText('Not assigned yet')).toHaveLength(2);
    expect(screen.getByText('Not set yet') && screen.getByText('Not recorded yet')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'You are waiting for placement' })).toBeTruthy();
    const reads = api.of('readStudentCourse').length;
    press('Check again');
    await waitFor(() => expect(api.of('readStudentCourse')).toHaveLength(reads + 1));
    expect(api.of('listAvailableProjects')).toEqual([]);
  });

  it.each([
    [72, 'Choose your project. Read the details first: the choice is for good.', 'See the projects'],
    [50, 'Choose your project. Read the details first: the choice is for good.', 'See the projects'],
    [null, 'Choose your project. Read the details first: the choice is for good.', 'See the projects'],
    [49, `${messages.exitScoreLow}. Please talk to your mentor.`, 'Look at the projects'],
  ])('with the score %s and no project the next step is: %s', async (s_exitscore, sentence, button) => {
    api.reply('readStudentCourse', { ...course, s_exitscore });
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await open();
    expect(within(nextStep()).getByText(sentence)).toBeTruthy();
    press(button);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Available Projects' }));
    expect(screen.getAllByText('7 days after your choice')).toHaveLength(1);
  });

  it('a course without projects says so', async () => {
    api.reply('listAvailableProjects', []);
    await open();
    expect(screen.getByRole('heading', { name: 'No projects yet' })).toBeTruthy();
  });

  it('one failing part leaves the others, and can be retried alone', async () => {
    api.refuse('listAvailableProjects', 500, { message: 'Out of order.' });
    await open();
    expect(screen.getByRole('alert').textContent).toContain('The projects could not be loadedOut of order.');
    expect(screen.getByRole('region', { name: 'Your details' })).toBeTruthy();
    api.reply('listAvailableProjects', [projectCard]);
    press('Try again');
    await screen.findByRole('link', { name: `Read more about ${project.name}` });
  });

  it('the next step and the task list follow the clock, and the change is announced', async () => {
    const before = timelineOnDay(6);
    before.now = new Date(Date.parse(before.tasks[0]!.opens_at!) - 1_800_000).toISOString();
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await open();
    const first = () =>
      within(screen.getByRole('list', { name: 'Your hand-ins' })).getAllByRole('listitem')[0];
    expect(nextStep().textContent).toContain('Get to know your project');
    expect(first()?.textContent).toBe('Week 1Locked until 9 Nov 2026');
    await advanceClock(31 * 60_000);
    expect(nextStep().querySelector('[aria-live="polite"]')?.textContent).toContain(
      'Week 1 is open for your work.',
    );
    expect(within(nextStep()).getByRole('link', { name: 'Hand in week 1' }).getAttribute('href')).toBe(
      '/WeeklySubmission',
    );
    expect(first()?.textContent).toBe('Week 1Open');
  });

  it('Logout asks about unsent drafts only where there are some', async () => {
    const { openDrafts, writeDraft, hasDrafts } = await import('../lib/drafts.ts');
    await open();
    await openDrafts(student.s_id);
    act(() => writeDraft('a comment', 'Half a thought'));
    api.reply('logOut', undefined);
    press('Logout');
    const dialog = screen.getByRole('alertdialog', { name: 'Keep what you have not sent?' });
    press('Stay logged in');
    expect(dialog.isConnected).toBe(false);
    expect(api.of('logOut')).toEqual([]);
    press('Logout');
    press('Remove it');
    await waitFor(() => expect(api.of('logOut')).toHaveLength(1));
    await waitFor(() => expect(hasDrafts()).toBe(false));
    expect(await screen.findByTestId('elsewhere')).toHaveProperty('textContent', '/');
  });

  it('Logout without drafts goes at once, and says so when it fails', async () => {
    api.refuse('logOut', 500, { message: 'Out of order.' });
    await open();
    press('Logout');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Out of order.'));
    api.reply('logOut', undefined);
    press('Logout');
    await screen.findByTestId('elsewhere');
  });
});
