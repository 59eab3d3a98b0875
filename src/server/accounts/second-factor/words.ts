export const words = {
  codeWrong: 'That code does not fit. Please look at your app once more, or take a recovery code.',
  appCodeUsed:
    'This code has been used already. Please wait for the next one: your app shows it within half a minute.',
  recoveryCodeUsed: 'This recovery code has been used already: each works once. Please take another one.',
  passkeyUnknown: 'This passkey does not belong to your account. Please take another one, or a code.',
  passkeyRefused: 'The passkey could not be checked. Please try again, or take a code.',
  passkeyTooLate: 'That took too long, or was sent already. Please try again.',
  passkeyKnown: 'This passkey belongs to an account already.',
  noPasskeys:
    "This portal has no address of its own for passkeys yet. Please take an authenticator app's code.",
  stepDone: 'You have taken this step already. If you are not logged in, please log in once more.',
  stepTooLate: 'This login has taken too long. Please log in once more.',
  stepTooOften: 'The code was wrong too often. Please log in once more.',
  proofNeeded: 'Before that, please prove once more that it is you.',
  passwordIsNoProof: 'Your account has a second factor. Please prove it with that.',
  proofMissing: 'Please give your password, or log out and in again: a fresh login is a proof, too.',
  appTooLate: 'This set-up has ended: it took too long, or the app is added already. Please begin again.',
  appCodeWrong: 'That code does not fit. Please type the six digits that the app shows now.',
  tooMany: 'You have as many second factors as an account can have. Please remove one first.',
  lastOne: 'Administrators of this portal need a second factor. Please add another one first.',
  noFactor: 'There is no such second factor.',
  noCodesYet: 'Recovery codes come with a second factor. Please set one up first.',
} as const;
