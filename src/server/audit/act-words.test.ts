import { expect, it } from 'vitest';
import { auditKindNames } from '#contract/privacy/audit-view';
import { actNames, actsOf, wordsOf } from './act-words.ts';
import type { Act, ActedBy } from './record-audit-event.ts';
import { auditedEvents } from './security-lines.ts';

it('each act that can be recorded is of one kind, and has words in which no name of code stands', () => {
  expect(actNames.length).toBeGreaterThan(100);
  expect(auditKindNames.flatMap(actsOf).toSorted()).toEqual([...actNames].toSorted());
  for (const act of actNames) {
    const { words = '', kind } = wordsOf(act) ?? {};
    expect(words, act).toMatch(/^[a-z][a-z '-]+[a-z]:?$/);
    expect(words, act).not.toMatch(/\w-\w+-\w/);
    expect(auditKindNames, act).toContain(kind);
  }
});

it('what the portal hears of from outside is told too', () => {
  for (const event of auditedEvents) expect(actNames, event).toContain(event);
});

it('what has no words cannot be recorded: it does not compile', () => {
  // @ts-expect-error
  const act: Act['act'] = 'juggle-marks';
  // @ts-expect-error
  const by: ActedBy['act'] = 'juggle-course';
  for (const name of [act, by]) expect(actNames).not.toContain(name);
});
