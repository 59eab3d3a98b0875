/** As `messages`: what only the screens of a student's course say. */
export const studentMessages = {
  weekSubmitted: 'Congrats!!! You have submitted your work for the week',
  finalSubmitted: 'Congrats!!! Your have submitted your final project',
  vivaSubmitted: 'Viva Voce submitted successfully!',
  vivaIncomplete: 'Please provide comments and upload a file.',
  // Our own.
  exitScoreLow: "You can't select a project as your exit score is below 50",
  noProjectYet: 'Please choose your project first. Then you can submit work.',
  acceptTerms: 'Please accept the terms to proceed.',
  projectNotFound: 'Project not found!',
  notPlacedYet: 'You have no batch yet. The forum opens once the office has placed you in a batch.',
} as const;
