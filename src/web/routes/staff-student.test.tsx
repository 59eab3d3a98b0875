import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { tasks } from '#contract/dates';
import type { MarkedVersion, StaffNote, StaffStudent } from '#contract/progress/student-calls';
import {
  mentor,
  receipt,
  resultFrom,
  staffSubmission,
  student,
  timelineOnDay,
} from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
import * as staffStudent from './staff-student.tsx';

const at = '2026-11-10T04:05:06.789Z';
const later = '2026-11-11T04:05:06.789Z';
const asha: StaffStudent = {
  student: { s_id: 'asha@example.test', s_name: 'Asha Kumari' },
  batch: 'MERN-2026-11',
  course: 'MERN Stack',
  project: { id: 'P001', name: 'Boats' },
  start_date: at,
  viva_deadline: null,
  signed_up_at: at,
  seen_at: null,
  reason: 'Week 2 open for 9 days; never logged in',
  tasks: tasks.map((task) => ({
    task,
    state: task === 'week-1' ? 'held-back' : 'locked',
    opens_at: at,
    due_at: null,
    earlier_project: false,
    late: task === 'week-1',
    version: task === 'week-1' ? 2 : null,
    submitted_at: task === 'week-1' ? at : null,
    marks: task === 'week-1' ? 64 : null,
    shown: task === 'week-1' ? { version: 1, marks: 50 } : null,
  })),
};
const mark = { marks: 64, comments: 'Better.', released: false };
const version: MarkedVersion = {
  ...receipt({ version: 2, late: true }),
  mark: { ...mark, by: 'Anjali Menon', at: later, read_at: null },
  second_look: null,
  history: [
    { at: later, by: 'Anjali Menon', before: { ...mark, marks: 60, comments: 'Hm.' }, after: mark },
    { at, by: null, before: null, after: { ...mark, marks: 60, comments: 'Hm.' } },
  ],
};
const note = (id: string, fields: Partial<StaffNote> = {}): StaffNote => ({
  id,
  text: `Note ${id}`,
  author: { name: 'Anjali Menon', role: 'mentor' },
  createdAt: at,
  isOwn: false,
  ...fields,
});

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.s_id);
  await removeDrafts();
  api = mockApi();
  api.reply('readStaffStudent', asha);
  api.reply('readStudentTime', {
    zone: 'Asia/Kolkata',
    project: null,
    start: null,
    start_date: null,
    tasks: [],
    acts: [],
  });
  api.reply('listMarkedVersions', [version]);
  api.reply('readResult', resultFrom(timelineOnDay(16)));
  api.reply('listStudentPosts', [{ kind: 'question', question: '7', text: 'How long?', createdAt: at }]);
  api.reply('listStaffNotes', [note('2', { isOwn: true }), note('1')]);
});

async function open(tab = '', user = mentor) {
  await renderScreen(staffStudent, {
    path: '/staff/students/:s_id',
    at: `/staff/students/asha%40example.test${tab}`,
    user,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
}
const region = (name: string) => within(screen.getByRole('region', { name }));

describe("a student's page for staff", () => {
  it('has who it is, why behind, the six tasks with what is not released, and the posts', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Asha Kumari' })).toBeTruthy();
    expect(screen.getByText('Week 2 open for 9 days; never logged in')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'MERN-2026-11' }).getAttribute('href')).toBe(
      '/staff/batches/MERN-2026-11',
    );
    const [first] = region('The six tasks').getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Week 1Not releasedLate/);
    expect(first?.textContent).toContain('64 out of 100, not released');
    expect(first?.textContent).toContain('The student sees 50 out of 100, for version 1');
    expect(region('The six tasks').getByRole('link', { name: 'Week 1' }).getAttribute('href')).toBe(
      `/staff?batch=MERN-2026-11&state=all&open=${version.number}`,
    );
  });

  it('leads to the screens as the student sees them', async () => {
    await open();
    const link = await screen.findByRole('link', { name: 'See as this student' });
    expect(link.getAttribute('href')).toBe('/staff/students/asha%40example.test/as');
  });

  it('has the posts beside the notes, and no account for a mentor', async () => {
    await open('?tab=notes');
    expect(screen.getByRole('link', { name: 'How long?' }).getAttribute('href')).toBe(
      '/discussion/MERN-2026-11/7',
    );
    const tabs = within(screen.getByRole('navigation', { name: 'Parts of this page' }));
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Work',
      'Dates',
      'Notes',
    ]);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Notes');
  });

  it('the tab of the account is the office’s: it opens the work for a mentor', async () => {
    await open('?tab=account');
    expect(screen.getByRole('region', { name: 'The six tasks' })).toBeTruthy();
    expect(api.of('readPerson')).toEqual([]);
  });

  it('each version has its mark, and how that came about', async () => {
    await open();
    const versions = region('Versions and marks');
    expect(versions.getByRole('heading', { name: 'Week 1, version 2' })).toBeTruthy();
    expect(versions.getByText(/, not released, by Anjali Menon/)).toBeTruthy();
    const history = within(versions.getByText('History of this mark').closest('details') as HTMLElement);
    const changes = history.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(changes[0]).toContain('60 out of 100, not released, became 64 out of 100, not released');
    expect(changes[0]).toContain('The comment was: “Hm.”');
    expect(changes[1]).toMatch(/: 60 out of 100, not released$/);
  });

  it('a version says what held since, and by which lines of a rubric its mark was given', async () => {
    const by = (id: string, points: number) => ({ id, line: id, text: `Line ${id}`, points });
    const ruled = {
      ...mark,
      rubric: { lines: [by('1', 40), by('2', 20)], reason: 'Four more for the undo.' },
    };
    api.reply('listMarkedVersions', [
      {
        ...version,
        extended: { due_at: later, granted_at: at },
        made_for: { p_id: 'P002', p_name: 'Loan Desk' },
        mark: { ...ruled, by: null, at: later, read_at: null },
        history: [
          {
            at: later,
            by: null,
            before: { ...mark, rubric: { lines: [by('1', 40)], reason: null } },
            after: ruled,
          },
          { at, by: null, before: null, after: { ...mark, rubric: { lines: [by('1', 40)], reason: null } } },
        ],
      },
    ]);
    await open();
    const versions = region('Versions and marks');
    const when = versions.getByText(', late; extended later').closest('p')?.textContent;
    expect(when).toMatch(/ \(extension given on .*, until .*\); made for Loan Desk, an earlier project$/);
    const history = versions.getByText('History of this mark').closest('details') as HTMLElement;
    expect(history.textContent).toContain('By Line 1 +40; Line 2 +20');
    expect(history.textContent).toContain('Reason, for staff: Four more for the undo.');
  });

  it('a text of a version has ten links at most, since all versions are drawn at once', async () => {
    const links = 'http://a.test/ '.repeat(60);
    api.reply('listMarkedVersions', [{ ...version, links, comments: links }]);
    await open();
    const versions = region('Versions and marks');
    expect(versions.getAllByRole('link', { name: 'http://a.test/', hidden: true })).toHaveLength(2 * 10);
  });

  it('a review is answered where its mark stands', async () => {
    const asked = {
      reason: 'The second page counts, too.',
      asked_at: later,
      answer: null,
      answered_by: null,
      answered_at: null,
    };
    api.reply('listMarkedVersions', [{ ...version, second_look: asked }]);
    await open();
    const look = region('Mark review');
    expect(look.getByText('The second page counts, too.')).toBeTruthy();
    fireEvent.change(look.getByLabelText('Your answer to Asha Kumari'), { target: { value: 'It does.' } });
    api.reply('answerReview', staffSubmission());
    const answer = { answer: 'It does.', answered_by: 'Anjali Menon', answered_at: later };
    api.reply('readMarkHistory', { history: version.history, second_look: { ...asked, ...answer } });
    await userEvent.click(look.getByRole('button', { name: 'Answer' }));
    await settle(() => region('Mark review').getByText('It does.', { selector: 'blockquote *, blockquote' }));
    expect(screen.queryByLabelText('Your answer to Asha Kumari')).toBeNull();
    expect(api.of('answerReview')[0]?.params).toEqual({ id: version.number });
  });

  it('the office opens a review of a released mark that has none, with a reason', async () => {
    const released = { ...version, mark: { ...version.mark!, released: true } };
    api.reply('listMarkedVersions', [released]);
    await open();
    const summaries = () => screen.queryAllByText('Open a review');
    expect(summaries(), 'mentors do not').toHaveLength(0);
    cleanup();
    // On an older page: the reload after a form reads the first one alone.
    const newest = { ...version, number: 'CAP-2', version: 3, more: true as const };
    api.replyWith('listMarkedVersions', ({ query }) =>
      query['before'] === undefined ? [newest] : [released],
    );
    await open('', { ...mentor, role: 'administrator' });
    await userEvent.click(screen.getByRole('button', { name: 'Show older versions' }));
    await settle(() => screen.getByRole('heading', { name: 'Week 1, version 2' }));
    expect(summaries(), 'only for what the student sees').toHaveLength(1);
    fireEvent.click(summaries()[0]!);
    const field = screen.getByLabelText('Why is this mark reviewed?');
    fireEvent.change(field, { target: { value: 'Two markers disagree.' } });
    const second_look = {
      reason: 'Two markers disagree.',
      opened_by: 'Suma Office',
      asked_at: later,
      answer: null,
      answered_by: null,
      answered_at: null,
    };
    api.reply('openReview', staffSubmission(), 201);
    api.reply('readMarkHistory', { history: version.history, second_look });
    await userEvent.click(screen.getByRole('button', { name: 'Open the review' }));
    await settle(() => screen.getByText(/^Suma Office opened a review of the marks of version 2/));
    expect(api.of('openReview')[0]).toMatchObject({
      params: { id: version.number },
      body: { reason: 'Two markers disagree.' },
    });
    expect(summaries()).toHaveLength(0);
  });

  it('a note is kept until it is written, once; its text then leaves the field', async () => {
    await open('?tab=notes');
    const field = screen.getByLabelText<HTMLTextAreaElement>('A note for staff');
    await userEvent.click(screen.getByRole('button', { name: 'Add the note' }));
    expect(await screen.findByText('The note is empty')).toBeTruthy();
    expect(api.of('addStaffNote')).toHaveLength(0);
    fireEvent.change(field, { target: { value: ' Was ill. ' } });
    api.cutOff('addStaffNote');
    await userEvent.click(screen.getByRole('button', { name: 'Add the note' }));
    await screen.findByRole('alert');
    expect(field.value).toBe(' Was ill. ');
    const added = Promise.withResolvers<StaffNote>();
    api.replyWith('addStaffNote', () => added.promise, 201);
    api.reply('listStaffNotes', [note('3', { text: 'Was ill.', isOwn: true }), note('1')]);
    await userEvent.click(screen.getByRole('button', { name: 'Add the note' }));
    await waitFor(() => expect(field.readOnly, 'while it is sent').toBe(true));
    added.resolve(note('3', { text: 'Was ill.', isOwn: true }));
    expect(await screen.findByText('Was ill.', { selector: 'li *' })).toBeTruthy();
    expect([field.value, field.readOnly]).toEqual(['', false]);
    const [first, second] = api.of('addStaffNote');
    expect(second?.body).toEqual({ text: 'Was ill.' });
    expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
  });

  it('only one’s own notes can be deleted; the focus goes to their heading, and it can be undone', async () => {
    await open('?tab=notes');
    const [button, ...others] = screen.getAllByRole('button', { name: /^Delete your note/ });
    expect(others).toEqual([]);
    api.reply('deleteStaffNote', undefined);
    api.reply('listStaffNotes', [note('1')]);
    await userEvent.click(button as HTMLElement);
    await waitFor(() => expect(screen.queryByText('Note 2')).toBeNull());
    expect(api.of('deleteStaffNote')[0]?.params).toEqual({ s_id: 'asha@example.test', note: '2' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Notes so far'));
    api.reply('addStaffNote', note('3', { text: 'Note 2', isOwn: true }), 201);
    api.reply('listStaffNotes', [note('3', { text: 'Note 2', isOwn: true }), note('1')]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Note 2');
    expect(api.of('addStaffNote')[0]?.body).toEqual({ text: 'Note 2' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('a new note pushes none out of the list when older ones are shown', async () => {
    const page = (from: number) => Array.from({ length: 50 }, (_, i) => note(String(from - i)));
    api.reply('listStaffNotes', page(90));
    await open('?tab=notes');
    api.reply('listStaffNotes', [note('40')]);
    await userEvent.click(screen.getByRole('button', { name: 'Show older notes' }));
    await screen.findByText('Note 40');
    api.reply('addStaffNote', note('91', { isOwn: true }), 201);
    api.reply('listStaffNotes', page(91));
    const field = screen.getByLabelText<HTMLTextAreaElement>('A note for staff');
    fireEvent.change(field, { target: { value: 'Note 91' } });
    await userEvent.click(screen.getByRole('button', { name: 'Add the note' }));
    await screen.findByText('Note 91', { selector: 'li *' });
    const shown = [91, 42, 41, 40].map(
      (id) => screen.getAllByText(`Note ${id}`, { selector: 'li *' }).length,
    );
    expect(shown).toEqual([1, 1, 1, 1]);
  });

  it('is no screen for students, who ask for nothing', async () => {
    await open('', student);
    expect(screen.getByRole('heading', { name: 'This page is for mentors' })).toBeTruthy();
    expect(api.of('readStaffStudent')).toEqual([]);
  });
});
