import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#contract/messages';
import {
  course,
  emptyTimeline,
  mentor,
  project,
  projectCard,
  references,
  selection,
  student,
  timelineOnDay,
} from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, handedIn } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as projectDashboard from './project-dashboard.tsx';
import * as projectDetails from './project-details.tsx';
import * as projectOverview from './project-overview.tsx';
import * as referencesScreen from './references.tsx';
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

describe('the project details', () => {
  const open = async (user = student) => {
    const view = await renderScreen(projectDetails, {
      path: '/projectDetails/:id',
      at: '/projectDetails/P001',
      user,
    });
    await settle(() => screen.getByRole('heading', { level: 1 }));
    return view;
  };
  const accepts = 'I accept that once selected I cannot change the project in future';
  const answer = { ...selection, message: messages.projectSelected };
  beforeEach(() => api.reply('readSelection', []));

  it('Proceed waits for the tick, and goes to the dashboard with the message', async () => {
    api.reply('selectProject', answer, 201);
    const { router } = await open();
    const proceed = screen.getByRole('button', { name: 'Proceed' });
    expect(proceed).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByLabelText(accepts));
    expect(proceed).toHaveProperty('disabled', false);
    fireEvent.click(screen.getByLabelText(accepts));
    expect(proceed).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByLabelText(accepts));
    await userEvent.dblClick(proceed);
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe('/ProjectDashboard1');
    expect(router.state.location.state).toEqual({
      s_id: student.s_id,
      p_id: 'P001',
      notice: messages.projectSelected,
    });
    expect(api.of('selectProject')).toHaveLength(1);
    expect(api.of('selectProject')[0]?.body).toMatchObject({
      sp_id: student.s_id,
      p_id: 'P001',
      p_name: project.name,
    });
  });

  it('the form sent without the tick alerts in the specification’s words', async () => {
    await open();
    fireEvent.submit(screen.getByLabelText(accepts).closest('form')!);
    expect(screen.getByRole('alert').textContent).toBe('Please accept the terms to proceed.');
    press('OK');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(api.of('selectProject')).toEqual([]);
  });

  it('a refusal is an alert with the words of the server', async () => {
    api.refuse('selectProject', 400, { message: messages.exitScoreLow });
    await open();
    fireEvent.click(screen.getByLabelText(accepts));
    press('Proceed');
    await screen.findByRole('alertdialog', { name: 'The project was not selected' });
    expect(screen.getByRole('alert').textContent).toBe(
      "You can't select a project as your exit score is below 50",
    );
  });

  it('a failure keeps the tick and can be repeated', async () => {
    api.refuse('selectProject', 500, { message: 'Out of order.' });
    const { router } = await open();
    fireEvent.click(screen.getByLabelText(accepts));
    press('Proceed');
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'Your project was not selectedOut of order. Your tick is kept: you can press Proceed again.',
      ),
    );
    api.reply('selectProject', answer, 200);
    press('Proceed');
    await screen.findByTestId('elsewhere');
    expect(router.state.location.pathname).toBe('/ProjectDashboard1');
  });

  it('an ended session leads to the login and back to the project', async () => {
    api.refuse('selectProject', 401, { code: 'signed_out' });
    await open();
    fireEvent.click(screen.getByLabelText(accepts));
    press('Proceed');
    await screen.findByRole('dialog', { name: 'Please log in again' });
    press('Not now');
    expect(await screen.findByTestId('elsewhere')).toHaveProperty(
      'textContent',
      '/login?next=%2FprojectDetails%2FP001',
    );
  });

  it('a chosen project is pointed out, whether it is this one or another', async () => {
    api.reply('readSelection', [{ ...selection, p_id: 'P009', p_name: 'Another' }]);
    const { unmount } = await open();
    expect(screen.getByText('You have already selected a project: Another.')).toBeTruthy();
    unmount();
    api.reply('readSelection', [selection]);
    await open();
    expect(screen.getByText('This is your project.')).toBeTruthy();
  });

  it('staff read it without a choice', async () => {
    await open(mentor);
    expect(screen.queryByLabelText(accepts)).toBeNull();
    expect(
      screen.getByText('Students choose here. You are signed in as mentor and can read the project.'),
    ).toBeTruthy();
    expect(api.of('readSelection')).toEqual([]);
  });

  it('empty lists say so', async () => {
    api.reply('readProject', [{ ...project, overview: [], prerequisiteKnowledge: [], jobOpportunities: [] }]);
    await open();
    for (const text of ['No overview available.', 'Nothing in particular.', 'None listed yet.'])
      expect(screen.getByText(text)).toBeTruthy();
  });

  it('an unknown project is not found', async () => {
    api.reply('readProject', []);
    await open();
    expect(screen.getByRole('heading', { name: 'Project not found!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
  });

  it('an answer that is no list is logged and not shown', async () => {
    api.replyBroken('readProject', { id: 'P001' });
    await open();
    expect(screen.getByRole('heading', { name: 'This project could not be shown' })).toBeTruthy();
    expect(vi.mocked(console.error).mock.calls).toEqual([['API response is not an array']]);
    vi.mocked(console.error).mockClear();
    api.reply('readProject', [project]);
    press('Try again');
    await screen.findByRole('heading', { level: 1, name: project.name });
  });

  it('a picture of a foreign scheme is left out', async () => {
    api.reply('readProject', [{ ...project, backgroundImage: 'javascript:alert(1)' }]);
    const { container } = await open();
    expect(container.querySelector('[style*="background-image"]')).toBeNull();
  });
});

describe('the overview document', () => {
  const open = async () => {
    await renderScreen(projectOverview, {
      path: '/projectOverview/:id',
      at: '/projectOverview/P001',
      user: student,
    });
    await settle(() => screen.getByText(project.name));
  };

  it('is embedded at full width and 400 px, with a link to it alone', async () => {
    await open();
    const frame = screen.getByTitle(`Overview document of ${project.name}`);
    expect(['src', 'width', 'height'].map((name) => frame.getAttribute(name))).toEqual([
      '/documents/P001.html',
      '100%',
      '400',
    ]);
    const link = screen.getByRole('link', { name: 'Open the document in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      '/documents/P001.html',
      'noopener noreferrer',
    ]);
  });

  it.each(['', 'javascript:alert(1)', 'data:text/html,x'])('%j is no document', async (project_url) => {
    api.reply('readProject', [{ ...project, project_url }]);
    await open();
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('heading', { name: 'No overview document yet' })).toBeTruthy();
  });
});

describe('the references', () => {
  const open = async (at = '/references') => {
    const view = await renderScreen(referencesScreen, { path: '/references', at, user: student });
    await settle(() => screen.getByRole('heading', { level: 1 }));
    return view;
  };

  it('links http(s) addresses only', async () => {
    await open();
    const items = (await screen.findByText('The library, third shelf')).closest('ol')!;
    expect(
      within(items)
        .getAllByRole('listitem')
        .map((item) => item.querySelector('a')?.href ?? null),
    ).toEqual(['https://react.example.test/learn', 'http://node.example.test/', null, null]);
    expect(within(items).getAllByRole('link')[0]?.getAttribute('rel')).toBe('noopener noreferrer');
  });

  it('looks up another project by its id, in the address', async () => {
    const { router } = await open();
    api.replyWith('readReferences', ({ params }) => ({
      ...references,
      p_id: params['p_id']!,
      p_name: 'Another',
    }));
    fireEvent.change(screen.getByLabelText('Project ID'), { target: { value: ' P002 ' } });
    press('Look up');
    await waitFor(() => expect(screen.getByText('Found Another')).toBeTruthy());
    expect(router.state.location.search).toBe('?project=P002');
  });

  it.each([
    ['an unknown id', () => api.refuse('readReferences', 404)],
    ['no answer', () => api.cutOff('readReferences')],
  ])('%s is "Project not found!", and what was found before is gone', async (_, fail) => {
    api.reply('readSelection', []);
    await open('/references?project=P001');
    await screen.findByText(references.p_name);
    fail();
    fireEvent.change(screen.getByLabelText('Project ID'), { target: { value: 'P777' } });
    press('Look up');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Project not found!'));
    expect(screen.queryByText(references.p_name)).toBeNull();
  });

  it('ignores an empty id', async () => {
    await open();
    const count = api.requests.length;
    press('Look up');
    expect(api.requests).toHaveLength(count);
  });
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
      'Marked',
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
