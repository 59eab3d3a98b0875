import { initialData } from '../../lib/initial-data.ts';
import styles from './catalogue.module.css';

/**
 * What one can build, the first four with their pictures. The built page holds one item with marks, which the server
 * repeats for each project: so every item has its picture, and the sheet shows (and thereby loads) only the first.
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
