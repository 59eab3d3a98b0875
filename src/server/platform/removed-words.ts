/** For columns that require a text. */
export const removedWords = 'Removed on request.';
export const removedFileName = 'removed';
export const anonymousName = 'Anonymised person';
