/** What a student agrees to whose viva has a link. New words are a new version; who has agreed is not asked again. */
export const remoteVivaWords =
  'I agree to take my viva by video link. I will be alone in a quiet room, with my camera on. This portal records nothing.';

export const remoteConsentPath = '/viva-consent';
