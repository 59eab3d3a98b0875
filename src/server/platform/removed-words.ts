/** What stands in place of the words of somebody who was anonymised, where there has to be something. */
export const removedWords = 'Removed on request.';
/** The name of a file whose bytes went with them. */
export const removedFileName = 'removed';
/** The name of an account whose holder was anonymised. */
export const anonymousName = 'Anonymised person';
