/** Replaces an anonymised person's words where a text is required. */
export const removedWords = 'Removed on request.';
/** Name of a file whose bytes were removed. */
export const removedFileName = 'removed';
export const anonymousName = 'Anonymised person';
