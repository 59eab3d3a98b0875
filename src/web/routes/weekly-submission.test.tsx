import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { studentMessages } from '#contract/student-messages';
import { nextTaskAddress } from '#contract/screens';
import { emptyTimeline, receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { type, valueOf } from '#support/form-steps';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal, submittedTask } from '#support/portal-answers';
import { addressOf, renderScreen } from '#support/render-screen';
import * as weekly from './weekly-submission.tsx';

const minute = 60_000;
const weekOptions = () =>
  within(screen.getByLabelText('Week'))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent, disabled }) => [textContent, disabled]);

let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
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
    expect(valueOf('Week')).toBe('2');
    const later = screen.getByRole('heading', { name: 'Week 3' }).parentElement;
    expect(later?.textContent).toMatch(/^Week 3Opens Mon 23 Nov/);
  });

  it('starts with the week of its address where that is open', async () => {
    await openWeekly('/WeeklySubmission?week=1');
    await screen.findByLabelText('Week');
    expect(valueOf('Week')).toBe('1');
  });

  const submitted = Object.fromEntries(
    ['week-1', 'week-2', 'week-3', 'week-4'].map((task) => [task, submittedTask]),
  );
  it.each([
    [
      'the first open week',
      timelineOnDay(22, { 'week-1': submittedTask, 'week-2': { state: 'open' } }),
      '/WeeklySubmission?week=2',
    ],
    [
      'the final project',
      timelineOnDay(29, { ...submitted, final: { state: 'open' } }),
      '/FinalProjectSubmission',
    ],
    ['the viva', timelineOnDay(29, { ...submitted, final: submittedTask, viva: { state: 'open' } }), '/viva'],
    ['this screen, where no task is open', timelineOnDay(3), '/WeeklySubmission'],
  ])('the address of the next open task leads to %s', async (_, timeline, to) => {
    api.reply('readTimeline', timeline);
    const { router } = await renderScreen(weekly, {
      path: '/WeeklySubmission',
      at: nextTaskAddress,
      user: student,
    });
    await settle(() => expect(addressOf(router)).toBe(to));
  });

  it('the address of the next open task shows this screen where that cannot be read', async () => {
    api.refuse('readTimeline', 500);
    const { router } = await renderScreen(weekly, {
      path: '/WeeklySubmission',
      at: nextTaskAddress,
      user: student,
    });
    await settle(() => expect(addressOf(router)).toBe('/WeeklySubmission'));
  });

  it('the bar leads to the next open task', async () => {
    await openWeekly();
    const link = screen.getByRole('link', { name: 'Submit' });
    expect(link.getAttribute('href')).toBe(nextTaskAddress);
    expect(link.getAttribute('aria-current')).toBe('page');
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
    expect(valueOf('Comments')).toBe('Written before it opened.');
    expect(valueOf('Week')).toBe('1');
  });

  it('says above the form until when the week is due, and what the project asks for in it', async () => {
    const due_at = '2026-11-25T18:29:59.999Z';
    api.reply(
      'readTimeline',
      timelineOnDay(16, {
        'week-1': submittedTask,
        'week-2': { due_at, extended_at: '2026-11-18T09:00:00.000Z' },
      }),
    );
    const brief = { text: 'Show **two** screens.', html: '<p>Show <strong>two</strong> screens.</p>' };
    const rubric = [
      { text: 'It runs', points: 60, optional: false },
      { text: 'It has tests', points: 10, optional: true },
    ];
    api.reply('readOwnBriefs', [
      { task: 'week-2', ...brief, changed_at: '2026-11-01T09:00:00.000Z', rubric },
    ]);
    await openWeekly();
    await screen.findByLabelText('Week');
    const asked = screen.getByText('Instructions').closest('details');
    expect(asked?.open).toBe(false);
    expect(within(asked as HTMLElement).getByText('two').tagName).toBe('STRONG');
    const lines = within(asked as HTMLElement).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'It runs+60',
      'It has tests (extra points)+10',
    ]);
    const due = screen.getByText('Due', { selector: 'strong' }).closest('p');
    expect(due?.querySelector('time')?.dateTime).toBe(due_at);
    expect(due?.textContent).toMatch(/you have an extension\. Request an extension$/);
    // Week 1 has neither.
    fireEvent.change(screen.getByLabelText('Week'), { target: { value: '1' } });
    expect(screen.queryByText('Instructions')).toBeNull();
    expect(screen.queryByText('Due', { selector: 'strong' })).toBeNull();
  });

  it('opens without its brief, too', async () => {
    api.cutOff('readOwnBriefs');
    await openWeekly();
    expect(await screen.findByLabelText('Week')).toBeTruthy();
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
    api.reply('readOwnBriefs', []);
    await openWeekly();
    await screen.findByRole('heading', { name: 'No project yet' });
    expect(screen.getByText(studentMessages.noProjectYet)).toBeTruthy();
  });

  it('says above the fields what is submitted already, with its receipt', async () => {
    const extended_at = '2026-11-11T09:00:00.000Z';
    const due_at = '2026-11-12T18:29:59.999Z';
    const late = { ...submittedTask, late: true, receipt: 'CAP-7', due_at, extended_at };
    api.reply('readTimeline', timelineOnDay(16, { 'week-1': late }));
    await openWeekly('/WeeklySubmission?week=1');
    await screen.findByLabelText('Week');
    const already = screen.getByText('Version 1 submitted', { selector: 'strong' }).closest('p')!;
    expect(already.textContent).toBe(
      'Version 1 submitted Tue 10 Nov, 4:05 am UTC, late; extended later. See receipt',
    );
    const link = within(already).getByRole('link', { name: 'See receipt' });
    expect(link.getAttribute('href')).toBe('/WeeklySubmission?receipt=CAP-7');
    const links = screen.getByLabelText('Links');
    expect(already.compareDocumentPosition(links)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    // Of the week that is chosen only, and not of an earlier project.
    fireEvent.change(screen.getByLabelText('Week'), { target: { value: '2' } });
    expect(screen.queryByText(/^Version 1 submitted/, { selector: 'strong' })).toBeNull();
  });

  it('says nothing of what was made for an earlier project', async () => {
    const earlier = { ...submittedTask, state: 'open', earlier_project: true } as const;
    api.reply('readTimeline', timelineOnDay(16, { 'week-1': earlier }));
    api.reply('listSubmissions', [receipt({ made_for: { p_id: 'P003', p_name: 'Loan Desk' } })]);
    await openWeekly('/WeeklySubmission?week=1');
    await screen.findByLabelText('Week');
    expect(screen.queryByText(/^Version 1 submitted/)).toBeNull();
  });

  describe('before submitting a marked week again', () => {
    const mark = { ...submittedTask, state: 'marked', marks: 82, marked_version: 1 } as const;
    const warning = () => screen.queryByRole('note')?.textContent ?? null;

    it('says that it is marked, and what a new version does to the mark', async () => {
      api.reply('readTimeline', timelineOnDay(16, { 'week-1': mark }));
      await openWeekly('/WeeklySubmission?week=1');
      await screen.findByLabelText('Week');
      expect(warning()).toBe(
        'Week 1 is marked 82 out of 100If you submit again, your mentor marks version 2. The new mark replaces this one and can be lower. Until then 82 stays.',
      );
      // Of the week that is chosen only.
      fireEvent.change(screen.getByLabelText('Week'), { target: { value: '2' } });
      expect(warning()).toBeNull();
    });

    it('says which version has the mark where a newer one waits', async () => {
      api.reply('readTimeline', timelineOnDay(16, { 'week-1': { ...mark, version: 2 } }));
      api.reply('listSubmissions', [receipt({ number: 'CAP-2', version: 2 }), receipt()]);
      await openWeekly('/WeeklySubmission?week=1');
      await screen.findByLabelText('Week');
      expect(warning()).toBe(
        'Week 1 is marked 82 out of 100, for version 1Version 2 is not marked yet. If you submit again, your mentor marks version 3 instead. The new mark replaces this one and can be lower. Until then 82 stays.',
      );
    });

    it('a mark of zero is a mark', async () => {
      api.reply('readTimeline', timelineOnDay(16, { 'week-1': { ...mark, marks: 0 } }));
      await openWeekly('/WeeklySubmission?week=1');
      await screen.findByLabelText('Week');
      expect(warning()).toMatch(/^Week 1 is marked 0 out of 100/);
    });
  });

  it('lists every task with what counts', async () => {
    await openWeekly();
    const list = (await screen.findByRole('heading', { name: 'Your submissions' })).parentElement!;
    const items = [...list.querySelectorAll('h3')].map(
      (title) => title.parentElement!.children[1]?.textContent,
    );
    expect(items.slice(0, 2)).toEqual(['Version 1 submitted', 'Open, not submitted']);
    expect(items[2]).toMatch(/^Opens Mon 23 Nov, /);
    expect(within(list).getByText('Version 1', { selector: 'summary span' })).toBeTruthy();
  });
});
