import styles from './edited-sign.module.css';

/** Beside the time of a question or comment: that it was edited, and by a press what it said before. */
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
