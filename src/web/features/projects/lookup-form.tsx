import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './references.module.css';

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
