/** @type {{ words: string, why: string, in?: string }[]} Texts that stay as they are, everywhere or in one file. */
export const exempt = [
  {
    words: 'press Tab',
    why: 'a key of the keyboard',
  },
  {
    words: 'second look',
    in: 'src/web/features/marking/review-form.tsx',
    why: 'part of a stored key',
  },
  {
    words: 'second look',
    in: 'src/web/features/marking/grades/second-look.tsx',
    why: 'part of a stored key',
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
    in: 'src/web/lib/outbox/queued-request.ts',
    why: 'stored on devices',
  },
  {
    words: 'second look',
    in: 'src/web/lib/outbox/queued-request.ts',
    why: 'stored on devices',
  },
  {
    words: 'brief of',
    in: 'src/web/features/marking/work/brief-form.tsx',
    why: 'the key of a draft on devices',
  },
  {
    words: 'Taken back before it was sent',
    why: 'stored with the mail; lists look for it',
  },
];
