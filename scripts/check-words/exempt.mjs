/** @type {{ words: string, why: string, in?: string }[]} Texts that stay as they are, everywhere or in one file. */
export const exempt = [
  { words: 'Who is signed in; `student` is null for nobody', why: 'the wire’s own words, for programmers' },
  { words: 'Your exit score and grade', why: 'of the specification: not a mark of a submission' },
  { words: 'aria-pressed', why: 'an attribute of HTML' },
  { words: 'data-pressed-early', why: 'an attribute' },
  { words: 'staff-intake', why: 'names of files' },
  {
    words: 'just now',
    in: 'src/web/ui/time-format.ts',
    why: 'less than a minute ago, as other products say',
  },
  { words: 'hand-in', in: 'src/web/lib/outbox/act.ts', why: 'stored on devices' },
  { words: 'second look', in: 'src/web/lib/outbox/act.ts', why: 'stored on devices' },
  {
    words: 'hand-in',
    in: 'src/web/features/submissions/form/submission-form.tsx',
    why: 'part of a stored key',
  },
  { words: 'hand-ins/TASK', why: 'a path within the record, which people’s own tools read' },
  { words: 'tasks handed in', why: 'the heading of a column that an import reads' },
  { words: 'handed in', why: 'the heading of an export' },
  { words: 'held back', why: 'the heading of an export' },
  { words: 'Taken back before it was sent', why: 'stored with the mail; lists look for it' },
  { words: '--whom <name>', why: 'the name of an option' },
  { words: 'Just now', why: 'the specification’s date of a new post' },
];
