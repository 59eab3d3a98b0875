import { expect, it } from 'vitest';
import { auditKindNames } from '#contract/privacy/audit-view';
import { auditEventNames, eventsOf, wordsOf } from './event-words.ts';
import type { AuditEvent, ActedBy } from './record-audit-event.ts';
import { auditedEvents } from './security-lines.ts';

it('each act that can be recorded is of one kind, and has words in which no name of code stands', () => {
  expect(auditEventNames.length).toBeGreaterThan(100);
  expect(auditKindNames.flatMap(eventsOf).toSorted()).toEqual([...auditEventNames].toSorted());
  for (const act of auditEventNames) {
    const { words = '', kind } = wordsOf(act) ?? {};
    expect(words, act).toMatch(/^[a-z][a-z '-]+[a-z]:?$/);
    expect(words, act).not.toMatch(/\w-\w+-\w/);
    expect(auditKindNames, act).toContain(kind);
  }
});

it('what the portal hears of from outside is told too', () => {
  for (const event of auditedEvents) expect(auditEventNames, event).toContain(event);
});

it('what has no words cannot be recorded: it does not compile', () => {
  // @ts-expect-error
  const act: AuditEvent['act'] = 'juggle-marks';
  // @ts-expect-error
  const by: ActedBy['act'] = 'juggle-course';
  for (const name of [act, by]) expect(auditEventNames).not.toContain(name);
});
