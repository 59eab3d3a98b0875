import { Link } from 'react-router';
import type { ListedCourse } from '#contract/catalogue/calls';
import {
  addAddress,
  catalogueBatchAddress,
  catalogueProjectAddress,
  courseAddress,
} from '#contract/catalogue/catalogue-view';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './course-card.module.css';

type Listed = Pick<ListedCourse, 'name' | 'batches' | 'projects'>;

function stateOf({ open, default: isDefault, retired }: ListedCourse['batches'][number]): string {
  if (retired) return 'archived';
  return [open ? 'open' : 'closed', ...(isDefault ? ['default'] : [])].join(', ');
}

/** Batches of a course with their state. */
export function BatchLinks({ batches }: Pick<Listed, 'batches'>) {
  if (batches.length === 0) return <p className={styles['none']}>No batch yet.</p>;
  return (
    <ul className={styles['batches']}>
      {batches.map((batch) => (
        <li key={batch.name} className={styles['batch']} data-retired={batch.retired || undefined}>
          <Link to={catalogueBatchAddress(batch.name)} className={styles['link']}>
            {batch.name}
          </Link>
          <span className={styles['state']}>{stateOf(batch)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Projects of a course, each with its picture. */
export function ProjectLinks({ projects }: Pick<Listed, 'projects'>) {
  if (projects.length === 0) return <p className={styles['none']}>No project yet.</p>;
  return (
    <ul className={styles['projects']}>
      {projects.map(({ id, name, backgroundImage, retired }) => (
        <li key={id} className={styles['project']} data-retired={retired || undefined}>
          <img
            src={backgroundImage}
            alt=""
            width={1200}
            height={675}
            loading="lazy"
            decoding="async"
            className={styles['picture']}
          />
          <Link to={catalogueProjectAddress(id)} className={styles['link']}>
            {name}
          </Link>
          <span className={styles['state']}>{retired ? `${id}, archived` : id}</span>
        </li>
      ))}
    </ul>
  );
}

/** A course in the catalogue with its newest batches and its projects. */
export function CourseCard({ course }: { course: ListedCourse }) {
  const { name, retired, batches, projects, next_batches, next_projects } = course;
  return (
    <Card as="section" aria-label={name} className={styles['course']}>
      <header className={styles['head']}>
        <h2>
          <Link to={courseAddress(name)} className={styles['link']}>
            {name}
          </Link>
        </h2>
        {retired && <span className={styles['state']}>archived</span>}
      </header>
      <section className={styles['part']}>
        <h3>Batches</h3>
        <BatchLinks batches={batches} />
        <p className={styles['more']}>
          {next_batches !== null && (
            <Link to={courseAddress(name, { batches: next_batches })}>{`Older batches of ${name}`}</Link>
          )}
          {!retired && (
            <ButtonLink variant="secondary" small to={addAddress('batch', name)}>
              Add a batch<span className="visually-hidden">{` to ${name}`}</span>
            </ButtonLink>
          )}
        </p>
      </section>
      <section className={styles['part']}>
        <h3>Projects</h3>
        <ProjectLinks projects={projects} />
        <p className={styles['more']}>
          {next_projects !== null && (
            <Link to={courseAddress(name, { projects: next_projects })}>{`More projects of ${name}`}</Link>
          )}
          {!retired && (
            <ButtonLink variant="secondary" small to={addAddress('project', name)}>
              Add a project<span className="visually-hidden">{` to ${name}`}</span>
            </ButtonLink>
          )}
        </p>
      </section>
    </Card>
  );
}
