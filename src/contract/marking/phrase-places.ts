/** What phrases can be shared in. */
export const phrasePlaces = ['batch', 'project'] as const;
export type PhrasePlace = (typeof phrasePlaces)[number];
