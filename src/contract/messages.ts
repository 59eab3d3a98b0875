/** Texts that the specification gives letter for letter, and those that both the server and a screen show. */
export const messages = {
  // Specification, section 5: signup, in the order of the checks.
  nameRequired: 'Name is required',
  emailInvalid: 'A valid email is required',
  passwordShort: 'Password must be at least 6 characters long',
  phoneInvalid: 'A valid phone number is required',
  batchRequired: 'Batch name is required',
  termsRequired: 'You must agree to the terms and conditions',

  // The portal's own check, after those of the specification.
  nameNotPlain:
    'Please give your name on one line, with letters that can be seen and without a web or e-mail address.',

  setupPasswordShort: 'The password of the first administrator must be at least 12 characters long.',
  setupPasswordKnown: 'This password is well known or easily guessed. Choose another one.',
  noPublicUrl:
    'Invitations cannot be printed or sent yet: the portal does not know its own web address, so their links would lead to one machine only. Ask whoever runs the portal to set PUBLIC_URL.',

  // Specification, sections 5, 7 and 8.
  loginSuccessful: 'Login successful',
  loginInvalid: 'Invalid credentials. Please try again.',
  loginFailed: 'Login failed. Please try again.',
  acceptTerms: 'Please accept the terms to proceed.',
  projectNotFound: 'Project not found!',
  notAnArray: 'API response is not an array',
  vivaIncomplete: 'Please provide comments and upload a file.',
  weekSubmitted: 'Congrats!!! You have submitted your work for the week',
  finalSubmitted: 'Congrats!!! Your have submitted your final project',
  vivaSubmitted: 'Viva Voce submitted successfully!',

  // The wire's own.
  invalidCredentials: 'Invalid credentials',
  exitScoreLow: "You can't select a project as your exit score is below 50",
  emailTaken: 'An account with this e-mail address already exists. Please log in instead.',
  signedUp: 'Welcome! Your account is ready. Please log in.',
  noSeatLeft: 'There is no seat left in this project. Please choose another one.',
  projectSelected: 'Your project is selected. All the best!',
  projectAlreadySelected: 'You have already selected a project.',
  projectRetired: 'This project is not offered any more. Please choose another one.',
  selectionUndone: 'Your choice of a project was undone by the academy. Please choose again.',
  signedOut: 'Please log in to continue.',
  forbidden: 'You do not have access to this.',
  accountSuspended: "This account is suspended. Please ask the academy's office.",
  personAnonymised: 'This person has been anonymised: nothing about them can be changed any more.',
  notFound: 'There is nothing at this address.',
  emptySubmission: 'Please give a link, a file or a comment. All three are empty.',
  noProjectYet: 'Please choose your project first. Hand-ins open after that.',
  resetLinkSent:
    'If there is an account with this address, a link is on its way to it. It works once, within an hour.',
  resetLinkNotSent: "This portal cannot send mail yet. Please ask the academy's office for a link.",
  confirmByMail:
    'Please confirm your address first: open the link in our mail to you, or send it again from your dashboard.',
  confirmAtOffice: "Please confirm your address first: the academy's office does that for you.",
  addressConfirmed: 'Thank you. Your address is confirmed.',
  addressConfirmedBefore: 'Your address is confirmed already. Nothing more is needed.',
  confirmationSent: 'A link is on its way to your address. It works once, within seven days.',
  addressChanged: 'Your address is changed. From now on you log in with it, and mail goes there.',
  currentPasswordRequired: 'Please give your present password, too',
  currentPasswordWrong: 'That is not your present password.',
  profileSaved: 'Saved.',
  passwordChanged: 'Your password is changed. All other sessions have ended.',
  newEmailSent: 'A link is on its way to the new address. Until it is used, everything stays as it is.',
  emailIsPresent: 'This is your address already.',
  emailOfAnother: 'There is, or was, an account with this address. Please take another one.',
  changeEmailAtOffice: "This portal cannot send mail yet. Please ask the academy's office.",
  deletionAsked:
    "The academy's office sees your wish and will write to you. Until then everything stays as it is.",
  deletionWithdrawn: 'Your wish is taken back. Everything stays as it is.',
  academyAway: "The academy's login does not answer just now. Please try again in a few minutes.",
  academyDeclined: "The academy's login was not finished there. Please try again.",
  academyFailed:
    "The academy's login sent an answer that the portal cannot accept. Please try again, and tell the academy's office if it happens once more.",
  academyAgain: 'This login took too long, or was begun in another window. Please begin it again.',
  academyOften: 'Too many failed logins from your network. Please try again in a few minutes.',
  academyUnverified: 'Your academy account has no confirmed address. Please have it confirmed there first.',
  academyUnconfirmed:
    'There is an account with your address already, and nobody has confirmed it. Please choose a new password for it with "Forgot Password?", or ask the academy\'s office to confirm it: after that this login works, too.',
  academyUnknown: "There is no account with your address yet. Please sign up, or ask the academy's office.",
  academyTaken:
    "The account with your address belongs to another academy account. Please ask the academy's office.",
  secondStepNeeded: 'One more step: please prove that it is you.',
  codeRequired: 'Please type the code',
  proven: 'Thank you. For ten minutes you will not be asked again.',
  factorAdded: 'Your second factor is set. From the next login on you will be asked for it.',
  factorRenamed: 'Saved.',
  factorRemoved: 'It is removed. It opens your account no longer.',
  recoveryCodesMade: 'These are your new recovery codes. The ones of before work no longer.',
  secondFactorRequired:
    'Administrators of this portal need a second factor. Please set one up; everything else opens after that.',
  administratorReady: 'The administrator is ready. Please log in.',
  administratorReadyEmpty: 'The administrator is ready, and the sample is removed. Please log in.',
  administratorReadySample:
    'The administrator is ready. Please log in. The sample stays, since somebody lives in it already.',
  sampleRemoved: 'The sample is removed: its courses, batches, projects and files.',
  tokenInvalid: 'This link has been used already or has expired. Please ask for a new one.',
  notPlacedYet: 'You have not been placed in a batch yet. The forum opens with your batch.',
} as const;
