import styles from './courses.module.css';

/** One stone a week, with the positions of its words. */
export const stones = [
  {
    week: 1,
    at: [80.2, 184.6],
    d: 'M116,230L30,230A190 190 0 0 1 64.3,121.2L133.9,171.7A104 104 0 0 0 116,230Z',
  },
  {
    week: 2,
    at: [133.6, 111.1],
    d: 'M138,166.1L68.4,115.5A190 190 0 0 1 158,50.4L184.6,132.2A104 104 0 0 0 138,166.1Z',
  },
  {
    week: 3,
    at: [306.4, 111.1],
    d: 'M255.4,132.2L282,50.4A190 190 0 0 1 371.6,115.5L302,166.1A104 104 0 0 0 255.4,132.2Z',
  },
  {
    week: 4,
    at: [359.8, 184.6],
    d: 'M306.1,171.7L375.7,121.2A190 190 0 0 1 410,230L324,230A104 104 0 0 0 306.1,171.7Z',
  },
];
export const capstone =
  'M193.4,136.9L159.7,33A206 206 0 0 1 280.3,33L246.6,136.9A96.8 96.8 0 0 0 193.4,136.9Z';
export const piers = 'M30 237h86v40H30zM324 237h86v40h-86zM18 284h110v34H18zM312 284h110v34H312z';

/** Decorative. */
export function Arch() {
  return (
    <svg className={styles['arch']} viewBox="0 0 440 330" aria-hidden="true">
      {stones.map(({ week, at: [x, y], d }) => (
        <g key={week}>
          <path className={styles['stone']} d={d} />
          <text className={styles['archNumber']} x={x} y={y} textAnchor="middle" dominantBaseline="central">
            {week}
          </text>
        </g>
      ))}
      <path className={styles['pier']} d={piers} />
      <path className={styles['capstone']} d={capstone} />
    </svg>
  );
}
