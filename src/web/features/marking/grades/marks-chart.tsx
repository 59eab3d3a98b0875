import { recordStatusLabels, type RecordStatus } from '#contract/marking/recorded';
import { Small } from '../../../ui/layout.tsx';
import styles from './grades.module.css';

/** Null without a released mark or while its number is hidden. */
type ChartMark = {
  name: string;
  marks: number | null;
  isWithheld?: boolean | undefined;
  /** Of what counts without a file. */
  status?: RecordStatus | undefined;
};

/** "Absent", beside the number that it counts as. */
const statusOf = ({ status }: ChartMark) =>
  status === undefined || status === 'marked' ? '' : recordStatusLabels[status];

/** The result by the batch's rule, or of what there is so far. */
export type Overall = { label: string; value: number };

/** `Marks out of 100: Week 1 82, Week 2 75. So far 78.5. Not marked yet: Week 3.` */
export function chartLabel(marks: readonly ChartMark[], overall: Overall | null): string {
  const words = (mark: ChartMark) => {
    const status = statusOf(mark).toLowerCase();
    return `${mark.name} ${mark.marks}${status === '' ? '' : ` (${status})`}`;
  };
  const marked = marks.filter((mark) => mark.marks !== null).map(words);
  const missing = marks.filter((mark) => mark.marks === null);
  const excused = missing.filter(({ status }) => status === 'excused').map(({ name }) => name);
  const namesOf = (isWithheld: boolean) =>
    missing
      .filter((mark) => mark.status !== 'excused' && (mark.isWithheld ?? false) === isWithheld)
      .map((mark) => mark.name);
  const part = (label: string, names: readonly string[]) =>
    names.length === 0 ? '' : ` ${label}: ${names.join(', ')}.`;
  const overallText = overall === null ? '' : ` ${overall.label} ${overall.value}.`;
  const withheld = part('Not shown yet', namesOf(true));
  const others = `${part('Excused', excused)}${part('Not marked yet', namesOf(false))}`;
  return `Marks out of 100: ${marked.join(', ')}.${overallText}${withheld}${others}`;
}

const left = 32;
const right = 316;
const width = 396;
const top = 8;
const scaleHeight = 100;
const bottom = top + scaleHeight;
const barWidth = 30;
/** Below the bars, where no line crosses them. */
const markLine = bottom + 17;
const nameLine = bottom + 33;

/** Empty before the first mark. */
export function MarksChart({ marks, overall }: { marks: readonly ChartMark[]; overall: Overall | null }) {
  if (marks.every((mark) => mark.marks === null)) return null;
  const step = (right - left) / marks.length;
  return (
    <figure className={styles['chart']}>
      <svg viewBox={`0 0 ${width} ${nameLine + 7}`} role="img" aria-label={chartLabel(marks, overall)}>
        {[0, 50, 100].map((line) => (
          <g key={line}>
            <line className={styles['line']} x1={left} x2={right} y1={bottom - line} y2={bottom - line} />
            <text className={styles['scale']} x={left - 6} y={bottom - line + 4} textAnchor="end">
              {line}
            </text>
          </g>
        ))}
        {marks.map((mark, index) => {
          const { name, marks: value } = mark;
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
                  <text className={styles['value']} x={middle} y={markLine} textAnchor="middle">
                    {value}
                  </text>
                </>
              )}
              {statusOf(mark) !== '' && (
                <text className={styles['status']} x={middle} y={bottom - 5} textAnchor="middle">
                  {mark.status === 'not_submitted' ? 'Missing' : statusOf(mark)}
                </text>
              )}
              <text className={styles['scale']} x={middle} y={nameLine} textAnchor="middle">
                {name.split(' ')[0] === 'Week' ? name : name.split(' ')[0]}
              </text>
            </g>
          );
        })}
        {overall !== null && (
          <>
            <line
              className={styles['mean']}
              data-mean={overall.value}
              x1={left}
              x2={right}
              y1={bottom - overall.value}
              y2={bottom - overall.value}
            />
            <text className={styles['scale']} x={right + 4} y={bottom - overall.value + 4}>
              {`${overall.label} ${overall.value}`}
            </text>
          </>
        )}
      </svg>
      <Small as="figcaption">Marks out of 100.</Small>
    </figure>
  );
}
