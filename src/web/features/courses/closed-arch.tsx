import { capstone, piers, stones } from './arch-shapes.ts';
import { classNames } from '../../ui/class-names.ts';
import arch from './arch.module.css';
import styles from './closed-arch.module.css';
import type { FinalMarks } from './final-marks.ts';

/**
 * The arch with the marks of the weeks on its stones, the final project's on the capstone, and their mean below it. The
 * words beside it say the same: this is a picture for the eye.
 */
export function ClosedArch({ marks: { weeks, final, mean } }: { marks: FinalMarks }) {
  return (
    <svg className={classNames(arch['arch'], styles['arch'])} viewBox="0 0 440 330" aria-hidden="true">
      <path className={styles['ground']} d="M4 318H436" />
      <path className={arch['pier']} d={piers} />
      {stones.map(({ week, at: [x, y], d }, index) => (
        <g key={week} className={styles['stone']}>
          <path d={d} />
          <text className={styles['mark']} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {weeks[index]}
          </text>
        </g>
      ))}
      <g className={styles['capstone']}>
        <path d={capstone} />
        <text className={styles['mark']} x="220" y="84" textAnchor="middle" dominantBaseline="central">
          {final}
        </text>
      </g>
      <text className={styles['mean']} x="220" y="216" textAnchor="middle">
        {mean}
      </text>
      <text className={styles['unit']} x="220" y="244" textAnchor="middle">
        average of six marks
      </text>
    </svg>
  );
}
