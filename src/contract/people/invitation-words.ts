export const invitationWords = {
  used: 'This invitation has been used already: your account is there. Please log in.',
  expired: "This invitation has ended. The academy's office gladly makes you a new one.",
  revoked:
    "This invitation was taken back, or a newer one has taken its place. Please look for that, or ask the academy's office.",
  unknown:
    'This is no invitation of this portal. Please open the link as you got it, or copy the whole of it.',
  hasAccount:
    'There is an account with this address already. Please log in: the invitation then gives it its place.',
} as const;

export const invitationAccepted =
  'Welcome! Your account is ready, and your address is confirmed. Please log in.';
