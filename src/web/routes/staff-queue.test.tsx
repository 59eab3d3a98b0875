import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeskSubmission, StaffSubmission } from '#contract/marking/calls';
import { deskSubmission, mentor, receipt, staffSubmission, student } from '#support/contract-fixtures';
import { press } from '#support/form-steps';
import type { MockApi } from '#support/mock-api';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import * as staff from './staff.tsx';

let api: MockApi;
beforeEach(async () => {
  api = await mockMentorPortal();
});

async function open() {
  const view = await renderScreen(staff, { path: '/staff', at: '/staff', user: mentor });
  await screen.findByRole('article');
  return view;
}
const card = () => within(screen.getByRole('article', { name: 'Asha Kumari, Week 1' }));
const marked = staffSubmission({ state: 'marked', marks: 82, mark_comments: 'Well built.' });
const released = {
  ...marked,
  released: true,
  shown: { version: 1, marks: 82, comments: 'Well built.', read_at: null },
};

describe('a submission', () => {
  it('shows whose, what, when, and what was submitted', async () => {
    const links = 'https://git.example.test/asha';
    answerQueue(api, [staffSubmission({ ...receipt({ links, late: true, comments: '' }) })]);
    await open();
    expect(card().getByText(/^Version 1, submitted/).parentElement?.parentElement?.textContent).toBe(
      `Version 1, submitted Tue 10 Nov, 4:05 am UTC, lateRecord without a fileCo-operative Bank Loan Desk${student.s_id}`,
    );
    const [whose] = card().getAllByRole('link');
    const link = card()
      .getAllByRole('link')
      .find(({ textContent }) => textContent === links);
    expect(whose?.getAttribute('href')).toBe('/staff/students/asha%40example.test');
    expect(link?.getAttribute('href')).toBe(links);
    const file = within(card().getByRole('region', { name: 'The file' })).getByRole('link', {
      name: 'Download',
    });
    expect([file.getAttribute('href'), file.hasAttribute('download')]).toEqual(['/api/files/f1', true]);
    expect(card().getByText('week-1.zip').parentElement?.textContent).toBe('week-1.zip 12 KB');
    expect(card().getByText('To mark')).toBeTruthy();
  });
});

it('a text that the list has cut is shown whole on demand', async () => {
  const long = 'word '.repeat(4_000);
  const { shortened: _, more: __, ...whole } = receipt({ comments: long });
  answerQueue(api, [staffSubmission({ comments: long.slice(0, 1_999), shortened: true })]);
  api.reply('readReceipt', {
    ...whole,
    student: { s_id: student.s_id, s_name: student.s_name },
    academy: 'ICTAK',
    zone: 'Asia/Kolkata',
    key: 'key',
    signature: 'signature',
  });
  await open();
  fireEvent.click(card().getByRole('link', { name: 'Show the whole text' }));
  await waitFor(() => expect(card().getByText('This is the whole text.')).toBeTruthy());
  expect(document.querySelector('article')?.textContent).toContain(long);
});

describe('beside what was submitted', () => {
  const open2 = (fields: Partial<DeskSubmission>) => {
    api.reply('readStaffSubmission', deskSubmission(fields));
    return open();
  };

  it('stand the project and how other tasks were marked', async () => {
    const other = { version: 1, released: true } as const;
    await open2({
      other_marks: [
        { task: 'week-2', marks: 71, comments: 'Say why.', ...other, released: false },
        { task: 'final', marks: 90, comments: '', ...other },
      ],
    });
    expect(card().getByText('Co-operative Bank Loan Desk')).toBeTruthy();
    const marks = within(card().getByRole('region', { name: 'Marks of other tasks' }));
    expect(marks.getByText('Week 2').parentElement?.textContent).toBe('Week 2, 71 out of 100, not released');
    expect(marks.getByText('Say why.')).toBeTruthy();
    expect(marks.getByText('Final project').parentElement?.textContent).toBe(
      'Final project, 90 out of 100, released',
    );
  });

  it('without a project and other marks nothing pretends to be there', async () => {
    await open2({ project: null });
    expect(card().getByText('No project')).toBeTruthy();
    expect(card().queryByRole('region', { name: 'Marks of other tasks' })).toBeNull();
  });

  it('an older version says so and leads to the newest', async () => {
    await open2({ newest: 'CAP-NEWEST' });
    expect(card().getByRole('note').textContent).toContain('Asha Kumari has submitted a newer version.');
    expect(card().getByRole('link', { name: 'Open the newest version' }).getAttribute('href')).toContain(
      'open=CAP-NEWEST',
    );
  });

  it('a long comment shows its beginning, and the rest on demand', async () => {
    const comments = Array.from({ length: 300 }, (_, i) => `word${i}`).join(' ');
    await open2({ comments });
    const fold = card().getByText('Rest of the text').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain('word299');
    expect(fold?.previousElementSibling?.textContent).toContain('word10 ');
  });
});

it('a marked one shows its mark, and a form once it is to be changed', async () => {
  answerQueue(api, [released]);
  await open();
  expect(card().queryByLabelText('Marks (0–100)')).toBeNull();
  expect(card().getByText('82 out of 100')).toBeTruthy();
  expect(card().getByText('The first screens.')).toBeTruthy();
  press('Change the marks');
  expect(card().getByLabelText('Marks (0–100)')).toBeTruthy();
  expect(card().getByText('The first screens.')).toBeTruthy();
});

const look = {
  number: released.number,
  version: 1,
  reason: 'The second page counts.',
  asked_at: '2026-11-11T04:05:06.789Z',
  answer: null,
  answered_by: null,
  answered_at: null,
};

it('a review is answered with other marks in one click', async () => {
  answerQueue(api, [{ ...released, second_look: look }]);
  await open();
  const review = within(card().getByRole('region', { name: 'Mark review' }));
  expect(review.getByText('82 out of 100')).toBeTruthy();
  fireEvent.change(review.getByLabelText('New marks (0–100)'), { target: { value: '84' } });
  fireEvent.change(review.getByLabelText('Your answer to Asha Kumari'), { target: { value: 'It does.' } });
  const answered = (answer: string, answered_by: string) => ({
    answer,
    answered_by,
    answered_at: look.asked_at,
  });
  api.replyConflict('answerReview', 'This review was answered in the meantime.', answered('No.', 'Ravi'));
  fireEvent.click(review.getByRole('button', { name: 'Answer and change 82 to 84' }));
  expect((await review.findByRole('alert')).textContent).toContain('No.');
  expect(review.getByText('82 out of 100'), 'a colleague was first: nothing has changed').toBeTruthy();
  expect(review.getByLabelText<HTMLTextAreaElement>('Your answer to Asha Kumari').value).toBe('It does.');
  api.reply('answerReview', {
    ...released,
    marks: 84,
    second_look: { ...look, ...answered('It does.', 'Anjali') },
  });
  fireEvent.click(review.getByRole('button', { name: 'Answer and change 82 to 84' }));
  await waitFor(() => expect(card().getByText('84 out of 100')).toBeTruthy());
  expect(card().getByText('It does.')).toBeTruthy();
  expect(api.of('markSubmission'), 'the mark goes with the answer').toEqual([]);
  expect(api.of('answerReview')[0]?.body).toEqual({
    answer: 'It does.',
    mark: {
      marks: 84,
      comments: 'Well built.',
      released: true,
      original: { marks: 82, comments: 'Well built.', released: true, rubric: null },
      confirm_lower: true,
      newest: released.number,
    },
  });
});

it('marks that an older server did not take with the answer are sent after it', async () => {
  answerQueue(api, [{ ...released, second_look: look }]);
  await open();
  const review = within(card().getByRole('region', { name: 'Mark review' }));
  fireEvent.change(review.getByLabelText('New marks (0–100)'), { target: { value: '84' } });
  fireEvent.change(review.getByLabelText('Your answer to Asha Kumari'), { target: { value: 'It does.' } });
  const answered = { ...look, answer: 'It does.', answered_by: 'Anjali', answered_at: look.asked_at };
  api.reply('answerReview', { ...released, second_look: answered });
  api.reply('markSubmission', { ...released, marks: 84, second_look: answered });
  fireEvent.click(review.getByRole('button', { name: 'Answer and change 82 to 84' }));
  await waitFor(() => expect(card().getByText('84 out of 100')).toBeTruthy());
  expect(api.of('markSubmission')[0]?.body).toMatchObject({ marks: 84, original: { marks: 82 } });
});

it('an answer and its marks are there again after a reload, and gone once they are sent', async () => {
  answerQueue(api, [{ ...released, second_look: look }]);
  const fields = async () => {
    const view = await open();
    const review = within(card().getByRole('region', { name: 'Mark review' }));
    const marks = review.getByLabelText<HTMLInputElement>('New marks (0–100)');
    const answer = review.getByLabelText<HTMLTextAreaElement>('Your answer to Asha Kumari');
    return { ...view, marks, answer };
  };
  const first = await fields();
  fireEvent.change(first.marks, { target: { value: '' } });
  expect(first.marks.value, 'it can be emptied').toBe('');
  fireEvent.change(first.marks, { target: { value: '84' } });
  fireEvent.change(first.answer, { target: { value: 'It does.' } });
  first.unmount();
  const second = await fields();
  expect([second.marks.value, second.answer.value]).toEqual(['84', 'It does.']);
  const answered = Promise.withResolvers<StaffSubmission>();
  api.replyWith('answerReview', () => answered.promise);
  press('Answer and change 82 to 84');
  await waitFor(() => expect(second.answer.readOnly, 'while it is sent').toBe(true));
  expect(second.marks.readOnly).toBe(true);
  answered.resolve({ ...released, marks: 84, second_look: look });
  await waitFor(() => expect(second.answer.value).toBe(''));
  await waitFor(() => expect(second.answer.readOnly).toBe(false));
  second.unmount();
  const third = await fields();
  expect([third.marks.value, third.answer.value]).toEqual(['82', '']);
});

it('a mentor passes a review to the office, which then decides; the one who gave the mark only comments', async () => {
  answerQueue(api, [{ ...released, second_look: look }]);
  await open();
  const review = within(card().getByRole('region', { name: 'Mark review' }));
  press('Pass to the office');
  expect(review.getByText('Write a few words.')).toBeTruthy();
  expect(api.of('commentOnReview')).toEqual([]);
  const type = (label: string, value: string) =>
    fireEvent.change(review.getByLabelText(label), { target: { value } });
  type('Your answer to Asha Kumari', ' Too much. ');
  const comments = [{ text: 'Too much.', by: 'Anjali', at: look.asked_at, to_office: true }];
  api.reply('commentOnReview', { ...released, second_look: { ...look, decider: 'office', comments } });
  press('Pass to the office');
  await waitFor(() => expect(review.getByText('The office decides this review.')).toBeTruthy());
  expect(review.getByText(/^Anjali passed it to the office/)).toBeTruthy();
  expect(review.queryByLabelText('New marks (0–100)')).toBeNull();
  expect(review.queryByRole('button', { name: /Answer|Pass/ })).toBeNull();
  type('Your comment', 'One more.');
  press('Add comment');
  await waitFor(() => expect(api.of('commentOnReview')).toHaveLength(2));
  expect(api.of('commentOnReview').map(({ body }) => body)).toEqual([
    { comment: 'Too much.', to_office: true },
    { comment: 'One more.', to_office: false },
  ]);
});
