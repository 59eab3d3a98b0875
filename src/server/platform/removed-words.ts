/** Where a text is required. */
export const removedWords = 'Removed on request.';
export const removedFileName = 'removed';
export const anonymousName = 'Anonymised person';
