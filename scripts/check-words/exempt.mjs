/** @type {{ words: string, why: string }[]} Texts that stay as they are. */
export const exempt = [
  { words: 'Who is signed in; `student` is null for nobody', why: 'the wire’s own words, for programmers' },
  { words: 'Your exit score and grade', why: 'of the specification: not a mark of a submission' },
];
