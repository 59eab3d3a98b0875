import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Brief } from '#contract/projects/brief-calls';
import { mentor, project } from '#support/contract-fixtures';
import { settle } from '#support/fake-clock';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { openDrafts, removeDrafts } from '../lib/forms/drafts.ts';
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

  it('are changed against what was seen; another one meanwhile is shown, and nothing typed is lost', async () => {
    const week = await open();
    await userEvent.click(week.getByText('Edit instructions'));
    const field = week.getByLabelText<HTMLTextAreaElement>('Instructions for Week 1');
    expect(field.value).toBe('Show **two** screens.');
    fireEvent.change(field, { target: { value: 'Show three.' } });
    const theirs = brief({ text: 'Show **four**.', html: '<p>Show <strong>four</strong>.</p>' });
    const message = 'These instructions were changed in the meantime. Your version is not saved yet.';
    api.replyConflict('setBrief', message, theirs);
    await userEvent.click(week.getByRole('button', { name: 'Save instructions' }));
    expect((await week.findByRole('alert')).textContent).toContain('Show four.');
    expect(week.getByText('four').tagName).toBe('STRONG');
    expect(field.value).toBe('Show three.');
    const saved = Promise.withResolvers<Brief>();
    api.replyWith('setBrief', () => saved.promise);
    await userEvent.click(week.getByRole('button', { name: 'Save instructions' }));
    await waitFor(() => expect(field.readOnly, 'while it is saved').toBe(true));
    saved.resolve(brief({ text: 'Show three.', html: null }));
    expect(await screen.findByText('The instructions are saved.')).toBeTruthy();
    await waitFor(() => expect(field.readOnly).toBe(false));
    const [first, second] = api.of('setBrief');
    expect(first?.body).toEqual({ text: 'Show three.', original: 'Show **two** screens.' });
    expect(second?.body).toEqual({ text: 'Show three.', original: 'Show **four**.' });
  });
});
