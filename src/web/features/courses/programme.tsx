import type { HomeStep } from '#contract/catalogue/appearance';
import type { CatalogueItem } from '#contract/page-rendering';
import { safeAddress } from '../../lib/safe-address.ts';
import styles from './courses.module.css';

/** The style sheet shows, and so loads, only the first four pictures. */
export function Catalogue({ projects }: { projects: readonly CatalogueItem[] }) {
  return (
    <ul className={styles['catalogue']}>
      {projects.map(({ name, course, details, backgroundImage }) => (
        <li key={`${course} ${name}`} className={styles['project']}>
          {safeAddress(backgroundImage) === null ? (
            <div className={styles['picture']} />
          ) : (
            <img
              className={styles['picture']}
              src={backgroundImage}
              alt=""
              width={1200}
              height={675}
              loading="lazy"
              decoding="async"
            />
          )}
          <h3>{name}</h3>
          <p className={styles['course']}>{course}</p>
          <p>{details}</p>
        </li>
      ))}
    </ul>
  );
}

export const ownParagraph =
  'You choose one real project and build it in four weeks. A mentor reads every line that you submit. In your viva voce you explain what you made.';

export const ownSteps: readonly HomeStep[] = [
  {
    title: 'Join your batch',
    text: 'Sign up with the batch you were admitted to. You then see your course, mentor and start date.',
  },
  {
    title: 'Choose one project',
    text: 'Read what you would build and which jobs it prepares you for. You cannot change your choice later.',
  },
  {
    title: 'Work week by week',
    text: 'Four weeks, four submissions. You get a receipt at once, and marks with your mentor’s comments later.',
  },
  {
    title: 'Ask and answer',
    text: 'Your batch has its own forum. Ask questions and help your classmates.',
  },
  {
    title: 'Finish and explain it',
    text: 'After four weeks submit the final project. Then answer questions about it in your viva voce.',
  },
];

export function Steps({ steps }: { steps: readonly HomeStep[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map(({ title, text }, i) => (
        <li key={title} className={styles['step']}>
          <span className={styles['number']} aria-hidden="true">
            {i + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
