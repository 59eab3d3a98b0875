import { Tick } from './tick.tsx';
import styles from './solved-sign.module.css';

export function SolvedSign() {
  return (
    <span className={styles['solved']}>
      <Tick />
      Solved
    </span>
  );
}
