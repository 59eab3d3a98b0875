import type { CatalogueItem } from '#contract/page-rendering';
import styles from './catalogue.module.css';

/** The style sheet shows, and so loads, only the first four pictures. */
export function Catalogue({ projects }: { projects: readonly CatalogueItem[] }) {
  return (
    <ul className={styles['catalogue']}>
      {projects.map(({ name, course, details, backgroundImage }) => (
        <li key={`${course} ${name}`} className={styles['project']}>
          <img
            className={styles['picture']}
            src={backgroundImage}
            alt=""
            width={1200}
            height={675}
            loading="lazy"
            decoding="async"
          />
          <h3>{name}</h3>
          <p className={styles['course']}>{course}</p>
          <p>{details}</p>
        </li>
      ))}
    </ul>
  );
}
