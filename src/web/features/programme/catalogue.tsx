import { initialData } from '../../lib/initial-data.ts';
import styles from './catalogue.module.css';

/**
 * The projects of the academy. The prerendered page has one item with placeholders, which the server repeats for each
 * project: so every item has a picture, and the stylesheet shows (and thereby loads) the first four only.
 */
export function Catalogue() {
  return (
    <ul className={styles['catalogue']}>
      {initialData.catalogue.map(({ name, course, details, backgroundImage }) => (
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
