/** @type {{ words: string, why: string, in?: string }[]} Texts that stay as they are, everywhere or in one file. */
export const exempt = [
  { words: 'press Tab', why: 'a key of the keyboard' },
  { words: 'second look', in: 'src/web/features/marking/second-look.tsx', why: 'part of a stored key' },
  {
    words: 'second look',
    in: 'src/web/features/marking/grades/second-look.tsx',
    why: 'part of a stored key',
  },
  { words: 'retire', in: 'src/web/features/catalogue/entry-acts.tsx', why: 'what a form posts' },
  { words: 'retire', in: 'src/web/features/catalogue/entry-fields.ts', why: 'what a form posts' },
  { words: 'retired', in: 'src/contract/catalogue/calls.ts', why: 'a key of the wire' },
  { words: 'presses', in: 'src/web/features/people/people-reach.tsx', why: 'a class of CSS' },
  { words: 'whom', in: 'src/contract/privacy/audit-calls.ts', why: 'a parameter of the wire' },
  { words: 'whom', in: 'src/contract/privacy/audit-view.ts', why: 'a parameter of the wire' },
  { words: 'stage', in: 'src/contract/people/calls.ts', why: 'a parameter of the wire' },
  { words: 'stage', in: 'src/contract/people/people-view.ts', why: 'a parameter of the wire' },
  { words: 'Who is signed in; `student` is null for nobody', why: 'the wire’s own words, for programmers' },
  { words: 'Your exit score and grade', why: 'of the specification: not a mark of a submission' },
];
