/** @type {{ words: string, why: string, in?: string }[]} Texts that stay as they are, everywhere or in one file. */
export const exempt = [
  {
    words: 'press Tab',
    why: 'a key of the keyboard',
  },
  {
    words: 'whom',
    in: 'src/contract/privacy/audit-calls.ts',
    why: 'a parameter of the wire',
  },
  {
    words: 'stage',
    in: 'src/contract/people/calls.ts',
    why: 'a parameter of the wire',
  },
  {
    words: 'aria-pressed',
    why: 'an attribute of HTML',
  },
  {
    words: 'just now',
    in: 'src/web/ui/time-format.ts',
    why: 'less than a minute ago, as other products say',
  },
  {
    words: 'hand-in',
    in: 'src/web/lib/stored-names/offline.ts',
    why: 'stored on devices',
  },
  {
    words: 'second look',
    in: 'src/web/lib/stored-names/offline.ts',
    why: 'stored on devices',
  },
  {
    words: 'second look',
    in: 'src/web/lib/stored-names/staff.ts',
    why: 'stored on devices',
  },
  {
    words: 'brief of',
    in: 'src/web/lib/stored-names/staff.ts',
    why: 'stored on devices',
  },
  {
    words: 'second look',
    in: 'src/web/lib/stored-names/student.ts',
    why: 'stored on devices',
  },
  {
    words: 'Taken back before it was sent',
    why: 'stored with the mail; lists look for it',
  },
];
