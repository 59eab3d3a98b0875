import { Tick } from './tick.tsx';
import styles from './solved-sign.module.css';

/** Says that a question has an answer that is marked: by a tick and a word. */
export function SolvedSign() {
  return (
    <span className={styles['solved']}>
      <Tick />
      Solved
    </span>
  );
}
