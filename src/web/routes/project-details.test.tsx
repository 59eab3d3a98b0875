import { serverMessages } from '#server/platform/http/server-messages';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudentCourse } from '#contract/accounts/calls';
import { minuteMs } from '#contract/durations';
import { messages } from '#contract/messages';
import { studentMessages } from '#contract/student-messages';
import type { ChoiceReason } from '#contract/selections/choosing';
import { course, mentor, project, selection, student } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { answerStudent } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { notSavedOffline } from '../lib/screen-message.ts';
import * as projectDetails from './project-details.tsx';

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  answerStudent(api);
  return () => void vi.useRealTimers();
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
  const expectNoChoice = () => {
    expect(screen.queryByLabelText(accepts)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Proceed' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy();
  };
  const refuse = (reason: ChoiceReason, more: Partial<StudentCourse> = {}, message = '') =>
    api.reply('readStudentCourse', { ...course, ...more, s_refusals: [{ reason, message }] });
  beforeEach(() => api.reply('readSelection', []));

  it('shows what is there of a project without picture, document and lists', async () => {
    const bare = { overview: [], prerequisiteKnowledge: [], jobOpportunities: [] };
    api.reply('readProject', [{ ...project, ...bare, backgroundImage: '', project_url: '' }]);
    await open();
    for (const words of ['No overview available.', 'Nothing in particular.', 'None listed yet.'])
      expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText('Overview document')).toBeNull();
    expect(document.querySelectorAll('img, iframe')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Proceed' })).toBeTruthy();
  });

  it('does not offer a project without details', async () => {
    api.reply('readProject', [{ ...project, details: '' }]);
    refuse('incomplete');
    await open();
    expect(api.of('readStudentCourse')[0]?.query).toEqual({ p_id: 'P001' });
    expect(screen.getByText('This project is not offered yet')).toBeTruthy();
    expectNoChoice();
  });

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

  it('the panel names the project and the dates that a choice starts', async () => {
    freezeClock('2026-11-26T10:00:00Z');
    await open();
    const region = screen.getByRole('region', { name: `Choose ${project.name}` });
    expect(region.textContent).toContain(
      'If you choose today, Week 1 opens on 3 Dec 2026, the final project on 24 Dec 2026.',
    );
  });

  it('before and after the times for choosing says when, and takes a preference', async () => {
    freezeClock('2026-11-26T10:00:00Z');
    let reason: ChoiceReason = 'early';
    const times = (from: string, until: string, preferred: string | null) =>
      refuse(reason, { s_choosing: { from, until, preferred } });
    times('2026-12-05T03:30:00.000Z', '2026-12-12T18:29:59.999Z', null);
    const { unmount } = await open();
    expectNoChoice();
    const region = screen.getByRole('region', { name: 'Choosing is not open yet' });
    expect(region.textContent).toContain('You can choose a project after Sat 5 Dec, ');
    api.reply('preferProject', undefined);
    times('2026-12-05T03:30:00.000Z', '2026-12-12T18:29:59.999Z', 'P001');
    press('I prefer this project');
    await settle(() => screen.getByRole('button', { name: 'Remove my preference' }));
    press('Remove my preference');
    await settle(() => expect(api.of('preferProject')).toHaveLength(2));
    expect(api.of('preferProject').map(({ body }) => body)).toEqual([{ p_id: 'P001' }, { p_id: null }]);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    api.cutOff('preferProject');
    press('Remove my preference');
    await settle(() => expect(screen.getByRole('alert').textContent).toBe(notSavedOffline));
    expect(screen.getByRole('button', { name: 'Remove my preference' })).toBeTruthy();
    unmount();
    reason = 'over';
    times('2026-11-05T03:30:00.000Z', '2026-11-12T18:29:59.999Z', 'P002');
    await open();
    expectNoChoice();
    expect(screen.getByRole('region', { name: 'Choosing has ended' }).textContent).toContain(
      'Your academy will choose a project for you.You can tell the office which project you prefer.',
    );
  });

  it('says what each task asks for and how it is marked, before the choice', async () => {
    api.reply('listBriefs', [
      {
        task: 'week-1',
        text: 'Show two screens.',
        html: null,
        changed_at: null,
        rubric: [{ text: 'It runs', points: 60, optional: false }],
      },
    ]);
    await open();
    const fold = screen.getByText('Tasks and how they are marked').closest('details')!;
    expect(within(fold).getByRole('heading', { name: 'Week 1', hidden: true })).toBeTruthy();
    expect(fold.textContent).toContain('Show two screens.');
    expect(fold.textContent).toContain('It runs+60');
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
    api.refuse('selectProject', 400, { message: studentMessages.exitScoreLow });
    await open();
    fireEvent.click(screen.getByLabelText(accepts));
    press('Proceed');
    await screen.findByRole('alertdialog', { name: 'The project was not selected' });
    expect(screen.getByRole('alert').textContent).toBe(
      "You can't select a project as your exit score is below 50",
    );
  });

  describe('a choice that the portal does not confirm', () => {
    const unknown = 'We do not know yet if your choice has arrived';
    const asksAgain =
      'Your choice will not be sent later. To choose this project, click Proceed again. Load this page again before you choose another one.';
    const sent = () => api.of('selectProject').length;
    /** Whatever would send it again: time, the network, somebody who looks at the page. */
    const wakeUp = async () => {
      window.dispatchEvent(new Event('online'));
      document.dispatchEvent(new Event('visibilitychange'));
      await advanceClock(10 * minuteMs);
    };
    const proceed = async () => {
      api.reply('readSession', { student });
      freezeClock('2026-11-20T10:00:00Z');
      const view = await open();
      fireEvent.click(screen.getByLabelText(accepts));
      press('Proceed');
      return view;
    };
    const isAsked = (reason: string) =>
      settle(() => expect(screen.getByRole('alert').textContent).toBe(`${unknown}${reason} ${asksAgain}`));

    it.each([
      ['is out of reach', () => api.cutOff('selectProject'), 'The portal cannot be reached right now.'],
      [
        'is busy',
        () => api.refuse('selectProject', 503, { message: 'Please wait.', retryAfter: '1' }),
        'Please wait.',
      ],
      ['has a fault', () => api.refuse('selectProject', 500), 'Out of order.'],
      [
        'is behind a balancer without it',
        () => api.breakDown(502, 'selectProject'),
        'The portal cannot be reached right now.',
      ],
      [
        'is behind a login page of the network',
        () => api.breakDown(200, 'selectProject'),
        'Something went wrong on our side. Please try again in a moment.',
      ],
    ])('is asked again and never sent later where the portal %s', async (_, breakIt, reason) => {
      breakIt();
      const { router } = await proceed();
      await isAsked(reason);
      expect(screen.getByLabelText(accepts)).toHaveProperty('checked', true);
      await wakeUp();
      expect(sent()).toBe(1);
      api.reply('selectProject', answer, 201);
      await wakeUp();
      expect(sent()).toBe(1);
      press('Proceed');
      await settle(() => screen.getByTestId('elsewhere'));
      expect(router.state.location.pathname).toBe('/ProjectDashboard1');
      expect(sent()).toBe(2);
    });

    it('is not kept for later while the device is offline', async () => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      api.cutOff('selectProject');
      await proceed();
      await settle(() =>
        expect(screen.getByRole('alert').textContent).toBe(
          'Your choice was not sentYou are offline. Click Proceed when you are online.',
        ),
      );
      api.reply('selectProject', answer, 201);
      await wakeUp();
      expect(sent()).toBe(1);
    });

    it('is not sent once the box is unticked', async () => {
      api.cutOff('selectProject');
      await proceed();
      await isAsked('The portal cannot be reached right now.');
      fireEvent.click(screen.getByLabelText(accepts));
      await isAsked('The portal cannot be reached right now.');
      expect(screen.getByRole('button', { name: 'Proceed' })).toHaveProperty('disabled', true);
      api.reply('selectProject', answer, 201);
      await wakeUp();
      expect(sent()).toBe(1);
    });

    it.each(['unticking', 'leaving'] as const)('is aborted by %s while it is sent', async (how) => {
      let signal: AbortSignal | null | undefined;
      const real = globalThis.fetch;
      vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
        if (init.method === 'POST') signal = init.signal;
        return real(address, init);
      });
      api.keepWaiting('selectProject');
      const { unmount, router } = await proceed();
      await settle(() => expect(sent()).toBe(1));
      expect(signal?.aborted).toBe(false);
      if (how === 'leaving') unmount();
      else fireEvent.click(screen.getByLabelText(accepts));
      expect(signal?.aborted).toBe(true);
      await wakeUp();
      expect(sent()).toBe(1);
      expect(router.state.location.pathname).toBe('/projectDetails/P001');
      if (how === 'unticking')
        expect(screen.getByRole('alert').textContent).toBe(
          `${unknown}You unticked the box before the portal answered. Your choice will not be sent later. Your project may be selected. Load this page again before you choose another one.`,
        );
    });

    it('is found where the portal makes it after the box is unticked', async () => {
      api.keepWaiting('selectProject');
      const { router } = await proceed();
      await settle(() => expect(sent()).toBe(1));
      const asked = api.of('readSelection').length;
      fireEvent.click(screen.getByLabelText(accepts));
      await settle(() => expect(api.of('readSelection').length).toBe(asked + 1));
      api.reply('readSelection', [selection]);
      await advanceClock(4_000);
      await settle(() => screen.getByTestId('elsewhere'));
      expect(router.state.location.state).toMatchObject({ p_id: 'P001', notice: messages.projectSelected });
    });

    it('is not called unsent where the connection is lost while it is sent', async () => {
      const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
      api.replyWith('selectProject', () => {
        onLine.mockReturnValue(false);
        throw new TypeError('Failed to fetch');
      });
      await proceed();
      await isAsked('The portal cannot be reached right now.');
    });

    it('is found where only its answer was lost', async () => {
      api.cutOff('selectProject');
      const asked = api.of('readSelection').length;
      let selected = [] as (typeof selection)[];
      api.replyWith('readSelection', () => selected);
      const { router } = await proceed();
      await isAsked('The portal cannot be reached right now.');
      await settle(() => expect(api.of('readSelection').length).toBeGreaterThan(asked + 1));
      expect(router.state.location.pathname).toBe('/projectDetails/P001');
      selected = [selection];
      press('Proceed');
      await settle(() => screen.getByTestId('elsewhere'));
      expect(router.state.location.state).toMatchObject({ p_id: 'P001', notice: messages.projectSelected });
    });
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

  it.each([
    ['another', { ...selection, p_id: 'P009', p_name: 'Fish Landing Prices' }],
    ['this', selection],
  ])('whoever has %s project already sees that in place of the tick', async (which, chosen) => {
    api.reply('readSelection', [chosen]);
    await open();
    expect(screen.getByRole('region', { name: 'Your choice' }).querySelector('p')?.textContent).toBe(
      which === 'this'
        ? 'This is your project. You chose it on 2 Nov 2026. You cannot change it.'
        : 'You have already selected a project: Fish Landing Prices. You chose it on 2 Nov 2026. You cannot change it.',
    );
    expect(screen.getByRole('link', { name: 'Open project dashboard' }).getAttribute('href')).toBe(
      '/ProjectDashboard1',
    );
    expectNoChoice();
  });

  it('seats are shown with the choice; where none is left, the words stand in place of the tick', async () => {
    api.reply('readProject', [{ ...project, seats: 8, seats_left: 2 }]);
    const { unmount } = await open();
    expect(screen.getByText('Seats: 2 of 8 left')).toBeTruthy();
    expect(screen.getByLabelText(accepts)).toBeTruthy();
    unmount();
    api.reply('readProject', [{ ...project, seats: 8, seats_left: 0 }]);
    refuse('full', {}, serverMessages.noSeatLeft);
    await open();
    const region = screen.getByRole('region', { name: 'No seat is left' });
    expect(region.textContent).toContain('Seats: 0 of 8 left');
    expect(region.textContent).toContain(serverMessages.noSeatLeft);
    expectNoChoice();
  });

  it("another course's project says so in place of the tick", async () => {
    refuse('other-course', { s_course: 'Data Science' });
    await open();
    const region = screen.getByRole('region', { name: 'This project belongs to another course' });
    expect(region.querySelector('p')?.textContent).toBe(
      'Only for students of MERN Stack. Your course is Data Science. Choose one of its projects.',
    );
    expect(screen.getByRole('link', { name: 'See your projects' }).getAttribute('href')).toBe(
      '/StudentDashboard',
    );
    expectNoChoice();
  });

  it('a score that is too low says so, and whom to talk to, above the tick', async () => {
    refuse('score', { s_exitscore: 49 });
    await open();
    const region = screen.getByRole('region', { name: `Choose ${project.name}` });
    expect(region.textContent).toContain('Please talk to your mentor, Ravi Menon, or to the office');
    expect(region.textContent).not.toContain('Your four weeks begin');
    expect(within(region).getByLabelText(accepts)).toBeTruthy();
  });

  it('a student under 18 reads that the office needs the guardian first, above the tick', async () => {
    await open({ ...student, guardian: 'missing' });
    const region = screen.getByRole('region', { name: `Choose ${project.name}` });
    const link = within(region).getByRole('link', { name: 'Add your guardian' });
    expect(link.getAttribute('href')).toBe('/account#guardian');
  });

  it.each([
    ['a server that does not say', { s_course: 'Data Science', s_exitscore: 10 }],
    ['a server that refuses nothing', { s_course: 'Data Science', s_refusals: [] }],
  ])('%s decides when the choice arrives', async (_, more) => {
    api.reply('readStudentCourse', { ...course, ...more });
    api.reply('readProject', [{ ...project, retired: true, seats: 1, seats_left: 0 }]);
    await open();
    expect(screen.getByLabelText(accepts)).toBeTruthy();
  });

  it('of several reasons the one that no waiting ends is shown', async () => {
    const s_refusals = (['early', 'guardian', 'archived', 'full'] as const).map((reason) => ({
      reason,
      message: '',
    }));
    api.reply('readStudentCourse', { ...course, s_refusals });
    await open();
    expect(screen.getByRole('region', { name: 'This project is not offered any more' })).toBeTruthy();
    expectNoChoice();
  });

  it('offline, the device’s answer about no project is shown', async () => {
    api.replyWith('readStudentCourse', ({ query }) => {
      if (query['p_id'] !== '') throw new TypeError('Failed to fetch');
      return course;
    });
    await open();
    expect(screen.getByLabelText(accepts)).toBeTruthy();
  });

  it.each([null, 50])('the score %s is no obstacle', async (s_exitscore) => {
    api.reply('readStudentCourse', { ...course, s_exitscore });
    await open();
    expect(screen.getByLabelText(accepts)).toBeTruthy();
  });

  it('whoever waits for placement reads when the choice comes, in place of the tick', async () => {
    refuse('no-batch', { s_course: null });
    await open();
    expect(screen.getByText(/^You are not in a batch yet\./)).toBeTruthy();
    expectNoChoice();
  });

  it('the overview document can be read before the choice, and is loaded only then', async () => {
    const { container } = await open();
    const fold = container.querySelector('details')!;
    expect(fold.open).toBe(false);
    expect(fold.querySelector('summary')?.textContent).toBe(
      'Overview documentRead it before you choose. You cannot change your choice.',
    );
    const frame = fold.querySelector('iframe')!;
    expect(['src', 'height', 'loading'].map((name) => frame.getAttribute(name))).toEqual([
      '/documents/P001.html',
      '400',
      'lazy',
    ]);
    const tick = screen.getByLabelText(accepts);
    expect(frame.compareDocumentPosition(tick) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('staff read it without a choice', async () => {
    await open(mentor);
    expectNoChoice();
    expect(
      screen.getByText('Students choose here. You are logged in as mentor and can read the project.'),
    ).toBeTruthy();
    expect([...api.of('readSelection'), ...api.of('readStudentCourse')]).toEqual([]);
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

  it('the picture stands whole above the columns, and is the background of the page', async () => {
    const { container } = await open();
    const picture = screen.getByRole('img', { name: `Illustration for ${project.name}` });
    expect(picture.getAttribute('src')).toBe('/images/P001.svg');
    expect(container.querySelector('[style]')?.getAttribute('style')).toContain('url("/images/P001.svg")');
  });

  it('a picture of a foreign scheme is left out', async () => {
    api.reply('readProject', [{ ...project, backgroundImage: 'javascript:alert(1)' }]);
    const { container } = await open();
    expect(container.querySelector('[style], main img')).toBeNull();
  });
});
