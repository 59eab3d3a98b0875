import styles from './steps.module.css';

const steps = [
  {
    title: 'Join your batch',
    text: 'Sign up with the batch you were admitted to. Your course, your mentor and your start date are waiting for you.',
  },
  {
    title: 'Choose one project',
    text: 'Read what each one asks and where it can lead. You choose once, and from that day the project is yours.',
  },
  {
    title: 'Work week by week',
    text: 'Four weeks, four hand-ins. Each one brings you a receipt at once, and marks with your mentor’s words later.',
  },
  {
    title: 'Ask and answer',
    text: 'Your batch has a forum of its own. Most questions there have been somebody else’s question too.',
  },
  {
    title: 'Finish and defend it',
    text: 'After four weeks hand in the final project, then explain it in your viva voce. That is the stone that makes the rest stand.',
  },
];

/** The programme in five steps. */
export function Steps() {
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
