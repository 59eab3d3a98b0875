import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Rubric } from '#contract/projects/rubric-calls';
import { course, mentor, project, projectCard } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { removeDrafts } from '../lib/forms/drafts.ts';
import * as staffRubric from './staff-rubric.tsx';

const line = (id: string, text: string, points: number) => ({ id, line: id, text, points, optional: false });
const rubric = (fields: Partial<Rubric> = {}): Rubric => ({
  project: { id: project.id, name: project.name, course: course.s_course ?? '' },
  task: 'week-2',
  lines: [line('7', 'It opens', 60), line('8', 'Tested', 30)],
  outdated: 0,
  ...fields,
});

let api: MockApi;
beforeEach(() => {
  api = mockApi();
  onTestFinished(removeDrafts);
  api.reply('readRubric', rubric());
  api.reply('listAvailableProjects', [projectCard]);
});

async function open() {
  const { router } = await renderScreen(staffRubric, {
    path: '/staff/projects/:id/rubric',
    at: `/staff/projects/${project.id}/rubric?task=week-2`,
    user: mentor,
  });
  await settle(() => screen.getByRole('heading', { level: 1, name: `Rubric of ${project.name}` }));
  return router;
}

const row = (place: number) => within(screen.getByRole('group', { name: `Line ${place}` }));
const type = (place: number, label: string, value: string) =>
  fireEvent.change(row(place).getByLabelText(label), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save the rubric' }));
const texts = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Line \d+$/ })
    .map(({ value }) => value)
    .filter((value) => value !== '');

describe('the rubric of a task', () => {
  it('is changed line by line against what was seen, and says what its lines come to', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Week 2' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByText('Points of required lines: 90 of 100.')).toBeTruthy();
    type(3, 'Line 3', 'Says\nwhy');
    type(3, 'Points', '10');
    expect(screen.getByText('Points of required lines: 100 of 100.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Move line 3 up' }));
    type(1, 'Line 1', '  ');
    api.reply('changeRubric', rubric());
    await save();
    await settle(() => screen.getByText('The rubric is saved.'));
    expect(api.of('changeRubric')[0]?.body).toEqual({
      lines: [
        { text: 'Says why', points: 10, optional: false },
        { id: '8', text: 'Tested', points: 30, optional: false },
      ],
      original: ['7', '8'],
      began: {
        lines: [
          { id: '7', text: 'It opens', points: 60, optional: false },
          { id: '8', text: 'Tested', points: 30, optional: false },
        ],
      },
    });
  });

  it('names the line whose points are no number, and sends nothing', async () => {
    await open();
    type(2, 'Points', 'many');
    await save();
    await row(2).findByText(/^Enter a number from -100/);
    expect(row(2).getByLabelText('Points').getAttribute('aria-invalid')).toBe('true');
    expect(row(2).getByText('Enter a number from -100 to 100, with at most two decimals.')).toBeTruthy();
    expect(row(1).getByLabelText('Points').getAttribute('aria-invalid')).not.toBe('true');
    expect(api.of('changeRubric')).toEqual([]);
  });

  it('that another mentor has changed meanwhile shows their lines and keeps one’s own', async () => {
    await open();
    type(1, 'Line 1', 'It opens on a phone');
    const message = 'This rubric was changed in the meantime. Your lines are not saved yet.';
    api.replyConflict('changeRubric', message, rubric({ lines: [line('9', 'Of a colleague', 50)] }));
    await save();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(message);
    expect(alert.textContent).toContain('Of a colleague');
    expect(texts()).toEqual(['It opens on a phone', 'Tested']);
  });

  it('keeps typed lines when a colleague saves theirs, also after a reload, until discarded', async () => {
    const router = await open();
    type(1, 'Line 1', 'It opens on a phone');
    await userEvent.click(screen.getByRole('button', { name: 'Add a line' }));
    type(5, 'Line 5', 'Mine');
    type(5, 'Points', '5');
    const theirs = rubric({ lines: [line('9', 'Of a colleague', 50)] });
    api.reply('readRubric', theirs);
    await act(() => router.revalidate());
    expect(texts()).toEqual(['It opens on a phone', 'Tested', 'Mine']);
    cleanup();
    await open();
    expect(texts()).toEqual(['It opens on a phone', 'Tested', 'Mine']);
    // Before anything is sent.
    expect(screen.getByRole('alert').textContent).toContain('Of a colleague (+50)');
    await userEvent.click(screen.getByRole('button', { name: 'Add a line' }));
    type(6, 'Line 6', 'Also mine');
    type(6, 'Points', '5');
    expect(texts()).toEqual(['It opens on a phone', 'Tested', 'Mine', 'Also mine']);
    api.replyConflict('changeRubric', 'This rubric was changed in the meantime.', theirs);
    await save();
    const alert = within(await screen.findByRole('alert'));
    expect(api.of('changeRubric')[0]?.body).toMatchObject({
      original: ['7', '8'],
      began: { lines: [{ id: '7', text: 'It opens' }, { id: '8' }] },
    });
    expect(alert.getByText('Of a colleague (+50)')).toBeTruthy();
    await userEvent.click(alert.getByRole('button', { name: 'Keep the other version' }));
    await settle(() => expect(texts()).toEqual(['Of a colleague']));
    expect(screen.queryByRole('alert')).toBeNull();
    type(1, 'Line 1', 'Another');
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(texts()).toEqual(['Of a colleague']);
  });

  it('overwrites a colleague’s lines only by its own button', async () => {
    await open();
    type(1, 'Line 1', 'It opens on a phone');
    const theirs = rubric({
      lines: [{ ...line('9', 'It opens twice', 50), line: '7' }, line('10', 'Added', 5)],
    });
    api.replyConflict('changeRubric', 'This rubric was changed in the meantime.', theirs);
    await save();
    await screen.findByRole('alert');
    await save();
    expect(api.of('changeRubric').map(({ body }) => body)).toMatchObject([
      { original: ['7', '8'] },
      { original: ['7', '8'], began: { lines: [{ id: '7' }, { id: '8' }] } },
    ]);
    api.reply('changeRubric', rubric());
    await userEvent.click(await screen.findByRole('button', { name: 'Save mine anyway' }));
    await settle(() => screen.getByText('The rubric is saved.'));
    expect(api.of('changeRubric')[2]?.body).toMatchObject({
      lines: [{ id: '9', text: 'It opens on a phone' }, { text: 'Tested' }],
      original: ['9', '10'],
      began: { lines: [{ id: '9', text: 'It opens twice' }, { id: '10' }] },
    });
  });

  it('keeps what is typed while it saves', async () => {
    await open();
    type(1, 'Line 1', 'It opens on a phone');
    type(3, 'Line 3', 'Mine');
    type(3, 'Points', '5');
    let answer: (saved: Rubric) => void = () => {};
    api.replyWith('changeRubric', () => new Promise<Rubric>((resolve) => (answer = resolve)));
    await save();
    type(2, 'Line 2', 'Tested twice');
    type(3, 'Line 3', 'Mine, longer');
    const saved = rubric({
      lines: [
        { ...line('9', 'It opens on a phone', 60), line: '7' },
        line('8', 'Tested', 30),
        line('10', 'Mine', 5),
      ],
    });
    api.reply('readRubric', saved);
    answer(saved);
    await settle(() => screen.getByText('The rubric is saved.'));
    expect(texts()).toEqual(['It opens on a phone', 'Tested twice', 'Mine, longer']);
    api.reply('changeRubric', saved);
    await save();
    expect(api.of('changeRubric')[1]?.body).toMatchObject({
      lines: [
        { id: '9', text: 'It opens on a phone' },
        { id: '8', text: 'Tested twice' },
        { id: '10', text: 'Mine, longer' },
      ],
      original: ['9', '8', '10'],
      began: { lines: [{ id: '9' }, { id: '8' }, { id: '10', text: 'Mine' }] },
    });
  });

  it('asks whether marks that are not released follow it, and changes none before', async () => {
    api.reply('readRubric', rubric({ outdated: 2 }));
    await open();
    const ask = screen.getByRole('note');
    expect(ask.textContent).toContain('2 marks given with an older rubric');
    expect(api.of('remarkByRubric')).toEqual([]);
    api.reply('remarkByRubric', { remarked: 2, left: 0 });
    api.reply('readRubric', rubric());
    await userEvent.click(within(ask).getByRole('button', { name: 'Recalculate 2 marks' }));
    await settle(() => expect(screen.queryByRole('note')).toBeNull());
    expect(await screen.findByText('The marks now use the current rubric.')).toBeTruthy();
    expect(api.of('remarkByRubric').map(({ body }) => body)).toEqual([
      { began: { rubric: rubric().lines.map(({ id }) => id) } },
    ]);
  });

  it('that cannot be read says so', async () => {
    api.refuse('readRubric', 500, { message: 'Out of order.' });
    await renderScreen(staffRubric, {
      path: '/staff/projects/:id/rubric',
      at: '/staff/projects/P009/rubric',
      user: mentor,
    });
    await settle(() => screen.getByText('This rubric could not be loaded'));
    expect(screen.getByText('Out of order.')).toBeTruthy();
  });
});
