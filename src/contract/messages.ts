/** Texts that the specification gives letter for letter, and texts of both server and screens. */
export const messages = {
  // Specification, section 5, in the order of the checks.
  nameRequired: 'Name is required',
  emailInvalid: 'A valid email is required',
  passwordShort: 'Password must be at least 6 characters long',
  phoneInvalid: 'A valid phone number is required',
  batchRequired: 'Batch name is required',
  termsRequired: 'You must agree to the terms and conditions',

  // Our own check, after the specification's.
  nameNotPlain: 'Enter your name on one line, in visible letters, without a web or email address.',

  setupPasswordShort: 'The password of the first administrator must be at least 12 characters long.',
  setupPasswordKnown: 'This password is well known or easily guessed. Choose another one.',
  noPublicUrl:
    'Invitations cannot be printed or sent yet, because the portal does not know its web address. Ask the operator of the portal to set PUBLIC_URL.',

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

  // Our own.
  invalidCredentials: 'Invalid credentials',
  exitScoreLow: "You can't select a project as your exit score is below 50",
  emailTaken: 'An account with this email address already exists. Please log in instead.',
  signedUp: 'Welcome! Your account is ready. Please log in.',
  noSeatLeft: 'This project has no seats left. Please choose another one.',
  projectSelected: 'Your project is selected. All the best!',
  projectAlreadySelected: 'You have already selected a project.',
  projectRetired: 'This project is no longer offered. Please choose another one.',
  selectionUndone: 'The academy has reset your project choice. Please choose again.',
  signedOut: 'Please log in to continue.',
  forbidden: 'You do not have access to this.',
  accountSuspended: "This account is suspended. Please ask the academy's office.",
  personAnonymised: 'This person has been anonymised and can no longer be changed.',
  notFound: 'There is nothing at this address.',
  emptySubmission: 'Add a link, a file or a comment. All three are empty.',
  noProjectYet: 'Please choose your project first. Then you can submit work.',
  resetLinkSent:
    'If there is an account with this email, we have sent a link to it. It works once, within an hour.',
  resetLinkNotSent: "This portal cannot send mail yet. Please ask the academy's office for a link.",
  confirmByMail:
    'Please confirm your email address first. Open the link in our email, or send it again from your dashboard.',
  confirmAtOffice: "Please confirm your email address first. The academy's office does that for you.",
  addressConfirmed: 'Thank you. Your email address is confirmed.',
  addressConfirmedBefore: 'Your email address is already confirmed.',
  confirmationSent: 'We have sent a link to your email address. It works once, within seven days.',
  addressChanged: 'Your email address is changed. Use it to log in from now on.',
  currentPasswordRequired: 'Enter your current password',
  currentPasswordWrong: 'This is not your current password.',
  profileSaved: 'Saved.',
  passwordChanged: 'Your password is changed. All other sessions have ended.',
  newEmailSent: 'We have sent a link to the new email address. Nothing changes until you open it.',
  emailIsPresent: 'This is already your email address.',
  emailOfAnother: 'Another account uses, or has used, this email address. Please choose another one.',
  changeEmailAtOffice: "This portal cannot send mail yet. Please ask the academy's office.",
  deletionAsked: 'The office has received your request and will contact you. Nothing changes until then.',
  deletionWithdrawn: 'Your request is withdrawn. Your account stays as it is.',
  academyAway: "The academy's login is not available. Please try again in a few minutes.",
  academyDeclined: "The academy's login was not completed. Please try again.",
  academyFailed:
    "The academy's login sent an invalid answer. Please try again. If it fails again, contact the academy's office.",
  academyAgain: 'This login took too long, or was started in another window. Please start again.',
  academyOften: 'Too many failed logins from your network. Please try again in a few minutes.',
  academyUnverified:
    'The email address of your academy account is not confirmed. Please confirm it there first.',
  academyUnconfirmed:
    'The account with your email address is not confirmed. Choose a new password with "Forgot Password?", or ask the academy\'s office to confirm it. Then this login works.',
  academyUnknown:
    "There is no account with your email address yet. Please sign up, or ask the academy's office.",
  academyTaken:
    "The account with your email address belongs to another academy account. Please ask the academy's office.",
  secondStepNeeded: 'One more step: confirm it is you.',
  codeRequired: 'Enter the code',
  proven: 'Thank you. You will not be asked again for ten minutes.',
  factorAdded: 'Two-step verification is on. You will be asked for it at your next login.',
  factorRenamed: 'Saved.',
  factorRemoved: 'Removed. It can no longer be used to log in.',
  recoveryCodesMade: 'These are your new recovery codes. Your old codes no longer work.',
  secondFactorRequired:
    'Administrators of this portal need two-step verification. Please set it up to continue.',
  administratorReady: 'The administrator account is ready. Please log in.',
  administratorReadyEmpty: 'The administrator account is ready, and the sample is removed. Please log in.',
  administratorReadySample:
    'The administrator account is ready. Please log in. The sample was not removed, because it is in use.',
  sampleRemoved: 'The sample was removed: its courses, batches, projects and files.',
  tokenInvalid: 'This link has been used already or has expired. Please ask for a new one.',
  notPlacedYet: 'You have not been placed in a batch yet. The forum opens with your batch.',
} as const;
