import { expect, it } from 'vitest';
import type { Stone } from '#contract/progress/calls';
import { archWords, stoneSummary, stoneWords } from './student-arch.tsx';

const stone = (state: Stone['state'], fields: Partial<Stone> = {}): Stone => ({
  task: 'week-1',
  state,
  late: false,
  marks: null,
  ...fields,
});

it('says a stone with its marks and whether it came late', () => {
  expect(stoneWords(stone('held-back', { marks: 0, late: true }))).toBe('Not released, 0, late');
  expect(stoneWords(stone('locked'))).toBe('Locked');
  expect(archWords([stone('released', { marks: 71 }), stone('open', { task: 'viva' })])).toBe(
    'Week 1: Released, 71; Viva voce: Open.',
  );
});

it('counts what is not locked, and what came late', () => {
  const summary = (stones: Stone[]) => stoneSummary(stones).replaceAll('\u00a0', ' ');
  expect(summary([stone('released'), stone('released'), stone('held-back'), stone('locked')])).toBe(
    '2 released, 1 not released',
  );
  expect(summary([stone('submitted', { late: true }), stone('open')])).toBe('1 submitted, 1 open, 1 late');
  expect(summary([stone('locked')])).toBe('Nothing open yet');
});
