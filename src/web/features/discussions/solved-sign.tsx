import styles from './solved-sign.module.css';

/** Says that a question has an answer that is marked: by a tick and a word. */
export function SolvedSign() {
  return (
    <span className={styles['solved']}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <path d="m2.5 7.5 3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      Solved
    </span>
  );
}
