import { boot } from '../../lib/boot.ts';
import styles from './catalogue.module.css';

/** What one can build. The built page holds one item with marks, which the server repeats for each project. */
export function Catalogue() {
  return (
    <ul className={styles['catalogue']}>
      {boot.catalogue.map(({ name, course, details }) => (
        <li key={`${course} ${name}`} className={styles['project']}>
          <h3>{name}</h3>
          <p className={styles['course']}>{course}</p>
          <p>{details}</p>
        </li>
      ))}
    </ul>
  );
}
