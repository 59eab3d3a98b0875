/** Which no screen's script needs: the answer brings them. */
export const serverMessages = {
  tokenRefused: 'This API token does not work. It is wrong, has ended, or was revoked. Create a new one.',
  tokenScope: 'This API token does not allow this call.',
  notFound: 'There is nothing at this address.',
  busy: 'The portal is busy. Try again in a moment.',
  emptySubmission: 'Add a link, a file or a comment. All three are empty.',
  invalidCredentials: 'Invalid credentials',
  emailTaken: 'An account with this email already exists. Please log in instead.',
  projectArchived: 'This project is no longer offered. Please choose another one.',
  projectIncomplete: 'This project is not offered yet. Please choose another one.',
  noSeatLeft: 'This project has no seats left. Please choose another one.',
  selectionUndone: 'The academy has reset your project choice. Please choose again.',
  hourIsOpen:
    'The panel of this viva gives its mark, so nothing was saved. It is here once the panel has confirmed it.',
  finalMarksAreOpen:
    'Two mentors mark this final project, so nothing was saved. Its mark is here once both have confirmed it.',
  resultFrozen: 'The result is frozen, so nothing was saved. Ask the office to open it, then save again.',
  personAnonymised: 'This person has been anonymised and can no longer be changed.',
  confirmByMail:
    'Please confirm your email first. Open the link in our email, or send it again from your dashboard.',
  confirmAtOffice: 'Please confirm your email first. The office can do that for you.',
  noPassword:
    'Your account has no password yet. Set one with a link: choose “Forgot Password?” at the login, or ask the office.',
  emailIsPresent: 'This is already your email.',
  emailOfAnother: 'This email belongs, or belonged, to another account. Please use another one.',
  changeEmailAtOffice: 'This portal cannot send email yet. Please ask the office.',
  recoveryCodesMade: 'These are your new recovery codes. Your old codes no longer work.',
  seeAsReadOnly: 'You see this student’s screens read-only. Nothing was changed.',
  seeAsOther: 'Only the student can open this screen.',
  seeAsAnonymised: 'This person has been anonymised, so there is nothing to see.',
  seeAsSuspended: 'This student is suspended and cannot open the portal, so there is nothing to see.',
  sampleLoaded: 'The example courses are loaded.',
  hasCourses: 'The example can be loaded only while there is no course. You have one already.',
  sampleRemoved: 'The sample is removed: its courses, batches, projects and files.',
} as const;
