import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLoaderData } from 'react-router';
import { expect, it } from 'vitest';
import { stepLines, type VivaPaper } from '#contract/viva-hour/hour';
import type { VivaPapers } from '#contract/examiners/viva-calls';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { mentor } from '#support/contract-fixtures';
import { mockMentorPortal } from '#support/portal-answers';
import { renderScreen } from '#support/render-screen';
import { call } from '../../lib/calls/client.ts';
import { readDraft } from '../../lib/forms/drafts.ts';
import { wakeOutbox } from '../../lib/outbox/outbox.ts';
import { vivaPaperDraft } from '../../lib/stored-names/staff.ts';
import * as staffViva from '../../routes/staff-viva.tsx';
import { VivaHourPart } from './viva-hour.tsx';

const s_id = 'asha@example.test';
const address = `/staff/vivas/${encodeURIComponent(s_id)}`;

const hour: VivaHour = {
  student: { s_id, s_name: 'Asha Nair' },
  batch: 'MERN-2026-11',
  project: { id: 'P1', name: 'Shop' },
  slot: { starts_at: '2026-12-03T04:30:00.000Z', minutes: 20, room: 'Room 2', link: null },
  rule: { how: 'mean', apart: 10, shows_weeks: false, two_mark_final: false },
  lines: [...stepLines],
  panel: [
    { name: 'Anjali', is_own: true, gave: false, confirmed: false },
    { name: 'Ravi Menon', is_own: false, gave: false, confirmed: false },
  ],
  own: null,
  weeks: null,
  papers: null,
  mean: null,
  apart: null,
  needs_reason: false,
  outcome: null,
  closed: null,
  confirmed_at: null,
};

const papers: VivaPapers = {
  student: { s_id, s_name: 'Asha Nair' },
  batch: 'MERN-2026-11',
  starts_at: '2026-12-03T04:30:00.000Z',
  minutes: 20,
  room: 'Room 2',
  link: null,
  panel: ['Anjali', 'Ravi Menon'],
  project: null,
  briefs: [],
  versions: [],
};

const given = (paper: VivaPaper, marks: number): NonNullable<VivaHour['own']> => ({
  ...paper,
  marks,
  at: '2026-12-03T04:45:00.000Z',
});

const route = {
  clientAction: staffViva.clientAction,
  default: function Page() {
    const shown = useLoaderData<VivaHour>();
    return <VivaHourPart hour={shown} account={mentor.account} address={address} bank={[]} />;
  },
  clientLoader: () => call('readVivaHour', { params: { s_id } }),
};

async function openHour(first: VivaHour = hour) {
  const api = await mockMentorPortal();
  api.reply('readVivaHour', first);
  await renderScreen(route, { path: '/staff/vivas/:s_id', at: address, user: mentor });
  await screen.findByRole('heading', { name: 'Your marks' });
  return api;
}

const points = () => screen.getAllByLabelText(/\(0 to \d+\)/);
const typeAll = async (user: ReturnType<typeof userEvent.setup>) => {
  for (const [index, field] of points().entries())
    await user.type(field, String([8, 15, 14, 10, 20, 9][index]));
};

it('five questions and six steps take at most twenty acts beside typing, by keys alone', async () => {
  const api = await openHour();
  api.reply('giveVivaMarks', hour);
  const user = userEvent.setup();
  let acts = 1;
  const press = async (keys: string) => {
    acts += 1;
    await user.keyboard(keys);
  };
  // The first field is a click; Tab leads to the others.
  await user.click(points()[0]!);
  acts += 1;
  for (const [index] of points().entries()) {
    await user.keyboard(String([8, 15, 14, 10, 20, 9][index]));
    if (index < 5) await press('{Tab}');
  }
  expect(screen.getByText('76 out of 100')).toBeTruthy();
  await press('{Tab}');
  for (const [index, words] of ['Why?', 'How?', 'When?', 'Who?', 'Where?'].entries()) {
    await user.keyboard(words);
    await press('{Enter}');
    await press(String(index + 1));
  }
  await user.click(screen.getByRole('button', { name: 'Give my marks' }));
  acts += 1;
  // One more confirms the outcome.
  expect(acts + 1).toBeLessThanOrEqual(20);
  await waitFor(() => expect(api.of('giveVivaMarks')).toHaveLength(1));
  expect(api.of('giveVivaMarks')[0]?.body).toMatchObject({
    points: [
      { line: 'introduction', points: 8 },
      { line: 'methodology', points: 15 },
      { line: 'findings', points: 14 },
      { line: 'challenges', points: 10 },
      { line: 'qa', points: 20 },
      { line: 'conclusion', points: 9 },
    ],
    questions: [
      { text: 'Why?', answered: 'fully', step: null },
      { text: 'How?', answered: 'right', step: null },
      { text: 'When?', answered: 'with-help', step: null },
      { text: 'Who?', answered: 'partly', step: null },
      { text: 'Where?', answered: 'not', step: null },
    ],
    began: { points: [], words: '', questions: [], incidents: [] },
  });
});

it('without a connection the marks wait, and arrive once', async () => {
  const api = await openHour();
  const user = userEvent.setup();
  api.cutOff('giveVivaMarks');
  await typeAll(user);
  await user.click(screen.getByRole('button', { name: 'Give my marks' }));
  await screen.findByRole('button', { name: 'Go on marking' });
  const own = given({ points: [], words: '', questions: [], incidents: [] }, 76);
  api.reply('giveVivaMarks', { ...hour, own });
  api.reply('readVivaHour', { ...hour, own });
  act(() => wakeOutbox());
  await screen.findByText(/You see the other marks after all examiners have given theirs\.$/);
  const keys = new Set(api.of('giveVivaMarks').map(({ headers }) => headers.get('idempotency-key')));
  expect(keys.size).toBe(1);
});

it.each([
  ['the session has ended', 401],
  ['the portal restarts', 503],
])('when %s, nothing that is typed is lost', async (_, status) => {
  const api = await openHour();
  const user = userEvent.setup();
  api.refuse('giveVivaMarks', status, { code: status === 401 ? 'signed_out' : 'busy' });
  await typeAll(user);
  await user.type(screen.getByLabelText('Your words'), 'Knows the code.');
  await user.click(screen.getByRole('button', { name: 'Give my marks' }));
  await user.click(await screen.findByRole('button', { name: 'Go on marking' }));
  expect(await screen.findByDisplayValue('Knows the code.')).toBeTruthy();
  expect(points().map((field) => (field as HTMLInputElement).value)).toEqual([
    '8',
    '15',
    '14',
    '10',
    '20',
    '9',
  ]);
});

it('a refusal gives back what was typed, also a question that was not answered yet', async () => {
  const api = await openHour();
  const user = userEvent.setup();
  api.refuse('giveVivaMarks', 409, { message: 'The office has closed this panel.', code: 'conflict' });
  await typeAll(user);
  await user.type(screen.getByLabelText('Question'), 'Why SQLite?');
  await user.click(screen.getByRole('button', { name: 'Give my marks' }));
  await screen.findByText('The office has closed this panel.');
  expect(screen.getByDisplayValue('Why SQLite?')).toBeTruthy();
  expect(points().map((field) => (field as HTMLInputElement).value)).toEqual([
    '8',
    '15',
    '14',
    '10',
    '20',
    '9',
  ]);
});

it('each letter is in the draft of the device, so that a closed page begins where it ended', async () => {
  await openHour();
  const user = userEvent.setup();
  await user.type(points()[0]!, '7');
  await user.type(screen.getByLabelText('Question'), 'Why');
  expect(String(readDraft(vivaPaperDraft(mentor.account, s_id)))).toContain('"asking":"Why"');
  cleanup();
  await renderScreen(route, { path: '/staff/vivas/:s_id', at: address, user: mentor });
  expect(await screen.findByDisplayValue('Why')).toBeTruthy();
  expect(screen.getByDisplayValue('7')).toBeTruthy();
});

it('the screen has the project’s questions: one key picks one, one answers it, and it is left out', async () => {
  const api = await mockMentorPortal();
  api.reply('readVivaHour', hour);
  api.reply('readViva', papers);
  api.reply('readPanelQuestions', [
    { step: 'introduction', text: 'What is it for?', html: null },
    { step: 'methodology', text: 'Which index?', html: null },
    { step: 'qa', text: 'What would break first?', html: null },
  ]);
  await renderScreen(staffViva, { path: '/staff/vivas/:s_id', at: address, user: mentor });
  const bank = () =>
    within(screen.getByRole('group', { name: 'Question bank' }))
      .getAllByRole('button')
      .map((button) => button.textContent);
  await screen.findByText('Question bank (3)');
  await userEvent.keyboard('b2');
  const [asked] = within(screen.getByRole('region', { name: 'Questions' })).getAllByRole('listitem');
  expect(asked?.textContent).toContain('Methodology: Which index?');
  expect(screen.getByLabelText<HTMLSelectElement>('Answer to question 1').value).toBe('right');
  expect(bank()).toEqual(['AIntroduction: What is it for?', 'BQ&A: What would break first?']);
  // In a field a letter is a letter.
  await userEvent.type(screen.getByLabelText('Question'), 'a');
  await userEvent.type(points()[0]!, 'b');
  const group = screen.getByRole('group', { name: 'Question bank' });
  await userEvent.click(within(group).getByText('Question bank (2)'));
  await userEvent.click(document.body);
  await userEvent.keyboard('b');
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('a');
});

it('a missing line is named, and nothing is sent', async () => {
  const api = await openHour();
  const user = userEvent.setup();
  await user.type(points()[0]!, '11');
  await user.click(screen.getByRole('button', { name: 'Give my marks' }));
  expect(await screen.findByText('Introduction: points must be from 0 to 10')).toBeTruthy();
  expect(api.of('giveVivaMarks')).toHaveLength(0);
});

const allGave: VivaHour = {
  ...hour,
  panel: hour.panel.map((one) => ({ ...one, gave: true })),
  own: given({ points: [], words: 'Mine', questions: [], incidents: [] }, 61),
  papers: [
    { name: 'Anjali', paper: given({ points: [], words: 'Mine', questions: [], incidents: [] }, 61) },
    { name: 'Ravi Menon', paper: given({ points: [], words: 'Theirs', questions: [], incidents: [] }, 73) },
  ],
  mean: 67,
  apart: 12,
  needs_reason: true,
};

it('what was typed for an outcome that was confirmed meanwhile stays on the screen', async () => {
  const api = await openHour(allGave);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Reason'), 'We talked.');
  const at = '2026-12-03T04:50:00.000Z';
  const outcome = { by: 'Anjali', marks: 67, reason: 'Another device.', comments: '', at };
  const current = { ...allGave, outcome, confirmed_at: at };
  const refusal = { message: 'It was changed in the meantime.', current };
  api.refuse('confirmVivaOutcome', 409, refusal);
  api.reply('readVivaHour', current);
  await user.click(screen.getByRole('button', { name: 'Confirm 67 out of 100' }));
  await screen.findByText('Confirmed: 67 out of 100');
  screen.getByText('The outcome was confirmed in the meantime. This is not saved:');
  screen.getByText('Reason: We talked.');
});

it('nothing of another examiner is asked for or shown before all have given marks', async () => {
  await openHour(allGave);
  expect(screen.getByText('Ravi Menon: 73 out of 100')).toBeTruthy();
  expect(screen.getByText(/12 points apart, more than 10/)).toBeTruthy();
  expect(screen.getByLabelText('Reason')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Give my marks' })).toBeNull();
});
