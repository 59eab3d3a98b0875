import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Brief } from '#contract/projects/brief-calls';
import { mentor, project } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { openDrafts, readDraft, removeDrafts, writeDraft } from '../lib/forms/drafts.ts';
import * as staffBriefs from './staff-briefs.tsx';

const at = '2026-11-10T04:05:06.789Z';
const brief = (fields: Partial<Brief> = {}): Brief => ({
  task: 'week-1',
  text: 'Show **two** screens.',
  html: '<p>Show <strong>two</strong> screens.</p>',
  changed_at: at,
  ...fields,
});

let api: MockApi;
beforeEach(async () => {
  await openDrafts(mentor.s_id);
  await removeDrafts();
  api = mockApi();
  api.reply('readProject', [project]);
  api.reply('listBriefs', [{ ...brief(), rubric: [] }]);
});

async function open() {
  await renderScreen(staffBriefs, {
    path: '/staff/projects/:p_id/briefs',
    at: '/staff/projects/P001/briefs',
    user: mentor,
  });
  await settle(() => screen.getByRole('heading', { level: 1 }));
  return within(screen.getByRole('region', { name: 'Week 1' }));
}

describe('the briefs of a project', () => {
  it('stand there for each task as students read them', async () => {
    const week = await open();
    expect(screen.getByRole('heading', { level: 1, name: `Instructions for ${project.name}` })).toBeTruthy();
    expect(week.getByText('two').tagName).toBe('STRONG');
    expect(screen.getAllByText('No instructions yet.')).toHaveLength(5);
  });

  const message = 'These instructions were changed in the meantime. Your version is not saved yet.';
  const theirs = brief({ text: 'Show **four**.', html: '<p>Show <strong>four</strong>.</p>' });
  const began = 'Show **two** screens.';
  type Week = Awaited<ReturnType<typeof open>>;
  const field = (week: Week) => week.getByLabelText<HTMLTextAreaElement>('Instructions for Week 1');
  const type = (week: Week, value: string) => fireEvent.change(field(week), { target: { value } });
  const save = (week: Week) => userEvent.click(week.getByRole('button', { name: 'Save instructions' }));
  const bodies = () => api.of('setBrief').map(({ body }) => body);

  async function refused() {
    const week = await open();
    type(week, 'Show three.');
    api.replyConflict('setBrief', message, theirs);
    await save(week);
    expect((await week.findByRole('alert')).textContent).toContain(message);
    return week;
  }

  it('are sent with what they began from; saved, the next change begins from them', async () => {
    const week = await open();
    expect(field(week).value).toBe(began);
    type(week, 'Show three.');
    api.reply('setBrief', brief({ text: 'Show three.', html: '<p>Show three.</p>' }));
    await save(week);
    expect(await screen.findByText('The instructions are saved.')).toBeTruthy();
    type(week, 'Show four.');
    await save(week);
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()).toEqual([
      { text: 'Show three.', began: { text: began }, original: began },
      { text: 'Show four.', began: { text: 'Show three.' }, original: 'Show three.' },
    ]);
  });

  it('show both texts where somebody else has changed them, and saving again overwrites nobody', async () => {
    const week = await refused();
    const alert = within(week.getByRole('alert'));
    expect(alert.getByText('Show **four**.')).toBeTruthy();
    expect(alert.getByText('Show three.')).toBeTruthy();
    expect(field(week).value).toBe('Show three.');
    api.replyConflict('setBrief', message, theirs);
    await save(week);
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ text: 'Show three.', began: { text: began } });
  });

  it('are overwritten only by the button that says so', async () => {
    const week = await refused();
    api.reply('setBrief', brief({ text: 'Show three.', html: null }));
    await userEvent.click(week.getByRole('button', { name: 'Save mine anyway' }));
    expect(await screen.findByText('The instructions are saved.')).toBeTruthy();
    expect(bodies()[1]).toEqual({
      text: 'Show three.',
      began: { text: 'Show **four**.' },
      original: 'Show **four**.',
    });
    expect(week.queryByRole('alert')).toBeNull();
  });

  it('show the other version where the user keeps that', async () => {
    const week = await refused();
    await userEvent.click(week.getByRole('button', { name: 'Keep the other version' }));
    expect(week.queryByRole('alert')).toBeNull();
    expect(field(week).value).toBe('Show **four**.');
    expect(bodies()).toHaveLength(1);
  });

  it('keep what is typed while they are saved', async () => {
    const week = await open();
    type(week, 'Show three.');
    const saved = Promise.withResolvers<Brief>();
    api.replyWith('setBrief', () => saved.promise);
    await save(week);
    type(week, 'Show three. And more.');
    saved.resolve(brief({ text: 'Show three.', html: null }));
    expect(await screen.findByText('The instructions are saved.')).toBeTruthy();
    expect(field(week).value).toBe('Show three. And more.');
    api.reply('setBrief', brief({ text: 'Show three. And more.', html: null }));
    await save(week);
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(bodies()[1]).toMatchObject({ began: { text: 'Show three.' } });
  });

  const key = `${mentor.account} brief of P001 week-1`;

  it('tell at once where a draft began from another text than is stored now', async () => {
    writeDraft(key, 'Show three.');
    writeDraft(`about ${key}`, JSON.stringify({ text: 'Show one.' }));
    const week = await open();
    expect(field(week).value).toBe('Show three.');
    const alert = within(await week.findByRole('alert'));
    expect(alert.getByText(began)).toBeTruthy();
    expect(alert.getByText('Show three.')).toBeTruthy();
  });

  it('compare a draft of an earlier version with what is stored as it is opened', async () => {
    writeDraft(key, 'Show three.');
    const week = await open();
    expect(field(week).value).toBe('Show three.');
    expect(week.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(readDraft(`about ${key}`)).toBe(JSON.stringify({ text: began })));
  });

  it('have no draft once they are as stored', async () => {
    const week = await open();
    type(week, 'Show three.');
    expect([readDraft(key), readDraft(`about ${key}`)]).toEqual([
      'Show three.',
      JSON.stringify({ text: began }),
    ]);
    type(week, began);
    expect([readDraft(key), readDraft(`about ${key}`)]).toEqual([undefined, undefined]);
  });
});
