import { describe, expect, it, vi } from 'vitest';
import { readerZoneOf } from './page-request.ts';

describe("the reader's time zone, from the cookie", () => {
  it.each([
    ['zone=Europe%2FLondon', 'Europe/London'],
    ['zone=Europe/London', 'Europe/London'],
    ['session=abc; zone=America%2FIndiana%2FKnox; other=1', 'America/Indiana/Knox'],
    ['zone=Etc%2FGMT%2B5', 'Etc/GMT+5'],
    ['zone=Etc%2FGMT-14', 'Etc/GMT-14'],
    ['zone=UTC', 'UTC'],
  ])('%s is %s', (cookies, zone) => {
    expect(readerZoneOf(cookies)).toBe(zone);
  });

  it.each([
    undefined,
    '',
    'session=abc',
    'zone=',
    'timezone=UTC',
    'zone=Nowhere%2FIsland',
    'zone=UTC"><script>',
    'zone=%3Cscript%3E',
    'zone=%',
    'zone=%E0%A4%A',
    'zone=..%2F..%2Fetc%2Fpasswd',
    `zone=${'A'.repeat(100_000)}`,
    `zone=${'A/'.repeat(4_000)}`,
    'zone=constructor',
  ])('%.40s is none', (cookies) => {
    expect(readerZoneOf(cookies)).toBeNull();
  });

  it('has one name for a zone, however it is written', () => {
    const names = ['America/New_York', 'AMERICA/New_York', 'america%2Fnew_york', 'EST5EDT'];
    expect(new Set(names.map((name) => readerZoneOf(`zone=${name}`)))).toEqual(new Set(['America/New_York']));
  });

  it('keeps only so many spellings, and knows the others all the same', () => {
    const spellings = Array.from({ length: 4_000 }, (_, i) =>
      [...'antarctica/dumontdurville']
        .map((letter, at) => (i & (1 << at) ? letter.toUpperCase() : letter))
        .join(''),
    );
    for (const name of spellings) expect(readerZoneOf(`zone=${name}`)).toBe('Antarctica/DumontDUrville');
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    readerZoneOf(`zone=${spellings[0]}`);
    expect(made).not.toHaveBeenCalled();
    readerZoneOf(`zone=${spellings.at(-1)}`);
    expect(made).toHaveBeenCalledOnce();
  });
});
