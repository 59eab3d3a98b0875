import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './lookup-form.module.css';

/** Looks up a project by its id; an empty one is ignored. */
export function LookupForm({
  asked,
  isBusy,
  onLookUp,
}: {
  /** What was looked up last; the browser's back button changes it. */
  asked: string;
  isBusy: boolean;
  onLookUp: (id: string) => void;
}) {
  const [id, setId] = useState(asked);
  const [last, setLast] = useState(asked);
  if (asked !== last) {
    setLast(asked);
    setId(asked);
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
