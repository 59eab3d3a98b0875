import { useState } from 'react';
import type { References } from '#contract/projects/calls';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Small, Stack } from '../../ui/layout.tsx';
import { ReferenceLinks } from './reference-links.tsx';
import styles from './projects.module.css';

/** Ignores an empty id. */
export function LookupForm({
  searchedId,
  isBusy,
  onLookUp,
}: {
  /** Back and Forward change it. */
  searchedId: string;
  isBusy: boolean;
  onLookUp: (id: string) => void;
}) {
  const [id, setId] = useState(searchedId);
  const [previousId, setPreviousId] = useState(searchedId);
  if (searchedId !== previousId) {
    setPreviousId(searchedId);
    setId(searchedId);
  }
  return (
    <form
      method="get"
      role="search"
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (id.trim() !== '' && !isBusy) onLookUp(id.trim());
      }}
    >
      <TextField
        label="Project ID"
        name="project"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="P001"
        value={id}
        onChange={(event) => setId(event.target.value)}
      />
      <Button type="submit" busy={isBusy}>
        Look up
      </Button>
    </form>
  );
}

export function ReferenceRecord({ record }: { record: References }) {
  return (
    <Card as="article">
      <Stack gap={3}>
        <header>
          <h3 className={styles['name']}>{record.p_name}</h3>
          <Small>{record.p_id}</Small>
        </header>
        <ReferenceLinks references={record} />
      </Stack>
    </Card>
  );
}
