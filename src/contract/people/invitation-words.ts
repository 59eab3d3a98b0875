export const invitationWords = {
  used: 'This invitation has already been used. Please log in.',
  expired: 'This invitation has expired. Ask the office for a new one.',
  revoked: 'This invitation was withdrawn, or replaced by a newer one. Use the newer one, or ask the office.',
  unknown: 'This is not a valid invitation. Open the link again, or copy all of it.',
  codeRequired: 'Enter the code of your invitation',
  contactRequired: 'Enter your email or phone number',
  notACode: 'An invitation code has 10 letters and digits. Check the code on your paper.',
  wrongCode:
    'Wrong code, or not the email or phone number that the office has. Check both and try again, or ask the office.',
  hasAccount: 'There is already an account with this email. Log in to use the invitation.',
} as const;
