import type { ChangeEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { parsePlace, phrasesAddress, writePlace, type Place } from './phrase-place.ts';

/** Whose phrases are shown: one's own, or those of a batch or a project. */
export function PlaceChoice({
  place,
  batches,
  projects,
}: {
  place: Place | null;
  batches: readonly string[];
  projects: readonly { id: string; name: string }[];
}) {
  const navigate = useNavigate();
  const current = place === null ? '' : writePlace(place);
  const known = [
    ...batches.map((name) => writePlace({ kind: 'batch', place: name })),
    ...projects.map(({ id }) => writePlace({ kind: 'project', place: id })),
  ];
  return (
    <form method="get" action="/staff/phrases" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Phrases of"
        name="place"
        value={current}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
          void navigate(phrasesAddress(parsePlace(target.value)), { replace: true })
        }
      >
        <option value="">You alone</option>
        {place !== null && !known.includes(current) && <option value={current}>{place.place}</option>}
        <optgroup label="Shared in a batch">
          {batches.map((name) => (
            <option key={name} value={writePlace({ kind: 'batch', place: name })}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Shared in a project">
          {projects.map(({ id, name }) => (
            <option key={id} value={writePlace({ kind: 'project', place: id })}>
              {name}
            </option>
          ))}
        </optgroup>
      </SelectField>
      <noscript>
        <Button type="submit" variant="secondary" small>
          Show
        </Button>
      </noscript>
    </form>
  );
}
