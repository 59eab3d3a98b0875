export const codeWords = {
  codeRequired: 'Enter the code of your invitation',
  contactRequired: 'Enter your email or phone number',
  notACode: 'An invitation code has 10 letters and digits. Check the code on your paper.',
  wrongCode:
    'Wrong code, or not the email or phone number that the office has. Check both and try again, or ask the office.',
} as const;
