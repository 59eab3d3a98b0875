/** The specification's to the letter, and those of both server and screens. */
export const messages = {
  // Specification, section 5, in order.
  nameRequired: 'Name is required',
  emailInvalid: 'A valid email is required',
  passwordShort: 'Password must be at least 6 characters long',
  phoneInvalid: 'A valid phone number is required',
  batchRequired: 'Batch name is required',
  termsRequired: 'You must agree to the terms and conditions',

  // After the specification's checks.
  nameNotPlain: 'Enter your name on one line, with visible letters and without a web or email address.',

  setupPasswordShort: 'The password of the first administrator must be at least 12 characters long.',

  // Specification, sections 5, 7 and 8.
  loginSuccessful: 'Login successful',
  loginInvalid: 'Invalid credentials. Please try again.',
  loginFailed: 'Login failed. Please try again.',
  notAnArray: 'API response is not an array',

  signedUp: 'Welcome! Your account is ready. Please log in.',
  projectSelected: 'Your project is selected. All the best!',
  projectAlreadySelected: 'You have already selected a project.',
  signedOut: 'Please log in to continue.',
  forbidden: 'You do not have access to this.',
  accountSuspended: 'This account is suspended. Please contact the office.',
  resetLinkSent:
    'If there is an account with this email, we have sent a link there. It works once, within one hour.',
  resetLinkNotSent: 'This portal cannot send email yet. Please ask the office for a link.',
  addressConfirmed: 'Thank you. Your email is confirmed.',
  addressConfirmedBefore: 'Your email is already confirmed. You do not need to do anything.',
  addressChanged: 'Your email has changed. You now log in with it, and we send emails there.',
  currentPasswordRequired: 'Enter your current password',
  currentPasswordWrong: 'Wrong current password. Please try again.',
  academyAway: "The academy's login is not available right now. Please try again in a few minutes.",
  academyDeclined: "The academy's login was not completed. Please try again.",
  academyFailed:
    "The academy's login sent an invalid answer. Please try again. If it happens again, tell the office.",
  academyAgain: 'This login took too long, or began in another window. Please start again.',
  academyOften: 'Too many failed logins from your network. Please try again in a few minutes.',
  academyUnverified: 'Your academy account has no confirmed email. Please confirm it there first.',
  academyUnconfirmed:
    'There is already an unconfirmed account with your email. Set a new password with "Forgot Password?", or ask the office to confirm it. After that you can log in this way.',
  academyUnknown: 'There is no account with your email yet. Please sign up, or ask the office.',
  academyTaken: 'Your email is already linked to another academy account. Please ask the office.',
  secondStepNeeded: 'One more step: please confirm it is you.',
  codeRequired: 'Enter the code',
  invitationAccepted: 'Welcome! Your account is ready, and your email is confirmed. Please log in.',
  administratorReady: 'The administrator is ready. Please log in.',
  administratorReadyEmpty: 'The administrator is ready, and the sample is removed. Please log in.',
  administratorReadySample:
    'The administrator is ready. Please log in. The sample is in use, so it was not removed.',
  tokenInvalid: 'This link has already been used or has expired. Please request a new one.',
} as const;
