import styles from './guidelines.module.css';

/** The six steps of the viva (specification, section 9) with a description each. */
const steps = [
  [
    'Introduction',
    'Say who you are, what the project is for and for whom, in two minutes and without reading.',
  ],
  ['Methodology', 'Show how you went about it: the tools you chose, the ones you left, and why.'],
  ['Findings', 'Show what works. A running screen and one honest number say more than ten slides.'],
  ['Challenges', 'Tell what went wrong, what you tried, and what you would do otherwise today.'],
  ['Q&A', 'Listen to the whole question, take a breath, answer it. “I do not know” is an answer.'],
  ['Conclusion', 'Close with what you learned and the next step that the project would take.'],
] as const;

export function Guidelines() {
  return (
    <section className={styles['guidelines']}>
      <h2>Viva Voce Format</h2>
      <ol className={styles['steps']}>
        {steps.map(([name, description]) => (
          <li key={name} className={styles['step']}>
            <h3>{name}</h3>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
