import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import type { BatchRule } from '#contract/results/rule-calls';
import { ruleSentences } from '#contract/results/sentences';
import { mentor } from '#support/contract-fixtures';
import { press } from '#support/form-steps';
import { mockApi, type MockApi } from '#support/mock-api';
import { renderScreen } from '#support/render-screen';
import { removeDrafts } from '../lib/forms/drafts.ts';
import * as staffBatchRule from './staff-batch-rule.tsx';

const office = { ...mentor, role: 'administrator' as const };

const stored = (rule: Partial<ResultRule> = {}, fields: Partial<BatchRule> = {}): BatchRule => ({
  batch: 'MERN-2026-11',
  version: 1,
  rule: { ...defaultRule, ...rule },
  sentences: ruleSentences({ ...defaultRule, ...rule }),
  needs_reason: false,
  versions: [],
  copies: [],
  ...fields,
});

let api: MockApi;
beforeEach(async () => {
  api = mockApi();
  await removeDrafts();
});

async function open(rule: BatchRule, user: typeof mentor | typeof office = office) {
  api.reply('readResultRule', rule);
  await renderScreen(staffBatchRule, {
    path: '/staff/batches/:batch/rule',
    at: '/staff/batches/MERN-2026-11/rule',
    user,
  });
  await screen.findByRole('heading', { name: 'Result rule of MERN-2026-11' });
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const preview = () => screen.getByRole('region', { name: /As students/ }).textContent;

it('every part is off at first, and the sentences follow what is typed', async () => {
  await open(stored());
  expect(screen.getByText('No weights: all tasks count the same.')).toBeTruthy();
  expect(preview()).toContain('There is no pass mark.');
  type('Pass mark', '50');
  expect(preview()).toContain('As students will read it');
  expect(preview()).toContain('You pass with a result of 50 or more.');
  type('Pass mark', '500');
  expect(preview()).toContain(
    'The rule cannot be used yet. The pass mark must be a whole number from 1 to 100',
  );
});

it('sends the whole rule with what its changed parts began from', async () => {
  await open(stored({ pass_mark: 40 }, { needs_reason: true }));
  api.reply('setResultRule', stored({ pass_mark: 50 }, { version: 2 }));
  type('Pass mark', '50');
  type('Reason for the change', 'The university asks for it.');
  press('Save the rule');
  await waitFor(() => expect(api.of('setResultRule')).toHaveLength(1));
  expect(api.of('setResultRule')[0]).toMatchObject({
    params: { batch: 'MERN-2026-11' },
    body: {
      ...defaultRule,
      pass_mark: 50,
      reason: 'The university asks for it.',
      began: { pass_mark: 40, reason: '' },
    },
  });
});

it('an impossible rule is marked at its field, and nothing is sent', async () => {
  await open(stored());
  const weight = within(screen.getByRole('group', { name: 'Final project' })).getByLabelText('Weight');
  fireEvent.change(weight, { target: { value: '60' } });
  expect(screen.getByText('Weights together: 60 of 100')).toBeTruthy();
  press('Save the rule');
  await screen.findByText('The weights must be 100 together. They are 60.');
  expect(api.of('setResultRule')).toEqual([]);
});

it('shows what a colleague has saved meanwhile, and overwrites only on demand', async () => {
  await open(stored({ pass_mark: 40 }));
  const refused = {
    message: 'The rule of this batch was changed in the meantime. Your rule is not saved yet.',
    code: 'conflict',
    request_id: 'r1',
    current: stored({ pass_mark: 60 }, { version: 2 }),
  };
  api.replyWith('setResultRule', () => refused as never, 409);
  type('Pass mark', '50');
  press('Save the rule');
  const conflict = await screen.findByRole('alert');
  expect(conflict.textContent).toContain('60');
  expect(conflict.textContent).toContain('50');
});

it('copies another batch’s rule into the form, unsaved', async () => {
  await open(stored({}, { copies: ['MERN-2026-09'] }));
  api.reply('readResultRule', stored({ pass_mark: 45 }, { batch: 'MERN-2026-09' }));
  press('Copy');
  await screen.findByText('The rule of MERN-2026-09 is in the form. Save it to use it.');
  expect(screen.getByLabelText<HTMLInputElement>('Pass mark').value).toBe('45');
  expect(api.of('setResultRule')).toEqual([]);
});

it('mentors read the rule and its versions, and have no form', async () => {
  const version = {
    version: 1,
    sentences: ['You pass with a result of 50 or more.'],
    reason: 'For all batches.',
    made_by: 'Latha',
    made_at: '2026-11-10T04:05:06.789Z',
  };
  await open(stored({ pass_mark: 50 }, { versions: [version] }), mentor);
  expect(screen.queryByRole('button', { name: 'Save the rule' })).toBeNull();
  expect(screen.getAllByText('You pass with a result of 50 or more.').length).toBeGreaterThan(0);
  expect(screen.getByText('For all batches.')).toBeTruthy();
});
