import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { FinalMarks } from '#contract/viva-hour/final-calls';
import { deskSubmission, mentor, staffSubmission } from '#support/contract-fixtures';
import { answerQueue, mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { readDraft } from '../../../lib/forms/drafts.ts';
import { finalMarksDraft } from '../../../lib/stored-names/staff.ts';
import * as staff from '../../../routes/staff.tsx';

const at = '2026-12-03T04:45:00.000Z';

const nobody: FinalMarks = {
  number: 'CAP-1',
  version: 2,
  student: { s_id: 'asha@example.test', s_name: 'Asha Nair' },
  rule: { how: 'mean', apart: 10 },
  lines: [{ id: 'marks', text: 'Marks', most: 100, optional: false }],
  newest: { number: 'CAP-1', version: 2 },
  earlier_version: 1,
  markers: [],
  own: null,
  may_give: true,
  papers: null,
  mean: null,
  apart: null,
  needs_reason: false,
  outcome: null,
  closed: null,
  confirmed_at: null,
};
const own = { points: [{ line: 'marks', points: 72 }], words: 'Clear.', marks: 72, at };
const waiting: FinalMarks = {
  ...nobody,
  earlier_version: null,
  markers: [{ name: 'Anjali', is_own: true, confirmed: false }],
  own,
};
const both: FinalMarks = {
  ...waiting,
  markers: [...waiting.markers, { name: 'Ravi Menon', is_own: false, confirmed: false }],
  may_give: false,
  papers: [
    { name: 'Anjali', paper: own },
    { name: 'Ravi Menon', paper: { ...own, marks: 84, words: 'Very clear.' } },
  ],
  mean: 78,
  apart: 12,
  needs_reason: true,
};

async function open(final: FinalMarks, user = mentor) {
  const api = await mockMentorPortal();
  const row = staffSubmission({ number: 'CAP-1', task: 'final', version: 2 });
  answerQueue(api, [row]);
  api.reply('readStaffSubmission', deskSubmission({ ...row, two_mark: true }));
  api.reply('readFinalMarks', final);
  await renderScreen(staff, { path: '/staff', at: '/staff?open=CAP-1', user });
  await screen.findByRole('heading', { name: 'Your own marks' });
  return { api, row, typing: userEvent.setup() };
}

it('own marks replace the ordinary form, are a draft until given, and wait for the second', async () => {
  const { api, typing } = await open(nobody);
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  screen.getByText('You marked version 1. Give your marks again for version 2.');
  await typing.click(screen.getByRole('button', { name: 'Give my marks' }));
  expect((await screen.findAllByText('Enter points for Marks')).length).toBeGreaterThan(0);
  await typing.click(document.body);
  await typing.keyboard('m72{Enter}Clear.{Escape}?');
  const listed = within(await screen.findByRole('dialog')).getAllByRole('term');
  expect(listed.map((key) => key.textContent)).toEqual([
    'J',
    'K',
    'L',
    'M',
    'C',
    'Enter',
    'Esc',
    'CtrlEnter',
    '?',
  ]);
  await typing.click(screen.getByRole('button', { name: 'Close' }));
  expect(api.of('giveFinalMarks')).toEqual([]);
  await typing.keyboard('c');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Your words/ }));
  const key = finalMarksDraft(mentor.account, 'CAP-1');
  expect(String(readDraft(key))).toContain('Clear.');
  api.reply('giveFinalMarks', waiting);
  await typing.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByText('You gave 72 out of 100. Waiting for the second marker.');
  expect(api.of('giveFinalMarks')[0]?.body).toEqual({
    points: [{ line: 'marks', points: 72 }],
    words: 'Clear.',
    began: { points: [], words: '' },
  });
  expect(readDraft(key)).toBeUndefined();
  api.reply('readFinalMarks', both);
  await typing.click(screen.getByRole('button', { name: 'Check for the second marks' }));
  await screen.findByText('Ravi Menon: 84 out of 100');
});

it('points of “1,000” are no 1, and a comma before one or two digits is a decimal point', async () => {
  const { api, typing } = await open(nobody);
  const points = screen.getByLabelText<HTMLInputElement>(/^Marks/);
  await typing.type(points, '1,000');
  await typing.click(screen.getByRole('button', { name: 'Give my marks' }));
  expect((await screen.findAllByText('Enter points for Marks')).length).toBeGreaterThan(0);
  expect(api.of('giveFinalMarks')).toEqual([]);
  await typing.clear(points);
  await typing.type(points, '72,5');
  api.reply('giveFinalMarks', waiting);
  await typing.click(screen.getByRole('button', { name: 'Give my marks' }));
  await waitFor(() =>
    expect(api.of('giveFinalMarks')[0]?.body).toMatchObject({ points: [{ points: 72.5 }] }),
  );
});

it('marks far apart ask for a reason; the last confirmation brings the ordinary form back', async () => {
  const { api, row, typing } = await open(both);
  screen.getByText(/The marks are 12 points apart, more than 10/);
  screen.getByText('Very clear.');
  await typing.type(screen.getByLabelText('Reason'), 'We talked.');
  api.reply('confirmFinalOutcome', { ...both, confirmed_at: at });
  api.reply('readStaffSubmission', deskSubmission({ ...row, marks: 78, mark_comments: '', state: 'marked' }));
  await typing.click(screen.getByRole('button', { name: 'Confirm 78 out of 100' }));
  await screen.findByRole('button', { name: 'Change the marks' });
  expect(api.of('confirmFinalOutcome')[0]?.body).toEqual({
    marks: 78,
    reason: 'We talked.',
    comments: '',
    began: { marks: null, reason: '', comments: '' },
  });
});

it('an outcome that a colleague proposed meanwhile stands beside what is typed, and is confirmed as shown', async () => {
  const agreed: FinalMarks = { ...both, rule: { how: 'agreed', apart: 10 } };
  const { api, typing } = await open(agreed);
  await typing.type(screen.getByLabelText('Agreed marks'), '1,000');
  await typing.click(screen.getByRole('button', { name: 'Confirm the outcome' }));
  expect((await screen.findAllByText('Enter a number from 0 to 100.')).length, 'not 1').toBeGreaterThan(0);
  await typing.clear(screen.getByLabelText('Agreed marks'));
  await typing.type(screen.getByLabelText('Agreed marks'), '75');
  await typing.type(screen.getByLabelText('Reason'), 'Mine.');
  const outcome = { by: 'Ravi Menon', marks: 80, reason: 'Theirs.', comments: 'Well done.', at };
  const current = { ...agreed, outcome };
  const refusal = { message: 'It was changed in the meantime.', current };
  api.refuse('confirmFinalOutcome', 409, refusal);
  await typing.click(screen.getByRole('button', { name: 'Confirm the outcome' }));
  await screen.findByText('It was changed in the meantime.');
  const fields = () =>
    ['Agreed marks', 'Reason', /^Comments/].map(
      (label) => screen.getByLabelText<HTMLInputElement>(label).value,
    );
  expect(fields(), 'what is typed stays; the rest is shown as it is').toEqual(['75', 'Mine.', 'Well done.']);
  const notice = screen.getByText('It was changed in the meantime.').closest('[role=alert]');
  for (const text of ['80', 'Theirs.', '75', 'Mine.']) expect(notice?.textContent).toContain(text);
  await typing.click(screen.getByRole('button', { name: 'Keep the other version' }));
  expect(fields()).toEqual(['80', 'Theirs.', 'Well done.']);
  api.reply('confirmFinalOutcome', { ...current, confirmed_at: null });
  await typing.click(screen.getByRole('button', { name: 'Confirm the outcome' }));
  await waitFor(() => expect(api.of('confirmFinalOutcome')).toHaveLength(2));
  const { by: _, at: __, ...shown } = outcome;
  expect(api.of('confirmFinalOutcome')[1]?.body).toEqual({ ...shown, began: shown });
});

it('what was typed for an outcome that was confirmed meanwhile stays on the screen', async () => {
  const { api, typing } = await open({ ...both, rule: { how: 'agreed', apart: 10 } });
  await typing.type(screen.getByLabelText('Agreed marks'), '75');
  await typing.type(screen.getByLabelText(/^Comments/), 'Ask about tests.');
  const outcome = { by: 'Ravi Menon', marks: 80, reason: 'Theirs.', comments: '', at };
  const current = { ...both, outcome, confirmed_at: at };
  const refusal = { message: 'It was changed in the meantime.', current };
  api.refuse('confirmFinalOutcome', 409, refusal);
  await typing.click(screen.getByRole('button', { name: 'Confirm the outcome' }));
  await screen.findByText('The outcome was confirmed in the meantime. This is not saved:');
  screen.getByText('Agreed marks: 75');
  screen.getByText('Comments for the student: Ask about tests.');
  expect(screen.queryByText(/^Reason:/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Confirm the outcome' })).toBeNull();
});

it('says what could not be loaded, after a confirmation with a way to load it again', async () => {
  const { api, row, typing } = await open(waiting);
  api.cutOff('readFinalMarks');
  const check = screen.getByRole('button', { name: 'Check for the second marks' });
  await typing.click(check);
  await screen.findByText('The marks could not be loaded');
  api.reply('readFinalMarks', { ...both, needs_reason: false, apart: 6 });
  await typing.click(check);
  await screen.findByText('Very clear.');
  expect(screen.queryByText('The marks could not be loaded')).toBeNull();
  api.reply('confirmFinalOutcome', { ...both, confirmed_at: at });
  api.cutOff('readStaffSubmission');
  await typing.click(screen.getByRole('button', { name: 'Confirm 78 out of 100' }));
  await screen.findByText('The submission could not be loaded');
  api.reply('readStaffSubmission', deskSubmission({ ...row, marks: 78, mark_comments: '', state: 'marked' }));
  await typing.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Change the marks' });
});

it('the office lets one mentor’s marks count, with a reason', async () => {
  const given = { ...waiting, own: null, markers: [{ name: 'Ravi Menon', is_own: false, confirmed: false }] };
  const { api, typing } = await open(given, { ...mentor, role: 'administrator' });
  screen.getByText('Ravi Menon has given marks. You see them after you give yours.');
  await typing.click(screen.getByText('Let one mentor’s marks count'));
  await typing.type(screen.getByLabelText('Reason'), 'Ill.');
  const closed = { at, by: 'Office', reason: 'Ill.' };
  api.reply('closeFinalMarks', { ...given, may_give: false, closed });
  await typing.click(screen.getByRole('button', { name: 'Close with the marks of Ravi Menon' }));
  await screen.findByText('Office: Ill.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Give my marks' })).toBeNull());
});
