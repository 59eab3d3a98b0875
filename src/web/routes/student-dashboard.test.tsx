import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tasks } from '#contract/dates';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import { gradesAddress } from '#contract/screens';
import {
  course,
  emptyTimeline,
  project,
  projectCard,
  resultFrom,
  student,
  timelineOnDay,
} from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent, submittedTask } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as studentDashboard from './student-dashboard.tsx';

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

  it('shows the next step before all else, then the own project with its picture, and who one is', async () => {
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
    const own = screen.getByRole('region', { name: 'Your project' });
    expect(within(own).getByText(project.name)).toBeTruthy();
    const picture = screen.getByRole('img', { name: `Illustration for ${project.name}` });
    expect(picture.getAttribute('loading')).toBeNull();
    expect(picture.compareDocumentPosition(nextStep())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(links()).toContainEqual(['Open project dashboard', '/ProjectDashboard1']);
    expect(links()).toContainEqual(['About this project', '/projectDetails/P001']);
  });

  it('folds the projects that can no longer be taken under their heading, the own one left out', async () => {
    const other = { ...projectCard, id: 'P002', name: 'Village Library' };
    api.reply('listAvailableProjects', [projectCard, other]);
    await open();
    const available = screen.getByRole('region', { name: 'Available Projects' });
    expect(within(available).getByRole('heading', { level: 2 }).textContent).toBe('Available Projects');
    const fold = available.querySelector('details')!;
    expect(fold.open).toBe(false);
    expect(fold.querySelector('summary')?.textContent).toContain('1 other project of your course');
    expect([...fold.querySelectorAll('h3')].map(({ textContent }) => textContent)).toEqual([
      'Village Library',
    ]);
    expect(links()).toContainEqual(['Read more', '/projectDetails/P002']);
  });

  it('names the comment where it is read before the mark', async () => {
    const mark = {
      marks: 82,
      comments: 'A good week.',
      marked_version: 1,
      marked_at: '2026-11-15T09:00:00.000Z',
    };
    const timeline = timelineOnDay(16, { 'week-1': { ...submittedTask, state: 'marked', ...mark } });
    api.reply('readTimeline', { ...timeline, comment_first: true });
    await open();
    const card = screen.getByRole('region', { name: 'Newest mark' }).textContent;
    expect(card).toMatch(/^Newest markYour Week 1 comment is here/);
    expect(card).not.toContain('82');
  });

  it('shows the newest mark with the beginning of the mentor’s comment', async () => {
    const comments = `A good week. ${'And so on. '.repeat(40)}`;
    const mark = { state: 'marked', marks: 82, comments, marked_by: 'Ravi Menon' } as const;
    api.reply(
      'readTimeline',
      timelineOnDay(16, { 'week-1': { ...submittedTask, ...mark, marked_at: '2026-11-12T09:00:00.000Z' } }),
    );
    freezeClock('2026-11-15T09:00:00.000Z');
    await open();
    const newest = screen.getByRole('region', { name: 'Newest mark' });
    expect(newest.textContent).toContain(
      '82 out of 100Week 1, by Ravi Menon, 3 days agoA good week. And so on.',
    );
    expect(newest.querySelector('blockquote')!.textContent.length).toBeLessThanOrEqual(141);
    expect(within(newest).getByRole('link').getAttribute('href')).toBe(gradesAddress('week-1'));
  });

  it('counts the days to the next door by the calendar, also past midnight', async () => {
    const before = timelineOnDay(5);
    before.now = '2026-11-07T23:30:00.000Z';
    freezeClock(before.now);
    api.reply('readTimeline', before);
    await open();
    const door = () => screen.getByRole('region', { name: 'Next date' }).textContent;
    expect(door()).toBe('Next dateIn 2 daysWeek 1 opens Mon 9 Nov, 3:30 am UTC');
    await advanceClock(31 * 60_000);
    expect(door()).toContain('Tomorrow');
  });

  it('shows the told time of the viva in place of its deadline', async () => {
    const timeline = timelineOnDay(29);
    freezeClock(timeline.now);
    api.reply('readTimeline', { ...timeline, viva_deadline: '2026-12-10T18:29:59.999Z' });
    const starts_at = '2026-12-03T04:30:00.000Z';
    const place = { minutes: 20, room: 'Room 2', link: null };
    api.reply('readVivaTime', { time: { starts_at, ...place, told_at: timeline.now } });
    await open();
    expect(screen.getByRole('region', { name: 'Next date' }).textContent).toMatch(
      /Your viva is on Thu 3 Dec, 4:30 am UTC$/,
    );
  });

  it('shows what others last answered to one’s questions, with the way there', async () => {
    const comment = { id: '9', author: { name: 'Ravi Menon', online: false, role: 'mentor' as const } };
    api.reply('readNewestAnswers', [
      {
        question: { _id: '4', beginning: 'Which port is it?' },
        comment: { ...comment, beginning: '3000.', createdAt: '2026-11-14T09:00:00.000Z' },
      },
    ]);
    freezeClock('2026-11-15T09:00:00.000Z');
    await open();
    const answers = within(screen.getByRole('region', { name: 'Answers to your questions' }));
    expect(answers.getByRole('listitem').textContent).toBe(
      'Ravi MenonMentor 1 day ago3000.Which port is it?',
    );
    expect(answers.getByRole('link').getAttribute('href')).toBe('/discussion/MERN-2026-11/4');
  });

  it('without marks and answers it says where they will be', async () => {
    await open();
    expect(screen.getByRole('region', { name: 'Newest mark' }).textContent).toContain('None yet');
    const answers = within(screen.getByRole('region', { name: 'Answers to your questions' }));
    expect(answers.getByRole('link', { name: 'Ask in the forum' }).getAttribute('href')).toBe(
      '/discussion/MERN-2026-11',
    );
  });

  it('answers that cannot be loaded leave the rest, and are asked for again', async () => {
    api.refuse('readNewestAnswers', 500, { message: 'Out of order.' });
    await open();
    expect(screen.getByRole('alert').textContent).toContain(
      'The newest answers could not be loadedOut of order.',
    );
    expect(screen.getByRole('region', { name: 'Newest mark' })).toBeTruthy();
    api.reply('readNewestAnswers', []);
    press('Try again');
    await screen.findByRole('region', { name: 'Answers to your questions' });
  });

  it('after the last mark the arch is closed: what was made, the result, and the record', async () => {
    const finished = timelineOnDay(
      40,
      Object.fromEntries(
        tasks.map((task, index) => [
          task,
          { ...submittedTask, state: 'marked', marks: 80 + index, marked_at: '2026-12-09T09:00:00.000Z' },
        ]),
      ),
    );
    api.reply('readTimeline', finished);
    api.reply('readResult', resultFrom(finished));
    await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
    const finish = await screen.findByRole('region', { name: 'Your capstone is complete' });
    expect(finish.textContent).toContain(`${project.name} is finished`);
    expect(finish.textContent).toContain('Your last mark is from 9 Dec 2026.');
    expect(
      within(finish)
        .getAllByRole('term')
        .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`),
    ).toEqual([
      'Weeks 1 to 4, average: 81.5',
      'Final project: 84',
      'Viva voce: 85',
      'Result: 82.5 out of 100',
    ]);
    const record = within(finish).getByRole('link', { name: 'Download my record' });
    expect(record.getAttribute('href')).toBe('/api/students/record/asha%40example.test');
    expect(nextStep().textContent).toContain('Everything is submitted and marked. Well done.');
    expect(screen.getAllByRole('link', { name: 'See your marks' })).toHaveLength(1);
    expect(
      within(screen.getByRole('list', { name: 'Your submissions' })).getAllByText('Marked', { exact: false }),
    ).toHaveLength(6);
    expect(screen.queryByRole('region', { name: 'Next date' })).toBeNull();
  });

  it.each(['week-4', 'final', 'viva'] as const)(
    'without the mark of %s the arch stays open',
    async (task) => {
      const marked = { ...submittedTask, state: 'marked', marks: 80 } as const;
      const all = Object.fromEntries(tasks.map((one) => [one, marked]));
      api.reply('readTimeline', timelineOnDay(40, { ...all, [task]: submittedTask }));
      await open();
      expect(screen.queryByRole('region', { name: 'Your capstone is complete' })).toBeNull();
    },
  );

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
    await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
    await screen.findByRole('region', { name: 'You are waiting for a batch' });
    expect(screen.getAllByText('Not assigned yet')).toHaveLength(2);
    expect(screen.getByText('Not set yet') && screen.getByText('Not recorded yet')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'You are waiting for a batch' })).toBeTruthy();
    const reads = api.of('readStudentCourse').length;
    press('Check again');
    await waitFor(() => expect(api.of('readStudentCourse')).toHaveLength(reads + 1));
    expect(api.of('listAvailableProjects')).toEqual([]);
  });

  it.each([72, 50, null])('with the score %s and no project the next step is to choose', async (score) => {
    api.reply('readStudentCourse', { ...course, s_exitscore: score });
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await open();
    expect(within(nextStep()).getByText('Choose your project. You cannot change your choice.')).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'See the projects' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Available Projects' }));
    const [first] = within(screen.getByRole('list', { name: 'Your submissions' })).getAllByRole('listitem');
    expect(first?.textContent).toBe('Week 1Day 7 after your choice');
    expect(api.of('readNewestAnswers')).toEqual([]);
  });

  it('outside the times for choosing the next step says when, and names the preference', async () => {
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    const times = (from: string, until: string, preferred: string | null, ...reasons: ('early' | 'over')[]) =>
      api.reply('readStudentCourse', {
        ...course,
        s_choosing: { from, until, preferred },
        s_refusals: reasons.map((reason) => ({ reason, message: 'Not now.' })),
      });
    // The server says so, whatever the clock of the device.
    times('2006-12-05T03:30:00.000Z', '2036-12-12T18:29:59.999Z', 'P001', 'early');
    await open();
    expect(nextStep().textContent).toContain('You can choose a project after Tue 5 Dec');
    expect(within(nextStep()).getByText(`You prefer ${project.name}.`)).toBeTruthy();
    cleanup();
    times('2006-12-05T03:30:00.000Z', '2036-12-12T18:29:59.999Z', null);
    await open();
    expect(nextStep().textContent).toContain('You can choose until Fri 12 Dec');
    cleanup();
    times('2006-12-05T03:30:00.000Z', '2036-12-12T18:29:59.999Z', null, 'over');
    await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
    const ended = await screen.findByRole('region', { name: 'Choosing has ended' });
    expect(ended.textContent).toContain('Your academy will choose a project for you.');
  });

  it.each([
    ['missing', 'Tell the office who your parent or guardian is.', 'Add your guardian'],
    ['unconfirmed', 'Wait until the office has confirmed your guardian.', 'See your entry'],
  ] as const)('a guardian who is %s comes before the choice', async (guardian, sentence, link) => {
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await renderScreen(studentDashboard, { path: '/StudentDashboard', user: { ...student, guardian } });
    const step = await screen.findByRole('region', { name: 'Next step' });
    expect(step.textContent).toContain(sentence);
    expect(step.textContent).not.toContain('Choose your project');
    expect(within(step).getByRole('link', { name: link }).getAttribute('href')).toBe('/account#guardian');
  });

  it.each([
    ['Ravi Menon', 'Please talk to your mentor, Ravi Menon, or to the office'],
    ['Ravi Menon, Anu Thomas', 'Please talk to your mentors, Ravi Menon, Anu Thomas, or'],
    [null, 'Please talk to the office'],
  ])('a score that is too low is refused calmly, and says whom to talk to: %s', async (s_mentor, whom) => {
    const s_refusals = [{ reason: 'score' as const, message: studentMessages.exitScoreLow }];
    api.reply('readStudentCourse', { ...course, s_exitscore: 49, s_mentor, s_refusals });
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await renderScreen(studentDashboard, { path: '/StudentDashboard', user: student });
    const refusal = await screen.findByRole('region', { name: studentMessages.exitScoreLow });
    expect(refusal.textContent).toContain('Your recorded score is 49');
    expect(refusal.textContent).toContain(whom);
    expect(within(refusal).getByRole('link').getAttribute('href')).toBe('/discussion/MERN-2026-11');
    // Nothing looks like a step that could be taken, and the projects stay to be read.
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Your submissions' })).toBeNull();
    expect(links()).toContainEqual(['Read more', '/projectDetails/P001']);
  });

  it('the seats of a project are on its card, where it has any', async () => {
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    const limited = { ...projectCard, id: 'P002', name: 'Village Library', seats: 8, seats_left: 2 };
    api.reply('listAvailableProjects', [projectCard, limited]);
    await open();
    const cards = [...document.querySelectorAll('li')].filter((card) => card.querySelector('h3') !== null);
    expect(cards.map((card) => card.textContent?.includes('Seats: 2 of 8 left'))).toEqual([false, true]);
  });

  it('who waits with the name of a batch for invited students is told how to come in', async () => {
    api.reply('readStudentCourse', {
      ...course,
      s_course: null,
      s_typedbatch: 'EVE-1',
      s_typedjoining: 'invited',
    });
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    await renderScreen(studentDashboard, {
      path: '/StudentDashboard',
      user: { ...student, batch: null },
    });
    const region = await screen.findByRole('region', { name: 'You are waiting for a batch' });
    expect(region.textContent).toContain(
      '“EVE-1” is for invited students. If you were invited, you join it when you confirm your email.',
    );
  });

  it('a course without projects says so', async () => {
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
    api.reply('listAvailableProjects', []);
    await open();
    expect(screen.getByRole('heading', { name: 'No projects yet' })).toBeTruthy();
  });

  it('one failing part leaves the others, and can be retried alone', async () => {
    api.reply('readSelection', []);
    api.reply('readTimeline', emptyTimeline);
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
      within(screen.getByRole('list', { name: 'Your submissions' })).getAllByRole('listitem')[0];
    expect(nextStep().textContent).toContain('Start with the references of your project');
    expect(first()?.textContent).toBe('Week 1Locked until 9 Nov 2026');
    await advanceClock(31 * 60_000);
    expect(nextStep().querySelector('[aria-live="polite"]')?.textContent).toContain(
      'Week 1 is open. Submit your work.',
    );
    expect(within(nextStep()).getByRole('link', { name: 'Submit week 1' }).getAttribute('href')).toBe(
      '/WeeklySubmission?week=1',
    );
    expect(first()?.textContent).toBe('Week 1Open');
  });
});
