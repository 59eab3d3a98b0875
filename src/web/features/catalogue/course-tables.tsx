import { Link } from 'react-router';
import type { ListedBatch, ListedCourse, ListedProject } from '#contract/catalogue/calls';
import {
  addAddress,
  catalogueBatchAddress,
  catalogueProjectAddress,
  courseAddress,
} from '#contract/catalogue/catalogue-view';
import { safeAddress } from '../../lib/safe-address.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CardTable } from '../../ui/card-table.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { Row, Small, Stack } from '../../ui/layout.tsx';
import { Day } from '../../ui/time.tsx';
import styles from './catalogue.module.css';

function stateOf({ open, default: isDefault, retired: archived }: ListedBatch): string {
  if (archived) return 'Archived';
  return `${open ? 'Open' : 'Closed'}${isDefault ? ', default' : ''}`;
}

const joiningWords = { anyone: 'Anyone', invited: 'Invited people' };

function Batches({ course: { name: course, batches } }: { course: ListedCourse }) {
  if (batches.length === 0) return <Small>No batch yet.</Small>;
  return (
    <CardTable
      caption={`Batches of ${course}`}
      columns={['Batch', 'Status', 'Starts', 'Who joins', 'Students', 'Mentors', 'To mark']}
      className={styles['table']}
    >
      {batches.map((batch) => {
        const { name, starts_at, joining, students, mentors, unmarked, retired: archived } = batch;
        return (
          <tr key={name} data-archived={archived || undefined}>
            <th scope="row">
              <Link to={catalogueBatchAddress(name)}>{name}</Link>
            </th>
            <td>{stateOf(batch)}</td>
            <td data-label="Starts">{starts_at && <Day value={starts_at} />}</td>
            <td data-wide>{joining && joiningWords[joining]}</td>
            <td data-label="Students">{students !== undefined && formatNumber(students)}</td>
            <td data-wide title={mentors}>
              {mentors}
            </td>
            <td data-label="To mark">{unmarked !== undefined && formatNumber(unmarked)}</td>
          </tr>
        );
      })}
    </CardTable>
  );
}

function seatsOf({ seats, seats_left: left }: ListedProject): string {
  return seats === undefined || left === undefined ? 'No limit' : `${left} of ${seats}`;
}

function offerOf({ retired: archived, ready }: ListedProject): string {
  if (archived) return 'Archived';
  return ready === false ? 'Not offered yet' : 'Offered';
}

function Projects({ course: { name: course, projects } }: { course: ListedCourse }) {
  if (projects.length === 0) return <Small>No project yet.</Small>;
  return (
    <CardTable
      caption={`Projects of ${course}`}
      columns={['Project', 'Id', 'Seats left', 'Status']}
      className={styles['table']}
    >
      {projects.map((project) => {
        const { id, name, retired: archived } = project;
        const picture = safeAddress(project.backgroundImage);
        return (
          <tr key={id} data-archived={archived || undefined}>
            <th scope="row">
              {picture === null ? (
                <span className={styles['thumb']} />
              ) : (
                <img
                  src={picture}
                  alt=""
                  width={160}
                  height={90}
                  loading="lazy"
                  decoding="async"
                  className={styles['thumb']}
                />
              )}
              <Link to={catalogueProjectAddress(id)}>{name}</Link>
            </th>
            <td>{id}</td>
            <td data-label="Seats left">{seatsOf(project)}</td>
            <td>{offerOf(project)}</td>
          </tr>
        );
      })}
    </CardTable>
  );
}

/** What an office adds to a course, also after a batch or project. */
export function AddNext({ course }: { course: string }) {
  return (
    <>
      <ButtonLink variant="secondary" small to={addAddress('batch', course)}>
        Add a batch<span className="visually-hidden">{` to ${course}`}</span>
      </ButtonLink>
      <ButtonLink variant="secondary" small to={addAddress('project', course)}>
        Add a project<span className="visually-hidden">{` to ${course}`}</span>
      </ButtonLink>
    </>
  );
}

export function CourseTables({ course, isNamed = false }: { course: ListedCourse; isNamed?: boolean }) {
  const { name, retired: archived, next_batches, next_projects } = course;
  return (
    <Stack as="section" gap={3} aria-label={name} className={styles['course']}>
      {isNamed && (
        <h2>
          <Link to={courseAddress(name)}>{name}</Link>
          {archived && <span>, archived</span>}
        </h2>
      )}
      <Batches course={course} />
      <Projects course={course} />
      <Row gap={2}>
        {!archived && <AddNext course={name} />}
        {next_batches !== null && (
          <Link to={courseAddress(name, { batches: next_batches })}>{`Older batches of ${name}`}</Link>
        )}
        {next_projects !== null && (
          <Link to={courseAddress(name, { projects: next_projects })}>{`More projects of ${name}`}</Link>
        )}
      </Row>
    </Stack>
  );
}
