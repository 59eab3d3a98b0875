import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { studentMessages } from '#contract/student-messages';
import type { TimelineTask } from '#contract/submissions/calls';
import { receipt, student, timelineOnDay } from '#support/contract-fixtures';
import { advanceClock, freezeClock, settle } from '#support/fake-clock';
import { press, type } from '#support/form-steps';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal, submittedTask } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as vivaScreen from './viva.tsx';

const openRequest = {
  id: '1',
  until: '',
  reason: 'My train is late.',
  asked_at: '2026-11-30T09:00:00.000Z',
  answer: null,
  granted_until: null,
  words: null,
  answered_by: null,
  answered_at: null,
};

let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

describe('the viva', () => {
  const open = async () => {
    api.reply('readTimeline', timelineOnDay(29, { 'week-1': submittedTask }));
    await renderScreen(vivaScreen, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Viva Voce Format' }));
  };

  it('shows when and where it is once that is told, and is whole without it', async () => {
    const starts_at = '2026-12-05T04:30:00.000Z';
    const told = { starts_at, minutes: 20, room: 'Room 2', link: null, told_at: starts_at };
    api.reply('readVivaTime', { time: told });
    await open();
    const own = screen.getByText('Your viva:').closest('p')?.textContent;
    expect(own).toBe('Your viva: Sat 5 Dec, 4:30 am UTC, Room 2, 20 minutes. ');
    for (const without of ['none', 'failed']) {
      cleanup();
      if (without === 'none') api.reply('readVivaTime', { time: null });
      else api.refuse('readVivaTime', 500, {});
      await open();
      expect(screen.queryByText('Your viva:'), without).toBeNull();
    }
    expect(api.of('readVivaTime').map(({ params }) => params)).toEqual(
      Array.from({ length: 3 }, () => ({ s_id: student.s_id })),
    );
  });

  it.each([
    ['until it is marked', {}, true],
    ['not with a mark', { state: 'marked', marks: 88, marked_version: 1, version: 1 }, false],
    ['not with a closed result', { frozen: true }, false],
  ] as const)('says that its time was cancelled, %s', async (_, viva, isSaid) => {
    api.reply('readVivaTime', { time: null, cancelled: { starts_at: '2026-12-05T04:30:00.000Z' } });
    // Asked for while there was a time, for a day before the deadline.
    const extension_request = { ...openRequest, until: timelineOnDay(30).now };
    await openWith(29, { extension_request, due_at: timelineOnDay(35).now, ...viva });
    const said = screen.queryByText(/is cancelled/)?.closest('p')?.textContent;
    const words = 'Your viva on Sat 5 Dec, 4:30 am UTC is cancelled. The office will tell you another time.';
    expect(said).toBe(isSaid ? words : undefined);
    expect(screen.queryByText(/extension requested until/)).toBeNull();
  });

  it('a declined request for another time is no declined extension', async () => {
    const answer = { answer: 'declined' as const, answered_by: 'Suresh Nambiar', words: 'No room is free.' };
    await openWith(29, { extension_request: { ...openRequest, ...answer } });
    expect(screen.getByText(/declined your request: “No room is free\.”/)).toBeTruthy();
  });

  it('has six steps in the specification’s order', async () => {
    await open();
    const format = screen.getByRole('heading', { name: 'Viva Voce Format' }).parentElement!;
    expect(
      within(format)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Introduction', 'Methodology', 'Findings', 'Challenges', 'Q&A', 'Conclusion']);
  });

  it('shows its form after Submit, with the focus in it', async () => {
    await open();
    expect(screen.queryByLabelText('Comments')).toBeNull();
    press('Submit');
    expect(document.activeElement).toBe(screen.getByLabelText('Comments'));
    expect(screen.queryByLabelText('Links')).toBeNull();
  });

  it.each([
    ['nothing', '', null, 'Comments'],
    ['no file', 'My outline.', null, 'File'],
    ['blank comments', '  ', new File(['x'], 'a.pdf'), 'Comments'],
  ])('with %s it is not sent', async (_, comments, file, focus) => {
    await open();
    press('Submit');
    type('Comments', comments);
    if (file !== null) fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
    press('Submit');
    expect(screen.getByRole('alert').textContent).toBe('Please provide comments and upload a file.');
    expect(document.activeElement).toBe(screen.getByLabelText(focus));
    expect(api.of('uploadViva')).toEqual([]);
    // The draft is saved meanwhile.
    if (comments !== '' || file !== null) await screen.findByText(/This device cannot save your text/);
  });

  it('says beside its deadline that it is extended', async () => {
    const timeline = timelineOnDay(29);
    const tasks = timeline.tasks.map((task) =>
      task.task === 'viva' ? { ...task, extended_at: '2026-11-20T09:00:00.000Z' } : task,
    );
    api.reply('readTimeline', { ...timeline, tasks });
    await renderScreen(vivaScreen, { path: '/viva', user: student });
    const extended = await screen.findByText('; you have an extension');
    expect(extended.closest('small, p')?.textContent).toMatch(/^The deadline is .*; you have an extension\./);
  });

  it('counts down to its deadline, and says afterwards that it is late', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    const timeline = timelineOnDay(29);
    timeline.now = new Date(Date.parse(timeline.viva_deadline!) - 90_000).toISOString();
    api.reply('readTimeline', timeline);
    await renderScreen(vivaScreen, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Time left' }));
    const parts = () => screen.getByRole('timer').firstElementChild?.textContent?.match(/\d+/g)?.join(' ');
    expect(parts()).toBe('0 0 1 30');
    await advanceClock(1000);
    expect(parts()).toBe('0 0 1 29');
    await advanceClock(90_000);
    expect(parts()).toBe('0 0 0 0');
    expect(screen.getByRole('heading', { name: 'The deadline has passed' })).toBeTruthy();
    expect(screen.getByText('You can still submit. Your work will be marked as late.')).toBeTruthy();
  });

  const marked = {
    ...submittedTask,
    state: 'marked' as const,
    marks: 88,
    comments: 'A calm talk.\nShow the test first.',
    marked_version: 1,
    marked_at: '2026-12-05T09:00:00.000Z',
    marked_by: 'Ravi Menon',
  };
  /** The viva on a day, as it stands then. */
  const openWith = async (day: number, viva: Partial<TimelineTask>) => {
    freezeClock('2026-11-21T09:00:00.000Z');
    api.reply('readTimeline', timelineOnDay(day, { viva }));
    await renderScreen(vivaScreen, { path: '/viva', user: student });
    await settle(() => screen.getByRole('heading', { name: 'Viva Voce Format' }));
  };
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

  it('once marked, the result stands first, and nothing more is asked for', async () => {
    await openWith(400, marked);
    expect(headings()).toEqual([
      'Your result',
      'The deadline has passed',
      'Your submissions',
      'Viva Voce Format',
    ]);
    expect(screen.getByRole('region', { name: 'Your result' }).textContent).toBe(
      'Your result88 out of 100A calm talk.\nShow the test first.Marked by Ravi Menon, Sat 5 Dec, 9:00 am UTC.',
    );
    expect(screen.getByRole('timer').textContent).toContain(
      'Your viva is marked. A new version will be late.',
    );
    expect(screen.queryByText(/You can still submit/)).toBeNull();
    const gate = screen.getByRole('button', { name: 'Submit' }).closest('form')!;
    expect(gate.textContent).toBe(
      'SubmitIf you submit again, your mentor marks version 2. The new mark replaces this one and can be lower. Until then 88 stays.',
    );
    press('Submit');
    expect(screen.getByText(/^Viva voce is marked 88 out of 100$/)).toBeTruthy();
  });

  it.each([
    ['marked', marked],
    ['open', {}],
  ])('with a closed result and %s it promises no new mark', async (_, viva) => {
    await openWith(400, { ...viva, frozen: true });
    const words = 'Ask the office before you submit.';
    const gate = screen.getByRole('button', { name: 'Submit' }).closest('form')!;
    expect(gate.textContent).toBe(`SubmitYour result is closed. ${words}`);
    expect(screen.getByRole('timer').textContent).toContain(
      'You can still submit, but your result is closed.',
    );
    press('Submit');
    expect(screen.getByRole('note').textContent).toContain(`Your result is closed. ${words}`);
  });

  it('a mark for an earlier version says which, and that the newer one waits', async () => {
    await openWith(30, { ...marked, version: 2 });
    expect(screen.getByRole('region', { name: 'Your result' }).textContent).toMatch(
      /, for version 1\. Version 2 is not marked yet\.$/,
    );
    expect(headings().slice(0, 2)).toEqual(['Your result', 'Time left']);
  });

  it('submitted and not marked yet, it says so first', async () => {
    await openWith(400, { ...submittedTask, late: true, receipt: 'CAP-1' });
    const already = screen.getByText('Version 1 submitted', { selector: 'strong' }).closest('p')!;
    expect(already.textContent).toBe('Version 1 submitted Tue 10 Nov, 4:05 am UTC, late. See receipt');
    const gate = screen.getByRole('button', { name: 'Submit' });
    expect(already.compareDocumentPosition(gate)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByText('You have submitted. A new version will be marked as late.')).toBeTruthy();
  });

  it('its receipt opens in place of the button, and leads back', async () => {
    api.reply('listSubmissions', [receipt({ task: 'viva', number: 'CAP-1' })]);
    await openWith(29, { ...submittedTask, receipt: 'CAP-1' });
    fireEvent.click(screen.getByRole('link', { name: 'See receipt' }));
    await settle(() => screen.getByRole('heading', { name: 'Receipt' }));
    expect(screen.queryByText('Version 1 submitted', { selector: 'strong' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Submit again' }).getAttribute('href')).toBe('/viva');
  });

  it('shows the version that was just submitted everywhere', async () => {
    freezeClock('2026-11-21T09:00:00.000Z');
    await openWith(29, submittedTask);
    const next = receipt({
      task: 'viva',
      version: 2,
      number: 'CAP-2',
      submitted_at: '2026-12-01T08:33:00.000Z',
    });
    api.reply('uploadViva', { message: studentMessages.vivaSubmitted, receipt: next }, 201);
    press('Submit');
    type('Comments', 'My outline.');
    fireEvent.change(screen.getByLabelText('File'), { target: { files: [new File(['x'], 'a.pdf')] } });
    press('Submit');
    await settle(() => screen.getByRole('heading', { name: 'Receipt' }));
    expect(screen.queryByText(/Version 1 submitted/)).toBeNull();
    const list = screen.getByRole('heading', { name: 'Your submissions' }).parentElement!;
    expect(within(list).getByText('Version 2 submitted')).toBeTruthy();
    press('Submit again');
    expect(screen.getByText('Version 2 submitted', { selector: 'strong' })).toBeTruthy();
  });

  it('of a viva for an earlier project it says that this one is still to be submitted', async () => {
    for (const earlier of [submittedTask, marked]) {
      await openWith(400, { ...earlier, state: 'open', earlier_project: true });
      expect(headings()[0]).toBe('The deadline has passed');
      expect(screen.getByText('You can still submit. Your work will be marked as late.')).toBeTruthy();
      cleanup();
    }
  });

  it('before anything is submitted there is no result', async () => {
    await openWith(29, {});
    expect(headings()[0]).toBe('Time left');
  });
});
