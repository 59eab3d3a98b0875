import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { BriefWithRubric } from '#contract/projects/brief-calls';
import type { Review } from '#contract/marking/review-calls';
import { ownRecord, student, timelineOnDay } from '#support/contract-fixtures';
import type { MockApi } from '#support/mock-api';
import { mockStudentPortal, submittedTask } from '#support/portal-answers';
import { openOutbox } from '../../../lib/outbox/outbox.ts';
import { setReauthPrompt } from '../../../lib/session/reauth-prompt.ts';
import { withholdMarks, type ShownTask } from '../../../lib/withheld-marks.ts';
import { Grades } from './grades.tsx';
import type { Overall } from './marks-chart.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockStudentPortal();
});

const onChanged = vi.fn<() => void>();
const show = (
  tasks: readonly ShownTask[],
  briefs: readonly BriefWithRubric[] = [],
  overall: Overall | null = null,
) => (
  <MemoryRouter>
    <Grades s_id={student.s_id} tasks={tasks} briefs={briefs} overall={overall} onChanged={onChanged} />
  </MemoryRouter>
);

const marked = (marks: number, comments: string) => ({
  ...submittedTask,
  state: 'marked' as const,
  marks,
  comments,
  marked_version: 1,
  marked_at: '2026-11-12T09:00:00.000Z',
  read_at: '2026-11-13T09:00:00.000Z',
  second_look: null,
});
const unread = (marks: number, comments: string) => ({ ...marked(marks, comments), read_at: null });
const row = (name: string) => screen.getByRole('heading', { level: 4, name }).closest('li')!;

it('each row has its mark and the whole comment; the chart is last', () => {
  const words = 'A good first week.\nCall next must be one update.';
  const { tasks } = timelineOnDay(22, {
    'week-1': marked(82, words),
    'week-2': marked(71, ''),
    'week-3': submittedTask,
  });
  render(show(tasks, [], { label: 'So far', value: 76.5 }));
  expect(screen.getByRole('img', { name: /So far 76.5\. Not marked yet: Week 3/ })).toBeTruthy();
  const texts = (name: string) =>
    [...row(name).querySelectorAll('.state, .words')].map((span) => span.textContent);
  expect(['Week 1', 'Week 2', 'Week 3', 'Week 4'].map(texts)).toEqual([
    ['82 out of 100', 'A good first week.\nCall next must be one update.'],
    ['71 out of 100'],
    ['Submitted'],
    ['Locked until 30 Nov 2026'],
  ]);
  // Shown as a whole below, the words are not said twice.
  fireEvent.click(within(row('Week 1')).getByRole('button', { name: 'View Status Week 1' }));
  expect(row('Week 1').querySelector('.words')).toBeNull();
  expect(within(row('Week 1')).getByText(/Call next must be one update/)).toBeTruthy();
});

it('before the first mark it says where marks will stand', () => {
  const { unmount } = render(show(timelineOnDay(8).tasks));
  expect(screen.getByText(/^Your marks and your mentor's comments appear here/)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  render(show(timelineOnDay(8, { 'week-1': marked(82, 'Good.') }).tasks));
  expect(screen.getByRole('img')).toBeTruthy();
});

it('tells the portal once which marks were read here', async () => {
  const { tasks } = timelineOnDay(22, { 'week-1': unread(82, 'Good.'), 'week-2': marked(71, '') });
  const { rerender } = render(show(tasks));
  rerender(show([...tasks]));
  await waitFor(() => expect(api.of('readMark')).toHaveLength(1));
  expect(api.of('readMark')[0]).toMatchObject({
    params: { s_id: student.s_id },
    body: { task: 'week-1', version: 1, marked_at: '2026-11-12T09:00:00.000Z' },
  });
});

it('shows the comment first and the number by a press, where the batch wants it so', async () => {
  const timeline = {
    ...timelineOnDay(22, {
      'week-1': { ...unread(82, 'Good.'), marked_at: '2026-11-14T09:00:00.000Z' },
      'week-2': unread(64, 'Fair.'),
    }),
    comment_first: true,
  };
  const { rerender } = render(show(withholdMarks(timeline).tasks));
  expect(document.body.textContent).not.toMatch(/82|64/);
  expect(screen.queryByRole('img')).toBeNull();
  const first = within(row('Week 1'));
  expect(first.getByText('Good.'), 'open by itself').toBeTruthy();
  expect(api.of('readMark'), 'not read yet').toEqual([]);
  fireEvent.click(first.getByRole('button', { name: 'Show my mark for Week 1' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  expect(api.of('readMark').map(({ body }) => body)).toMatchObject([{ task: 'week-1' }]);
  rerender(show(withholdMarks(timeline).tasks));
  expect(first.getByText('82 out of 100')).toBe(document.activeElement);
  expect(
    screen.getByRole('img', { name: /Week 1 82\. Not shown yet: Week 2\. Not marked yet: Week 3/ }),
  ).toBeTruthy();
  expect(document.body.textContent, 'each by a press of its own').not.toContain('64');
});

it('says that a newer version came after the mark', () => {
  const newer = { ...marked(82, 'Good.'), version: 2 };
  render(show(timelineOnDay(22, { 'week-1': newer }).tasks));
  expect(row('Week 1').textContent).toContain('Version 2 not marked yet');
  fireEvent.click(within(row('Week 1')).getByRole('button', { name: 'View Status Week 1' }));
  expect(row('Week 1').textContent).toContain('Submitted after this mark. Not marked yet.');
});

it('asks once for a review, and shows what was asked and answered', async () => {
  await openOutbox(student.account);
  const look: Review = {
    reason: 'The tests count, too.',
    asked_at: '2026-11-20T09:00:00.000Z',
    answer: null,
    answered_by: null,
    answered_at: null,
  };
  api.replyWith('askSecondLook', () => ({ second_look: look }), 201);
  const given = marked(82, 'Good.');
  const { rerender } = render(show(timelineOnDay(22, { 'week-1': given }).tasks));
  const first = within(row('Week 1'));
  fireEvent.click(first.getByRole('button', { name: 'View Status Week 1' }));
  fireEvent.click(first.getByRole('button', { name: 'Request a review of Week 1' }));
  const field = first.getByLabelText('Why should your mentor review Week 1?');
  expect(document.activeElement).toBe(field);
  fireEvent.click(first.getByRole('button', { name: 'Send request' }));
  expect(first.getByText('Please say why')).toBeTruthy();
  fireEvent.change(field, { target: { value: ' The tests count, too. ' } });
  fireEvent.click(first.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(api.of('askSecondLook')).toHaveLength(1));
  const asked = { task: 'week-1', version: 1, reason: look.reason, waited_ms: expect.any(Number) as number };
  expect(api.of('askSecondLook')[0]?.body).toEqual(asked);
  await waitFor(() => expect(onChanged).toHaveBeenCalled());

  rerender(show(timelineOnDay(22, { 'week-1': { ...given, second_look: look } }).tasks));
  expect(first.getByText('Not answered yet.')).toBeTruthy();
  expect(first.queryByRole('button', { name: /review/ })).toBeNull();
  const answered = {
    ...look,
    answer: 'They do.',
    answered_by: 'Meera',
    answered_at: '2026-11-21T09:00:00.000Z',
    comments: [{ text: 'They fail.', by: 'Ravi', at: '2026-11-20T10:00:00.000Z', to_office: false }],
  };
  rerender(show(timelineOnDay(22, { 'week-1': { ...given, second_look: answered } }).tasks));
  expect(first.getByText(/Reviewed by Meera/)).toBeTruthy();
  expect(first.getByText(/Comment by Ravi/)).toBeTruthy();
  expect(first.getByText('They fail.')).toBeTruthy();
  expect(first.getByText('They do.')).toBeTruthy();
});

it('says until when a review can be requested, and after that why not, with the text that was not sent', async () => {
  await openOutbox(student.account);
  const ended = 'A review of this mark could be requested until Sun 22 Nov 2026, 11:59 pm IST.';
  api.refuse('askSecondLook', 409, { message: ended });
  const given = { ...marked(82, 'Good.'), review_until: '2026-11-22T18:29:59.999Z' };
  const { rerender } = render(show(timelineOnDay(22, { 'week-3': given }).tasks));
  const third = within(row('Week 3'));
  fireEvent.click(third.getByRole('button', { name: 'View Status Week 3' }));
  const until = () => third.getByText('Until').parentElement?.querySelector('time')?.dateTime;
  expect(until()).toBe(given.review_until);
  fireEvent.click(third.getByRole('button', { name: 'Request a review of Week 3' }));
  expect(until(), 'beside the form').toBe(given.review_until);
  fireEvent.change(third.getByRole('textbox'), { target: { value: 'The tests count.' } });
  fireEvent.click(third.getByRole('button', { name: 'Send request' }));
  await third.findByText(ended);
  const no_review = 'The last day has passed.';
  rerender(show(timelineOnDay(22, { 'week-3': { ...given, no_review } }).tasks));
  expect(third.getByText(no_review)).toBeTruthy();
  expect(third.queryByRole('textbox')).toBeNull();
  expect(third.getByText('Your request was not sent')).toBeTruthy();
  expect(third.getByText('The tests count.'), 'the words are there').toBeTruthy();
});

it('a review that the office opened says who opened it', () => {
  const second_look = {
    reason: 'Two markers disagree.',
    opened_by: 'Suma Office',
    asked_at: '2026-11-20T09:00:00.000Z',
    answer: null,
    answered_by: null,
    answered_at: null,
  };
  render(show(timelineOnDay(22, { 'week-4': { ...marked(82, 'Good.'), second_look } }).tasks));
  const fourth = within(row('Week 4'));
  fireEvent.click(fourth.getByRole('button', { name: 'View Status Week 4' }));
  expect(fourth.getByText(/^Opened by Suma Office/)).toBeTruthy();
  expect(fourth.queryByText(/You asked/)).toBeNull();
});

it('what was typed for a review is there again after Cancel', () => {
  render(show(timelineOnDay(22, { 'week-2': marked(82, 'Good.') }).tasks));
  const second = within(row('Week 2'));
  fireEvent.click(second.getByRole('button', { name: 'View Status Week 2' }));
  const open = () => fireEvent.click(second.getByRole('button', { name: 'Request a review of Week 2' }));
  const field = () => second.getByRole<HTMLTextAreaElement>('textbox');
  open();
  fireEvent.change(field(), { target: { value: 'The tests' } });
  fireEvent.click(second.getByRole('button', { name: 'Cancel' }));
  expect(second.queryByRole('textbox')).toBeNull();
  open();
  expect(field().value).toBe('The tests');
});

it('a review that is asked for without a line waits on the device, in sight, and goes with the line, once', async () => {
  await openOutbox(student.account);
  onChanged.mockClear();
  api.cutOff('askSecondLook');
  render(show(timelineOnDay(22, { 'week-1': marked(82, 'Good.') }).tasks));
  const first = within(row('Week 1'));
  fireEvent.click(first.getByRole('button', { name: 'View Status Week 1' }));
  fireEvent.click(first.getByRole('button', { name: 'Request a review of Week 1' }));
  const field = first.getByLabelText('Why should your mentor review Week 1?');
  fireEvent.change(field, { target: { value: 'The tests count, too.' } });
  fireEvent.click(first.getByRole('button', { name: 'Send request' }));
  await first.findByRole('button', { name: 'Do not send it' });
  expect(first.getByText('The tests count, too.')).toBeTruthy();
  expect(onChanged).not.toHaveBeenCalled();
  const look = { reason: 'The tests count, too.', asked_at: '2026-11-20T09:00:00.000Z' };
  const unanswered = { ...look, answer: null, answered_by: null, answered_at: null };
  api.replyWith('askSecondLook', () => ({ second_look: unanswered }), 201);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(onChanged).toHaveBeenCalled());
  expect(first.getByText('Not answered yet.'), 'before the screen is loaded again').toBeTruthy();
  expect(first.getByText('The tests count, too.')).toBeTruthy();
  expect(first.queryByRole('button', { name: /^Request a review/ })).toBeNull();
  const sent = api.of('askSecondLook');
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 'one act').toBe(1);
});

/** Types a reason for Week 1 and sends it. */
function request(reason: string) {
  render(show(timelineOnDay(22, { 'week-1': marked(82, 'Good.') }).tasks));
  const first = within(row('Week 1'));
  fireEvent.click(first.getByRole('button', { name: 'View Status Week 1' }));
  fireEvent.click(first.getByRole('button', { name: 'Request a review of Week 1' }));
  fireEvent.change(first.getByRole('textbox'), { target: { value: reason } });
  fireEvent.click(first.getByRole('button', { name: 'Send request' }));
  return first;
}

it('Cancel closes the form also after a refusal, and it opens again with its text alone', async () => {
  await openOutbox(student.account);
  api.refuse('askSecondLook', 409, { message: 'This mark was reviewed before.' });
  const first = request('The tests count, too.');
  await first.findByText('This mark was reviewed before.');
  fireEvent.click(first.getByRole('button', { name: 'Cancel' }));
  expect(first.queryByRole('textbox')).toBeNull();
  fireEvent.click(first.getByRole('button', { name: 'Request a review of Week 1' }));
  expect(first.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The tests count, too.');
  expect(first.queryByText('This mark was reviewed before.')).toBeNull();
});

it('after the session has ended, a request asks for the login', async () => {
  await openOutbox(student.account);
  api.refuse('askSecondLook', 401, { code: 'signed_out', message: 'Please log in to continue.' });
  const first = request('The tests count, too.');
  expect((await first.findByRole('alert')).textContent).toContain(
    'Please log in to continue.Your request is not sent yet and will be sent after you log in.',
  );
  expect(first.getByRole('button', { name: 'Do not send it' })).toBeTruthy();
  const ask = vi.fn<() => Promise<boolean>>(async () => false);
  onTestFinished(setReauthPrompt(ask));
  fireEvent.click(first.getByRole('button', { name: 'Log in again' }));
  expect(ask).toHaveBeenCalledOnce();
});

it('says that a mark was given by an earlier version of the rubric', () => {
  const rubric = [{ text: 'It runs', points: 40 }];
  const { tasks } = timelineOnDay(22, { 'week-1': { ...marked(40, 'Good.'), rubric } });
  const current = (points: number) => [
    {
      task: 'week-1' as const,
      text: '',
      html: null,
      changed_at: null,
      rubric: [{ text: 'It runs', points, optional: false }],
    },
  ];
  const { rerender } = render(show(tasks, current(40)));
  fireEvent.click(within(row('Week 1')).getByRole('button'));
  expect(screen.queryByText(/earlier version of the rubric/)).toBeNull();
  rerender(show(tasks, current(50)));
  expect(screen.getByText('This is an earlier version of the rubric.')).toBeTruthy();
});

it('says what counts without a file, and that an excused week does not count', async () => {
  const at = '2026-11-18T09:00:00.000Z';
  const task = (fields: Parameters<typeof ownRecord>[0], more = {}) => ({
    recorded: ownRecord({ at, read_at: at, ...fields }),
    ...more,
  });
  const { tasks } = withholdMarks(
    timelineOnDay(40, {
      'week-1': marked(80, 'Good.'),
      'week-2': task({ status: 'absent', marks: 0, comments: 'You were **ill**.' }, { state: 'marked' }),
      'week-3': task({ status: 'excused', marks: null }),
      'week-4': task({ status: 'not_submitted', marks: 0 }, { state: 'marked' }),
      final: { ...marked(71, ''), recorded: ownRecord({ counts: false, at: '2026-11-01T09:00:00.000Z' }) },
      viva: task({ status: 'marked', marks: 64, comments: 'Well explained.' }, { state: 'marked' }),
    }),
  );
  render(show(tasks, [], { label: 'Result', value: 43 }));
  const states = ['Week 1', 'Week 2', 'Week 3', 'Week 4', 'Final project', 'Viva voce'].map(
    (name) => row(name).querySelector('.state')?.textContent,
  );
  expect(states).toEqual([
    '80 out of 100',
    'Absent, 0 out of 100',
    'Excused',
    'Not submitted, 0 out of 100',
    '71 out of 100',
    '64 out of 100',
  ]);
  const chart =
    'Week 1 80, Week 2 0 (absent), Week 4 0 (not submitted), Final project 71, Viva voce 64. Result 43.';
  expect(screen.getByRole('img', { name: `Marks out of 100: ${chart} Excused: Week 3.` })).toBeTruthy();
  expect(screen.getByText('Week 3 does not count: you are excused.')).toBeTruthy();
  const open = (name: string) =>
    fireEvent.click(within(row(name)).getByRole('button', { name: `View Status ${name}` }));
  open('Week 3');
  expect(row('Week 3').textContent).toContain('MarksExcused, does not count');
  open('Final project');
  expect(row('Final project').textContent).toContain('Recorded before this versionAbsent, 0 out of 100');
  open('Viva voce');
  expect(row('Viva voce').textContent).toContain('RecordedMarked without a file, by Ravi Menon, Wed 18 Nov');
});

it('a file that came after a record is not marked yet', () => {
  const recorded = ownRecord({ submitted_after: true });
  const later = {
    ...submittedTask,
    submitted_at: '2026-11-19T09:00:00.000Z',
    state: 'marked' as const,
    recorded,
  };
  render(show(withholdMarks(timelineOnDay(40, { 'week-2': later })).tasks));
  expect(row('Week 2').querySelector('.state')?.textContent).toBe(
    'Absent, 0 out of 100Version 1 not marked yet',
  );
});

it('tells that a record was read, and asks for its review, without a version', async () => {
  const recorded = ownRecord({ status: 'excused', marks: null });
  api.reply(
    'askSecondLook',
    {
      second_look: {
        reason: 'I was there.',
        asked_at: recorded.at,
        answer: null,
        answered_by: null,
        answered_at: null,
      },
    },
    201,
  );
  await openOutbox(student.s_id);
  render(show(withholdMarks(timelineOnDay(40, { 'week-2': { recorded } })).tasks));
  await waitFor(() => expect(api.of('readMark')).toHaveLength(1));
  expect(api.of('readMark')[0]?.body).toEqual({ task: 'week-2', version: null, marked_at: recorded.at });
  fireEvent.click(within(row('Week 2')).getByRole('button', { name: 'View Status Week 2' }));
  fireEvent.click(within(row('Week 2')).getByRole('button', { name: 'Request a review of Week 2' }));
  fireEvent.change(screen.getByLabelText('Why should your mentor review Week 2?'), {
    target: { value: 'I was there.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
  await waitFor(() => expect(api.of('askSecondLook')).toHaveLength(1));
  expect(api.of('askSecondLook')[0]?.body).toEqual({
    task: 'week-2',
    version: null,
    reason: 'I was there.',
    waited_ms: expect.any(Number) as number,
  });
});
