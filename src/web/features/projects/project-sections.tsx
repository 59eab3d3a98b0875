import type { Project } from '#contract/projects';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './project-sections.module.css';

/** A list under its heading, in a panel of its own. */
export function ProjectList({
  title,
  items,
  none,
  className,
}: {
  title: string;
  items: readonly string[];
  /** What stands there when the list is empty. */
  none: string;
  className?: string | undefined;
}) {
  return (
    <Card as="section" className={classNames(styles['panel'], className)}>
      <h2 className={styles['title']}>{title}</h2>
      <Items items={items} none={none} />
    </Card>
  );
}

function Items({ items, none }: { items: readonly string[]; none: string }) {
  if (items.length === 0) return <p className={styles['none']}>{none}</p>;
  return (
    <ul className={styles['items']}>
      {items.map((item, index) => (
        // Texts may repeat; the list never changes its order.
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}

/** A project's name, details and overview. */
export function ProjectStory({ project, className }: { project: Project; className?: string | undefined }) {
  return (
    <Card as="article" className={classNames(styles['story'], className)}>
      <header>
        <p className={styles['course']}>{project.course}</p>
        <h1>{project.name}</h1>
      </header>
      <p className={styles['details']}>{project.details}</p>
      <section>
        <h2 className={styles['title']}>Overview</h2>
        <Items items={project.overview} none="No overview available." />
      </section>
    </Card>
  );
}
