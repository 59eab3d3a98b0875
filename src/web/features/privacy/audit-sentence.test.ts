import { expect, it } from 'vitest';
import type { AuditLine } from '#contract/privacy/audit-calls';
import { actorName, changeWords, personBehind } from './audit-sentence.ts';

const asha = { s_id: 'asha@example.test', s_name: 'Asha' };
const anjali = { s_id: 'anjali@example.test', s_name: 'Anjali' };
const line = (values: Partial<AuditLine>): AuditLine => ({
  id: '1',
  at: '2026-11-21T09:00:00.000Z',
  kind: 'marks',
  act: 'mark-submission',
  words: 'marked the hand-in',
  who: anjali,
  by: 'person',
  subject: 'R-1',
  whom: asha,
  changes: [],
  network: null,
  ...values,
});

it('whoever acted has a name, or is called what is known of them', () => {
  expect(actorName(line({}))).toBe('Anjali');
  expect(actorName(line({ who: null, by: 'operator' }))).toBe('The operator');
  expect(actorName(line({ who: null, by: 'unknown' }))).toBe('Somebody');
});

it('a person stands for their address, behind another thing, and not twice', () => {
  expect(personBehind(line({}))).toEqual({ name: 'Asha', as: 'of' });
  expect(personBehind(line({ subject: asha.s_id }))).toEqual({ name: 'Asha', as: 'subject' });
  expect(personBehind(line({ subject: '' }))).toEqual({ name: 'Asha', as: 'subject' });
  expect(personBehind(line({ whom: anjali }))).toBeNull();
  expect(personBehind(line({ whom: null }))).toBeNull();
});

it('a change says what was before, where there was something', () => {
  expect(changeWords({ what: 'marks', before: '70', after: '80' })).toBe('marks: 70 → 80');
  expect(changeWords({ what: 'marks', before: null, after: '80' })).toBe('marks: 80');
  expect(changeWords({ what: 'batch', before: 'WEB 1', after: null })).toBe('batch: WEB 1 → nothing');
});
