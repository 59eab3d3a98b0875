import { chartLabel, type ChartMark } from './chart-labels.ts';
import styles from './marks-chart.module.css';
import { meanOfMarks } from '../../../lib/mean-of-marks.ts';

const width = 336;
const left = 32;
const top = 20;
const scaleHeight = 100;
const bottom = top + scaleHeight;
const barWidth = 30;
/** Lower bars show their number above. */
const minLabelledMarks = 20;

/** A bar chart with a text alternative; empty before the first mark. */
export function MarksChart({ marks }: { marks: readonly ChartMark[] }) {
  if (marks.every((mark) => mark.marks === null)) return null;
  const step = (width - left) / marks.length;
  const mean = meanOfMarks(marks.map((mark) => mark.marks));
  return (
    <figure className={styles['chart']}>
      <svg viewBox={`0 0 ${width} ${bottom + 24}`} role="img" aria-label={chartLabel(marks)}>
        {[0, 50, 100].map((line) => (
          <g key={line}>
            <line className={styles['line']} x1={left} x2={width} y1={bottom - line} y2={bottom - line} />
            <text className={styles['scale']} x={left - 6} y={bottom - line + 4} textAnchor="end">
              {line}
            </text>
          </g>
        ))}
        {marks.map(({ name, marks: value }, index) => {
          const middle = left + step * (index + 0.5);
          return (
            <g key={name}>
              {value !== null && (
                <>
                  <rect
                    className={styles['bar']}
                    x={middle - barWidth / 2}
                    y={bottom - Math.max(value, 1)}
                    width={barWidth}
                    height={Math.max(value, 1)}
                  />
                  <text
                    className={value < minLabelledMarks ? styles['above'] : styles['value']}
                    x={middle}
                    y={value < minLabelledMarks ? bottom - value - 5 : bottom - value + 15}
                    textAnchor="middle"
                  >
                    {value}
                  </text>
                </>
              )}
              <text className={styles['name']} x={middle} y={bottom + 17} textAnchor="middle">
                {name.split(' ')[0] === 'Week' ? name : name.split(' ')[0]}
              </text>
            </g>
          );
        })}
        {mean !== null && (
          <line
            className={styles['mean']}
            data-mean={mean}
            x1={left}
            x2={width}
            y1={bottom - mean}
            y2={bottom - mean}
          />
        )}
      </svg>
      <figcaption>{`Marks out of 100${mean !== null ? '. The dashed line is the average' : ''}.`}</figcaption>
    </figure>
  );
}
