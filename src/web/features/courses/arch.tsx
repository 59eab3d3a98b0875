import { capstone, piers, stones } from './arch-shapes.ts';
import styles from './arch.module.css';

/** Decorative. */
export function Arch() {
  return (
    <svg className={styles['arch']} viewBox="0 0 440 330" aria-hidden="true">
      {stones.map(({ week, at: [x, y], d }) => (
        <g key={week}>
          <path className={styles['stone']} d={d} />
          <text className={styles['number']} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {week}
          </text>
        </g>
      ))}
      <path className={styles['pier']} d={piers} />
      <path className={styles['capstone']} d={capstone} />
    </svg>
  );
}
