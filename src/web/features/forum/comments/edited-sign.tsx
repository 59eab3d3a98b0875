import styles from './edited-sign.module.css';

/** "Edited" beside the time; a click shows the history. */
export function EditedSign({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <span>
      {' · '}
      <button
        type="button"
        className={styles['edited']}
        aria-expanded={isOpen}
        title="Earlier versions"
        onClick={onToggle}
      >
        edited
      </button>
    </span>
  );
}
