import { withQuery } from '#contract/fill-path';
import { phrasePlaces, type PhrasePlace } from '#contract/marking/phrase-places';

/** A batch by name, or a project by id. */
export type Place = { kind: PhrasePlace; place: string };

export const writePlace = ({ kind, place }: Place): string => `${kind}:${place}`;

/** Null for the user's own phrases. */
export function parsePlace(text: string | null | undefined): Place | null {
  const [, kind, place] = /^(\w+):(.+)$/s.exec(text ?? '') ?? [];
  const known = phrasePlaces.find((one) => one === kind);
  return known === undefined || place === undefined ? null : { kind: known, place };
}

export const phrasesAddress = (place: Place | null): string =>
  withQuery('/staff/phrases', { place: place === null ? null : writePlace(place) });
