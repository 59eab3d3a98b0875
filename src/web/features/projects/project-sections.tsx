import type { Project, Seats } from '#contract/projects/calls';
import { isReady } from '#contract/projects/readiness';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Small } from '../../ui/layout.tsx';
import styles from './projects.module.css';

/** Nothing without a limit. */
export function SeatsLeft({ project: { seats, seats_left } }: { project: Seats }) {
  if (seats === undefined || seats_left === undefined) return null;
  const text = `Seats: ${seats_left} of ${seats} left`;
  return <Small>{seats_left === 0 ? <strong>{text}</strong> : text}</Small>;
}

export function ProjectList({
  title,
  items,
  emptyText,
  className,
}: {
  title: string;
  items: readonly string[];
  emptyText: string;
  className?: string | undefined;
}) {
  return (
    <Card as="section" className={classNames(styles['panel'], className)}>
      <h2 className={styles['title']}>{title}</h2>
      <Items items={items} emptyText={emptyText} />
    </Card>
  );
}

function Items({ items, emptyText }: { items: readonly string[]; emptyText: string }) {
  if (items.length === 0) return <Small>{emptyText}</Small>;
  return (
    <ul className={styles['items']}>
      {items.map((item, index) => (
        // Items may repeat; the list never reorders.
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

/** @param isScreen whether the project's name is the screen's heading */
export function ProjectStory({
  project,
  isScreen = true,
  className,
}: {
  project: Project;
  isScreen?: boolean;
  className?: string | undefined;
}) {
  const Name = isScreen ? 'h1' : 'h3';
  return (
    <Card as="article" className={classNames(styles['story'], className)}>
      <header>
        <Small>{project.course}</Small>
        <Name>{project.name}</Name>
      </header>
      {isReady(project) ? (
        <p className={styles['storyDetails']}>{project.details}</p>
      ) : (
        <Small as="p">No details yet.</Small>
      )}
      <section>
        <h2 className={styles['title']}>Overview</h2>
        <Items items={project.overview} emptyText="No overview available." />
      </section>
    </Card>
  );
}
