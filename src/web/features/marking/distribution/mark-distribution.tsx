import { useId } from 'react';
import type { MarkDistribution, TaskMarks } from '#contract/marking/calls';
import { marksForMedian } from '#contract/marking/staff-view';
import { taskLabel } from '../../../lib/task-label.ts';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { countOf } from '../../../ui/format-number.ts';
import styles from './distribution.module.css';

/** A smaller difference of medians is not pointed out. */
const noticeable = 5;

export function differences({ mentors }: Pick<TaskMarks, 'mentors'>): string[] {
  return mentors.flatMap(({ name, median, others }) => {
    if (median === null || others === null || Math.abs(median - others) < noticeable) return [];
    const way = median > others ? 'higher' : 'lower';
    return [`${name} gives ${way} marks than the other mentors: median ${median}, theirs ${others}.`];
  });
}

const tenOf = (index: number) => (index === 9 ? '90–100' : `${index * 10}–${index * 10 + 9}`);

/** `27 marks: 60–69 3, 70–79 12, 90–100 12. Median 78.` */
function plotLabel(count: number, tens: readonly number[], median: number): string {
  const parts = tens.flatMap((times, index) => (times === 0 ? [] : [`${tenOf(index)} ${times}`]));
  return `${countOf(count, 'mark')}: ${parts.join(', ')}. Median ${median}.`;
}

const width = 400;
const step = width / 10;
const top = 18;
const barHeight = 100;
const bottom = top + barHeight;

function Plot({ count, tens, median: value }: { count: number; tens: readonly number[]; median: number }) {
  const most = Math.max(...tens);
  const heightOf = (times: number) => Math.round((times / most) * barHeight);
  // Within its bar, so that it crosses no number.
  const medianHeight = heightOf(tens[Math.min(9, Math.floor(value / 10))] ?? 0) || barHeight;
  const median = `M${(value / 100) * width} ${bottom - medianHeight}V${bottom}`;
  return (
    <svg
      className={styles['plot']}
      viewBox={`0 0 ${width} ${bottom + 20}`}
      role="img"
      aria-label={plotLabel(count, tens, value)}
    >
      {tens.map((times, index) => {
        const height = heightOf(times);
        return (
          <g key={tenOf(index)}>
            <rect
              className={styles['bar']}
              x={index * step + 2}
              y={bottom - height}
              width={step - 4}
              height={height}
            />
            {times > 0 && (
              <text className={styles['count']} x={(index + 0.5) * step} y={bottom - height - 5}>
                {times}
              </text>
            )}
            <text className={styles['scale']} x={(index + 0.5) * step} y={bottom + 15}>
              {index === 9 ? '90+' : index * 10}
            </text>
          </g>
        );
      })}
      <line className={styles['axis']} x1={0} x2={width} y1={bottom} y2={bottom} />
      <path className={styles['halo']} d={median} />
      <path className={styles['median']} d={median} />
    </svg>
  );
}

function Task({ marks: { task, count, median, tens, mentors } }: { marks: TaskMarks }) {
  const id = useId();
  return (
    <Stack as="section" gap={2} aria-labelledby={id}>
      <Row>
        <h2 id={id}>{taskLabel(task)}</h2>
        <Small>
          {median === null
            ? `${countOf(count, 'mark')}. The plot needs at least ${marksForMedian}.`
            : `${countOf(count, 'mark')}, median ${median}`}
        </Small>
      </Row>
      {differences({ mentors }).map((text) => (
        <p key={text}>{text}</p>
      ))}
      {median !== null && tens !== null && (
        <>
          <Plot count={count} tens={tens} median={median} />
          <table className={styles['table']}>
            <caption className="visually-hidden">{`${taskLabel(task)} by mentor`}</caption>
            <thead>
              <tr>
                <th scope="col">Mentor</th>
                <th scope="col">Marks</th>
                <th scope="col">Median</th>
              </tr>
            </thead>
            <tbody>
              {mentors.map((mentor) => (
                <tr key={mentor.name}>
                  <th scope="row">{mentor.name}</th>
                  <td>{mentor.count}</td>
                  <td>{mentor.median ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Stack>
  );
}

export function MarkPlots({ tasks }: Pick<MarkDistribution, 'tasks'>) {
  return (
    <Stack gap={5}>
      <div className={styles['tasks']}>
        {tasks.map((marks) => (
          <Task key={marks.task} marks={marks} />
        ))}
      </div>
      <Small>
        Newest versions only. Unreleased marks are included. Mentors mark different students, so their medians
        can differ.
      </Small>
    </Stack>
  );
}
